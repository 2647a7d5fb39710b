// What a token says of itself before its claims: algorithm, type, key and whatever else a header can ask for.

import type { AuthCode } from "@toolcrib/core";
import { describe, expect, test } from "vitest";
import { base64Url, claimsOf, type ForgeKey, forge, forgeHmac, headerOf, inputOf, judge, newKey, seal } from "./forge.ts";

const key = newKey();
const attacker = newKey();
const pem = (of: ForgeKey) => of.publicKey.export({ type: "spki", format: "pem" });

test("the token that every attack here starts from is accepted", async () => {
  expect(await judge(forge(key), key)).toEqual({ verdict: "accepted", lookUps: 1 });
});

describe("a token without a signature, or with one that anybody can make, is refused before a key is looked for", () => {
  test.each<[title: string, token: string, code: AuthCode]>([
    ["row 1: alg none with an empty signature", `${inputOf(headerOf(key, { alg: "none" }), claimsOf())}.`, "token_malformed"],
    ["row 2: alg None in another case, signed for real", forge(key, headerOf(key, { alg: "None" })), "token_header"],
    ["row 3: HS256 keyed with the public key's PEM", forgeHmac(key, "HS256", pem(key)), "token_malformed"],
    ["row 4: HS256 keyed with the public key's raw bytes", forgeHmac(key, "HS256", Buffer.from(key.x, "base64url")), "token_malformed"],
    ["row 5: HS256 keyed with the published key's text", forgeHmac(key, "HS256", JSON.stringify(key.published)), "token_malformed"],
    ["HS512, whose length is that of Ed25519, keyed with the PEM", forgeHmac(key, "HS512", pem(key)), "token_header"],
    ["HS512 keyed with the raw bytes", forgeHmac(key, "HS512", Buffer.from(key.x, "base64url")), "token_header"],
    ["alg none with a real signature", forge(key, headerOf(key, { alg: "none" })), "token_header"],
  ])("%s", async (_title, token, code) => {
    expect(await judge(token, key)).toEqual({ verdict: code, lookUps: 0 });
  });
});

test("row 6: another Ed25519 key under the same kid does not verify", async () => {
  expect(await judge(forge(attacker, headerOf(key)), key)).toEqual({ verdict: "bad_signature", lookUps: 1 });
});

describe("a validly signed header with anything but the one alg, typ and kid is refused before a key is looked for", () => {
  const jwk = { kty: "OKP", crv: "Ed25519", x: attacker.x };
  test.each<[title: string, header: string]>([
    ["row 8: no kid, though there is but one key", headerOf(key, { kid: undefined })],
    ["row 9: a kid that is a path", headerOf(key, { kid: "../../../../dev/null" })],
    ["row 10: a kid that is a number", headerOf(key, { kid: 1 })],
    ["row 11: a kid that is SQL", headerOf(key, { kid: "x' UNION SELECT 'key' --" })],
    ["row 13: a jku header", headerOf(key, { jku: "https://evil.example.com/jwks.json" })],
    ["row 14: an x5u header", headerOf(key, { x5u: "https://evil.example.com/chain.pem" })],
    ["row 15: typ JWT", headerOf(key, { typ: "JWT" })],
    ["row 16: no typ", headerOf(key, { typ: undefined })],
    ["row 17: typ at+jwt", headerOf(key, { typ: "at+jwt" })],
    ["row 18: the typ with its application/ prefix", headerOf(key, { typ: "application/tool-call+jwt" })],
    ["row 19: the typ in upper case", headerOf(key, { typ: "TOOL-CALL+JWT" })],
    ["row 21: alg eddsa in lower case", headerOf(key, { alg: "eddsa" })],
    ["row 57: an unknown critical extension", headerOf(key, { crit: ["exp"], exp: 1 })],
    ["row 58: an unencoded payload by b64", headerOf(key, { crit: ["b64"], b64: false })],
    ["row 59: an empty list of critical extensions", headerOf(key, { crit: [] })],
    ["row 60: a compressed payload by zip", headerOf(key, { zip: "DEF" })],
    ["row 61: a nested token by cty", headerOf(key, { cty: "JWT" })],
    ["an alg that is a list", headerOf(key, { alg: ["EdDSA"] })],
    ["a kid of 43 characters that is a list", headerOf(key, { kid: [key.kid] })],
    ["a member named like one of every object", headerOf(key, { constructor: 1 })],
  ])("%s", async (_title, header) => {
    expect(await judge(forge(key, header), key)).toEqual({ verdict: "token_header", lookUps: 0 });
  });

  test("row 12: the attacker's own key embedded as jwk, and signed with it", async () => {
    expect(await judge(forge(attacker, headerOf(key, { jwk })), key)).toEqual({ verdict: "token_header", lookUps: 0 });
  });
});

test("row 20: the alg label Ed25519 of RFC 9864 is accepted, as EdDSA is", async () => {
  expect(await judge(forge(key, headerOf(key, { alg: "Ed25519" })), key)).toEqual({ verdict: "accepted", lookUps: 1 });
});

test("an unencoded payload that was signed unencoded is refused too", async () => {
  const header = headerOf(key, { crit: ["b64"], b64: false });
  const [, , signature] = seal(`${base64Url(header)}.${claimsOf()}`, key).split(".");
  expect((await judge(`${inputOf(header, claimsOf())}.${signature}`, key)).verdict).not.toBe("accepted");
});
