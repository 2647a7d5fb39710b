// The runtime of a development server: a key of its own, made at start and kept in memory. The server verifies its
// tokens as it would verify a real runtime's, so what works here fails nowhere else for want of a name.

import { digestArguments } from "@toolcrib/core";

/** No host can have this name (RFC 2606), so nobody else can ever publish keys under it. */
export const DEV_ISSUER = "https://dev-runtime.invalid";
export const DEV_TENANT = "dev";

export interface DevRuntime {
  /** What `serveTools` is given. */
  readonly options: { readonly runtime: string; readonly tenant: string; readonly fetch: typeof globalThis.fetch };
  /** Whoever holds it signs as this runtime. */
  readonly privateKey: JsonWebKey;
}

/** Makes one. */
export async function createDevRuntime(): Promise<DevRuntime> {
  const pair = (await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"])) as CryptoKeyPair;
  const privateKey = await crypto.subtle.exportKey("jwk", pair.privateKey);
  const { x = "" } = privateKey;
  const published = { kty: "OKP", crv: "Ed25519", use: "sig", kid: toKeyId(x), x };
  return {
    options: { runtime: DEV_ISSUER, tenant: DEV_TENANT, fetch: async () => Response.json({ keys: [published] }) },
    privateKey,
  };
}

/** The thumbprint of RFC 7638, which is our digest of the key's required members. */
export function toKeyId(x: string): string {
  return digestArguments({ crv: "Ed25519", kty: "OKP", x });
}
