// Which addresses are public. Whatever is not known to be is not: the tables of ipaddr.js name what is special, and of
// IPv6 only 2000::/3 was ever given out. An address that holds another is judged by the one that is reached in the end,
// where there is a standard way (mapped, NAT64), and refused where the way is a tunnel that nobody should use (6to4,
// Teredo, ISATAP, IPv4-compatible).

import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ReturnType<typeof ipaddr.parse>;
type Version6 = Extract<Address, { readonly parts: readonly number[] }>;

/**
 * - `public`: anybody's
 * - `local`: loopback, private networks, and those of a carrier: what an operator may choose to reach
 * - `never`: link-local, the metadata services of clouds, multicast, documentation and all the rest
 */
export type Reach = "public" | "local" | "never";

/** What else is nobody's business, though its range is: what clouds tell their machines, keys included. */
const METADATA = [
  // Azure's wireserver stands on a public address.
  "168.63.129.16",
  // Alibaba Cloud, in the carriers' range.
  "100.100.100.200",
  // Amazon, in the private range of IPv6.
  "fd00:ec2::254",
].map((address) => ipaddr.parse(address).toString());

const LOCAL_RANGES = ["loopback", "private", "carrierGradeNat", "uniqueLocal"];

/** @param text an address as a resolver or a socket gives it, without brackets */
export function reachOf(text: string): Reach {
  // A zone chooses a network card of this machine; other spellings (0177.0.0.1, 8.8) are read in more than one way.
  if (text.includes("%") || isIP(text) === 0) return "never";
  const address = inner(ipaddr.parse(text));
  if (METADATA.includes(address.toString())) return "never";
  const range = address.range();
  if (LOCAL_RANGES.includes(range)) return "local";
  if (range !== "unicast") return "never";
  return isVersion6(address) && !isGivenOut(address) ? "never" : "public";
}

/** The address that is reached in the end. */
function inner(address: Address): Address {
  if (!isVersion6(address)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  const [first, second, ...rest] = address.parts;
  const isNat64 = first === 0x64 && second === 0xff9b && rest.slice(0, 4).every((part) => part === 0);
  return isNat64 ? ipaddr.fromByteArray(address.toByteArray().slice(12)) : address;
}

function isVersion6(address: Address): address is Version6 {
  return address.kind() === "ipv6";
}

/** 2000::/3, and no ISATAP (RFC 5214), which hides an IPv4 address in the last four bytes of any prefix. */
function isGivenOut({ parts }: Version6): boolean {
  const [first = 0, , , , fifth = 0, sixth] = parts;
  return first >> 13 === 1 && !((fifth & 0xfdff) === 0 && sixth === 0x5efe);
}
