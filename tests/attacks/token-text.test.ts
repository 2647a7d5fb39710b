// The text of a token: parts, base64url, bytes and JSON. Whatever decodes to a token in one reader and to none, or to
// another, in the next is refused, even where the signature was made over exactly this text.

import type { AuthCode } from "@toolcrib/core";
import { describe, expect, test } from "vitest";
import { base64Url, claimsOf, forge, headerOf, inputOf, judge, newKey, seal, signatureOf } from "./forge.ts";

const key = newKey();
const [header = "", payload = "", signature = ""] = forge(key).split(".");
const token = `${header}.${payload}.${signature}`;
const claims = claimsOf();

/** The order of the group, in hex: S and S + L verify alike where nobody looks (RFC 8032 section 8.4). */
const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

function withLargerScalar(bytes: Buffer): Buffer {
  const scalar = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString("hex")}`) + GROUP_ORDER;
  return Buffer.concat([bytes.subarray(0, 32), Buffer.from(scalar.toString(16).padStart(64, "0"), "hex").reverse()]);
}

/** The next letter of the alphabet differs from an AQgw only in bits that carry nothing. */
const nextLetter = (letter: string) => "BRhx"["AQgw".indexOf(letter)];
const inOtherAlphabet = (part: string) => part.replaceAll("-", "+").replaceAll("_", "/");
const replaced = (part: Uint8Array) => `${header}.${payload}.${base64Url(part)}`;

const signed = signatureOf(`${header}.${payload}`, key);

describe("a text that is no token in its one spelling is refused before a key is looked for", () => {
  const odd = inputOf(headerOf(key), claimsOf({ txn: "???>>>~~~???>>>~~~" }));
  test.each<[title: string, text: string]>([
    ["row 62: a space before it", ` ${token}`],
    ["row 63: a space after it", `${token} `],
    ["row 64: a newline in the payload", seal(`${header}.${payload.slice(0, 40)}\n${payload.slice(40)}`, key)],
    ["row 65: a padded payload", seal(`${header}.${payload}=`, key)],
    ["row 66: a padded signature", `${token}==`],
    ["row 67: the alphabet with + and /", seal(inOtherAlphabet(odd), key)],
    ["row 68: the unused bits of the last letter changed", `${token.slice(0, -1)}${nextLetter(token.at(-1) ?? "")}`],
    ["row 70: a signature one byte short", replaced(signed.subarray(0, 63))],
    ["row 72: a signature one byte long", replaced(Buffer.concat([signed, Buffer.of(0)]))],
    ["row 73: four parts", `${token}.${signature}`],
    ["row 74: two parts", `${header}.${payload}`],
    ["row 82: one megabyte", forge(key, headerOf(key), claimsOf({ pad: "a".repeat(1_000_000) }))],
    ["row 85: nothing at all", ""],
    ["row 86: five parts, as an encrypted token has", `${header}.${payload}.${payload}.${payload}.${signature}`],
    ["a newline after it", `${token}\n`],
    ["a letter of another script in the header", seal(`${header.slice(0, -1)}\u0430.${payload}`, key)],
  ])("%s", async (_title, text) => {
    expect(await judge(text, key)).toEqual({ verdict: "token_malformed", lookUps: 0 });
  });

  test("what row 67 starts from is a token with letters that the two alphabets write differently", async () => {
    expect(odd).toMatch(/[-_]/);
    expect((await judge(seal(odd, key), key)).verdict).toBe("accepted");
  });
});

describe("a payload or header that is not one object to every reader of JSON is refused before a key is looked for", () => {
  const bytes = (...parts: (string | number)[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(typeof part === "string" ? part : [part])));
  const nested = (depth: number) => claims.replace(/}$/, `,"deep":${"[".repeat(depth)}${"]".repeat(depth)}}`);
  test.each<[title: string, payload: string | Uint8Array]>([
    ["row 76: a repeated claim, of which the last would win", claims.replace(/}$/, `,"sub":"user:admin"}`)],
    ["row 77: a claim named __proto__", claims.replace(/}$/, `,"__proto__":{"sub":"user:admin"}}`)],
    ["row 78: an array of claims", `[${claims}]`],
    ["row 79: null", "null"],
    ["row 80: a byte order mark", bytes(0xef, 0xbb, 0xbf, claims)],
    ["row 81: bytes that are not UTF-8", bytes(claims.replace(/}$/, `,"txt":"`), 0xc3, 0x28, `"}`)],
    ["row 83: twenty thousand nested arrays", nested(20_000)],
    ["arrays nested nine levels deep in all", nested(8)],
    ["a repeated claim whose second name is escaped", claims.replace(/}$/, String.raw`,"\u0073ub":"user:admin"}`)],
    ["a claim whose escaped name is __proto__", claims.replace(/}$/, String.raw`,"\u005f_proto__":{}}`)],
    ["a repeated name inside the actor", claims.replace(`{"sub":"agent:helper"}`, `{"sub":"agent:helper","sub":"agent:root"}`)],
    ["half of a two-byte character, overlong", bytes(claims.replace(/}$/, `,"txt":"`), 0xc0, 0xaf, `"}`)],
    ["text after the object", `${claims}{}`],
    ["a comma before the end", claims.replace(/}$/, ",}")],
    ["no bytes", ""],
  ])("%s", async (_title, forged) => {
    expect(await judge(forge(key, headerOf(key), forged), key)).toEqual({ verdict: "token_malformed", lookUps: 0 });
  });

  test("row 84: a repeated alg in the header", async () => {
    const forged = headerOf(key).replace(/^{/, `{"alg":"none",`);
    expect(await judge(forge(key, forged), key)).toEqual({ verdict: "token_malformed", lookUps: 0 });
  });
});

describe("a signature that only the key can judge does not verify", () => {
  const swapped = base64Url(claimsOf({ sub: "user:admin" }));
  test.each<[title: string, text: string, code: AuthCode]>([
    ["row 69: S + L in place of S", replaced(withLargerScalar(signed)), "bad_signature"],
    ["row 71: a signature of zeros", replaced(Buffer.alloc(64)), "bad_signature"],
    ["row 75: the payload of another token", `${header}.${swapped}.${signature}`, "bad_signature"],
  ])("%s", async (_title, text, code) => {
    expect(await judge(text, key)).toEqual({ verdict: code, lookUps: 1 });
  });
});
