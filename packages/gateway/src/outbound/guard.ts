// The guard of one connection. A name is looked up once per connection, here, and the socket goes to an address of that
// answer: what was checked is what is connected to, however the name's owner changes his records in between.

import { lookup as systemLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { OutboundError } from "./outbound-error.ts";
import { notPublic, type Policy, toAddress } from "./policy.ts";

/** All addresses of a name. */
export type LookupAll = (hostname: string) => Promise<readonly LookedUp[]>;

export interface LookedUp {
  readonly address: string;
  readonly family: number;
}

export interface Guard {
  /** What a socket resolves names with. One address that is not admitted refuses the whole host. */
  readonly lookup: LookupFunction;
  /** Sockets don't look up a host that is an address. @returns why it may not be connected to */
  refuseHost(host: string): OutboundError | undefined;
  /** Once connected. @returns why nothing may be sent */
  refusePeer(host: string, address: string | undefined): OutboundError | undefined;
}

export const lookupAll: LookupAll = (hostname) => systemLookup(hostname, { all: true });

export function createGuard({ admits }: Pick<Policy, "admits">, lookup: LookupAll = lookupAll): Guard {
  const resolve = async (host: string, family: number): Promise<readonly LookedUp[]> => {
    const answer = await lookup(host);
    const bad = answer.find(({ address }) => !admits(address));
    if (bad !== undefined) throw notPublic(host, new Error(`it has the address ${bad.address}`));
    const usable = family === 0 ? answer : answer.filter((one) => one.family === family);
    if (usable.length === 0) throw new OutboundError("outbound_unreachable", `${host} can't be reached: its name has no address`);
    return usable;
  };
  return {
    lookup(host, options, callback) {
      resolve(host, toFamily(options.family)).then(
        (addresses) => answerLookup(addresses, options.all === true, callback),
        (error: unknown) => callback(error instanceof Error ? error : new Error("the lookup failed", { cause: error }), "", 0),
      );
    },
    refuseHost(host) {
      const address = toAddress(host);
      return address === undefined || admits(address) ? undefined : notPublic(host);
    },
    refusePeer(host, address) {
      if (address !== undefined && admits(address)) return undefined;
      return notPublic(host, new Error(`it was connected to ${address ?? "an unknown address"}`));
    },
  };
}

function answerLookup(addresses: readonly LookedUp[], all: boolean, callback: Parameters<LookupFunction>[2]): void {
  const [first] = addresses;
  if (all) callback(null, [...addresses]);
  else if (first !== undefined) callback(null, first.address, first.family);
}

function toFamily(family: number | string | undefined): number {
  if (family === "IPv4") return 4;
  if (family === "IPv6") return 6;
  return typeof family === "number" ? family : 0;
}
