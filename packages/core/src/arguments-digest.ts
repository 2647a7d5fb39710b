// The digest that binds a request state (and, signed, a token) to the arguments of one call: SHA-256 over the JSON
// Canonicalization Scheme (RFC 8785). JSON.stringify already writes numbers and strings as the scheme asks; what it
// leaves open is the order of members, which is by UTF-16 units: the default order of Array.prototype.sort.

import { isObject } from "./json.ts";
import { hashText } from "./sha256.ts";

/** The canonical JSON of a value that came out of JSON.parse, nested at most JSON_MAX_DEPTH deep. */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${toCanonicalJson(value[key])}`).join(",")}}`;
}

/** base64url SHA-256 of the canonical arguments: 43 characters. */
export function digestArguments(value: unknown): string {
  return hashText(toCanonicalJson(value));
}
