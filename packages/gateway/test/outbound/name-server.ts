// A name server over UDP that answers each question with the next address of its list: what an attacker runs.

import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { onTestFinished } from "vitest";
import type { LookupAll } from "../../src/outbound.ts";

export interface NameServer {
  readonly lookup: LookupAll;
  readonly answered: readonly string[];
}

/** @param addresses IPv4, in the order they are given out; the last one stays */
export async function startNameServer(addresses: readonly string[]): Promise<NameServer> {
  const answered: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const address = addresses[Math.min(answered.length, addresses.length - 1)] ?? "";
    answered.push(address);
    socket.send(toAnswer(query, address), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  onTestFinished(() => void socket.close());
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  const lookup: LookupAll = async (hostname) => (await resolver.resolve4(hostname)).map((address) => ({ address, family: 4 }));
  return { lookup, answered };
}

/** RFC 1035: the question's header and question, then one A record whose name points at the question's, with no time to live. */
function toAnswer(query: Buffer, address: string): Buffer {
  const questionEnd = query.indexOf(0, 12) + 5;
  const question = Buffer.from(query.subarray(0, questionEnd));
  question.writeUInt16BE(0x8180, 2);
  question.writeUInt16BE(1, 6);
  question.writeUInt32BE(0, 8);
  const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)];
  return Buffer.concat([question, Buffer.from(record)]);
}
