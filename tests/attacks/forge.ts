// Tokens by hand. Each part is text or bytes of an attacker's choice, and what signs them is node:crypto, not the
// product's signer, which could write few of these.

import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import { AuthError, CALL_TOKEN_TYPE, digestArguments, verifyCallToken } from "@toolcrib/core";

/** The clock of every attack, in seconds since 1970. */
export const NOW_S = 1_900_000_000;
export const ISSUER = "https://run.example.com";
export const AUDIENCE = "https://shop.example.com/mcp";
export const TENANT = "acme";

/** A real Ed25519 key, with all that an attacker can know of it in `published`. */
export interface ForgeKey {
  readonly kid: string;
  readonly x: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly published: Readonly<Record<string, unknown>>;
}

export function newKey(): ForgeKey {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  const kid = createHash("sha256")
    .update(JSON.stringify({ crv: "Ed25519", kty: "OKP", x }))
    .digest("base64url");
  return { kid, x, privateKey, publicKey, published: { kty: "OKP", crv: "Ed25519", use: "sig", kid, x } };
}

export const base64Url = (part: string | Uint8Array): string => Buffer.from(part).toString("base64url");

type Members = Readonly<Record<string, unknown>>;

/** The text of a right header with some members changed; undefined takes one away. */
export const headerOf = ({ kid }: ForgeKey, changes: Members = {}): string =>
  JSON.stringify({ alg: "EdDSA", typ: CALL_TOKEN_TYPE, kid, ...changes });

const NO_ARGUMENTS = await digestArguments({});

/** The text of right claims with some changed; undefined takes one away. */
export const claimsOf = (changes: Members = {}): string =>
  JSON.stringify({
    iss: ISSUER,
    aud: AUDIENCE,
    sub: "user:alice",
    tenant: TENANT,
    act: { sub: "agent:helper" },
    agent: "helper",
    txn: "run-1",
    call: "call-1",
    idk: "i".repeat(43),
    att: 1,
    tool: "watched",
    args_s256: NO_ARGUMENTS,
    jti: randomUUID(),
    iat: NOW_S,
    exp: NOW_S + 60,
    ...changes,
  });

/** What a signature is made over. */
export const inputOf = (header: string | Uint8Array, payload: string | Uint8Array): string => `${base64Url(header)}.${base64Url(payload)}`;

/** The signature, 64 bytes, over any text at all. */
export const signatureOf = (input: string, { privateKey }: ForgeKey): Buffer => sign(null, Buffer.from(input), privateKey);

/** Any text with a valid signature over it. */
export const seal = (input: string, key: ForgeKey): string => `${input}.${base64Url(signatureOf(input, key))}`;

/** A validly signed token of any header and payload. */
export const forge = (key: ForgeKey, header: string | Uint8Array = headerOf(key), payload: string | Uint8Array = claimsOf()): string =>
  seal(inputOf(header, payload), key);

/** A token "signed" with a secret that the attacker made of public bytes. */
export function forgeHmac(key: ForgeKey, alg: "HS256" | "HS512", secret: string | Uint8Array): string {
  const input = inputOf(headerOf(key, { alg }), claimsOf());
  return `${input}.${createHmac(alg === "HS256" ? "sha256" : "sha512", secret)
    .update(input)
    .digest("base64url")}`;
}

/** What the server that trusts `key` makes of a token, and how often it looked for a key. Any throw but an AuthError is a throw. */
export async function judge(token: string, key: ForgeKey): Promise<{ readonly verdict: string; readonly lookUps: number }> {
  let lookUps = 0;
  const publicKey = await crypto.subtle.importKey("jwk", { kty: "OKP", crv: "Ed25519", x: key.x }, { name: "Ed25519" }, true, ["verify"]);
  const findKey = async (kid: string) => {
    lookUps += 1;
    return kid === key.kid ? publicKey : undefined;
  };
  const expected = { issuer: ISSUER, tenant: TENANT, audiences: [AUDIENCE], findKey, nowMs: NOW_S * 1_000 };
  const verdict = await verifyCallToken(token, expected).then(
    () => "accepted",
    (error: unknown) => {
      if (error instanceof AuthError) return error.code;
      throw error;
    },
  );
  return { verdict, lookUps };
}
