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
  // RFC 7638: the thumbprint of an OKP key is over crv, kty and x.
  const thumbprint = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify({ crv: "Ed25519", kty: "OKP", x })));
  const kid = btoa(String.fromCharCode(...new Uint8Array(thumbprint)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return { privateKey, kid, x };
}
