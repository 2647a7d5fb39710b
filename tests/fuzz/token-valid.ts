// Tokens that a key really signed, and the values that are put in place of parts of them. All of it comes from the seed.

import { createPrivateKey, createPublicKey } from "node:crypto";
import { type CallTokenClaims, signCallToken } from "@toolcrib/core";
import type { Chance } from "./chance.ts";

export const NOW_S = 1_900_000_000;
export const REALM = {
  issuer: "https://run.example.com",
  tenant: "acme",
  audiences: ["https://shop.example.com/mcp"],
  nowMs: NOW_S * 1_000,
};

export const base64Url = (part: string | Uint8Array): string => Buffer.from(part).toString("base64url");

export interface ValidTokens {
  readonly tokens: readonly string[];
  readonly kid: string;
  readonly findKey: (kid: string) => Promise<CryptoKey | undefined>;
}

/** A key and four tokens, each another kind. */
export async function validTokens({ bytes }: Chance): Promise<ValidTokens> {
  // The key is of the seed too (RFC 8410 section 7 around 32 bytes), and so is each token to the byte.
  const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), bytes(32)]);
  const privateKey = await crypto.subtle.importKey("pkcs8", pkcs8, { name: "Ed25519" }, false, ["sign"]);
  const spki = createPublicKey(createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" })).export({ format: "der", type: "spki" });
  const publicKey = await crypto.subtle.importKey("spki", new Uint8Array(spki), { name: "Ed25519" }, false, ["verify"]);
  const kid = base64Url(bytes(32));

  const common = {
    iss: REALM.issuer,
    aud: REALM.audiences[0],
    sub: "user:alice",
    tenant: REALM.tenant,
    act: { sub: "agent:helper" },
    agent: "helper",
    iat: NOW_S,
    exp: NOW_S + 60,
  };
  const call = { call: "c1", idk: base64Url(bytes(32)), att: 1, tool: "refund", args_s256: base64Url(bytes(32)) };
  const claims = [
    { ...common, ...call, jti: "1" },
    { ...common, ...call, jti: "2", txn: "run-1", ctx: { plan: "free", limits: [1, 2.5, null, true], "naïve ключ": "☃" } },
    { ...common, mth: "tools/list", jti: "3" },
    { ...common, ...call, jti: "4", nbf: NOW_S - 1, sub: 'quote " and back\\slash \u{1f600}' },
  ] as readonly CallTokenClaims[];
  return {
    tokens: await Promise.all(claims.map((one) => signCallToken(one, privateKey, kid))),
    kid,
    findKey: async (wanted) => (wanted === kid ? publicKey : undefined),
  };
}
