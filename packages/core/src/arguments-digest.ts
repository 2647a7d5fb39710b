// The digest that binds a request state (and, signed, a token) to the arguments of one call: SHA-256 over the JSON
// Canonicalization Scheme (RFC 8785). JSON.stringify already writes numbers and strings as the scheme asks; what it
// leaves open is the order of members, which is by UTF-16 units: the default order of Array.prototype.sort.

import { sha256 } from "@noble/hashes/sha2";
import { toBase64Url } from "./base64.ts";
import { isObject } from "./json.ts";

/** The canonical JSON of a value that came out of JSON.parse, nested at most JSON_MAX_DEPTH deep. */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${toCanonicalJson(value[key])}`).join(",")}}`;
}

/**
 * base64url SHA-256 of the canonical arguments: 43 characters. Not by WebCrypto, whose way through a thread pool costs
 * ten times what hashing a call's arguments does, on every signed request.
 */
export function digestArguments(value: unknown): string {
  return toBase64Url(sha256(new TextEncoder().encode(toCanonicalJson(value))));
}
