import { digestArguments } from "@toolcrib/core";

/** A key pair with the names its public half goes by. */
export interface TestKey {
  readonly privateKey: CryptoKey;
  readonly kid: string;
  readonly x: string;
}

/** Makes one. */
export async function newKey(): Promise<TestKey> {
  const { privateKey, publicKey } = (await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"])) as CryptoKeyPair;
  const { x = "" } = await crypto.subtle.exportKey("jwk", publicKey);
  // The thumbprint of RFC 7638 is our digest of the key's required members.
  return { privateKey, kid: digestArguments({ crv: "Ed25519", kty: "OKP", x }), x };
}
