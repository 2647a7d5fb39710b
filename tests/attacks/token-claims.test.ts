// Claims that a runtime's key signed for real and that must be refused nevertheless, before a key is looked for.

import type { AuthCode } from "@toolcrib/core";
import { expect, test } from "vitest";
import { AUDIENCE, claimsOf, forge, headerOf, ISSUER, judge, NOW_S, newKey } from "./forge.ts";

const key = newKey();
const EVIL = "https://evil.example.com/mcp";

test.each<[title: string, changes: Readonly<Record<string, unknown>>, code: AuthCode]>([
  ["row 22: an audience with a slash at its end", { aud: `${AUDIENCE}/` }, "wrong_audience"],
  ["row 23: an audience whose host is in upper case", { aud: "https://SHOP.example.com/mcp" }, "wrong_audience"],
  ["row 24: an audience with the default port written out", { aud: "https://shop.example.com:443/mcp" }, "wrong_audience"],
  ["row 25: an audience of http", { aud: "http://shop.example.com/mcp" }, "wrong_audience"],
  ["row 26: an audience that is the origin alone", { aud: "https://shop.example.com" }, "wrong_audience"],
  ["row 27: an audience one path deeper", { aud: `${AUDIENCE}/admin` }, "wrong_audience"],
  ["row 28: an audience with a query", { aud: `${AUDIENCE}?x=1` }, "wrong_audience"],
  ["row 29: a list of audiences with ours and another's", { aud: [AUDIENCE, EVIL] }, "token_claims"],
  ["row 30: a list of another's audience", { aud: [EVIL] }, "token_claims"],
  ["row 31: an empty list of audiences", { aud: [] }, "token_claims"],
  ["row 32: no audience", { aud: undefined }, "token_claims"],
  ["row 33: an audience that is a number", { aud: 1 }, "token_claims"],
  ["row 34: an issuer with a slash at its end", { iss: `${ISSUER}/` }, "wrong_issuer"],
  ["row 35: a list of issuers", { iss: [ISSUER] }, "token_claims"],
  ["row 36: no issuer", { iss: undefined }, "token_claims"],
  ["row 37: another tenant of the same runtime", { tenant: "globex" }, "wrong_tenant"],
  ["row 38: a list of tenants with ours", { tenant: ["acme", "globex"] }, "token_claims"],
  ["row 39: no tenant", { tenant: undefined }, "token_claims"],
  ["row 40: expired for 10 seconds", { iat: NOW_S - 70, exp: NOW_S - 10 }, "token_expired"],
  ["expired for exactly the 5 seconds that clocks may differ", { iat: NOW_S - 65, exp: NOW_S - 5 }, "token_expired"],
  ["row 42: no exp", { exp: undefined }, "token_claims"],
  ["row 43: an exp that is a string", { exp: String(NOW_S + 60) }, "token_claims"],
  ["row 44: an exp with a fraction", { exp: NOW_S + 60.5 }, "token_claims"],
  ["row 45: an exp of 1e30", { exp: 1e30 }, "token_claims"],
  ["row 46: a life of 24 hours with a fresh iat", { exp: NOW_S + 86_400 }, "token_claims"],
  ["a life one second too long", { exp: NOW_S + 301 }, "token_claims"],
  ["a life that ends as it begins", { exp: NOW_S }, "token_claims"],
  ["row 47: an nbf in the future", { nbf: NOW_S + 30 }, "token_not_yet_valid"],
  ["row 48: an iat 60 seconds in the future", { iat: NOW_S + 60, exp: NOW_S + 120 }, "token_not_yet_valid"],
  ["row 49: no iat", { iat: undefined }, "token_claims"],
  ["row 50: an iat of 10 minutes ago", { iat: NOW_S - 600 }, "token_claims"],
  ["row 51: no subject", { sub: undefined }, "token_claims"],
  ["row 52: an empty subject", { sub: "" }, "token_claims"],
  ["row 53: a subject that is a number", { sub: 7 }, "token_claims"],
  ["row 54: no actor", { act: undefined }, "token_claims"],
  ["row 55: an actor that is a string", { act: "agent:helper" }, "token_claims"],
  ["row 56: no jti", { jti: undefined }, "token_claims"],
  ["an actor without a subject", { act: {} }, "token_claims"],
  ["a subject of 257 characters", { sub: "a".repeat(257) }, "token_claims"],
  ["a context that is a list", { ctx: [] }, "token_claims"],
  ["a context over 2 KB", { ctx: { a: "a".repeat(2_048) } }, "token_claims"],
  ["a token for a call and for a method at once", { mth: "tools/list" }, "token_claims"],
  ["a token for neither a call nor a method", { call: undefined, idk: undefined, tool: undefined, args_s256: undefined }, "token_claims"],
])("%s", async (_title, changes, code) => {
  expect(await judge(forge(key, headerOf(key), claimsOf(changes)), key)).toEqual({ verdict: code, lookUps: 0 });
});

test("row 41: expired for 3 seconds is accepted, as clocks may differ by 5", async () => {
  const token = forge(key, headerOf(key), claimsOf({ iat: NOW_S - 63, exp: NOW_S - 3 }));
  expect(await judge(token, key)).toEqual({ verdict: "accepted", lookUps: 1 });
});
