// What a runtime's endpoint may answer with: keys, and everything else.

import { createHash, generateKeyPairSync } from "node:crypto";
import type { RequestListener } from "node:http";

/** A well-formed key id for a name. */
export const kid = (name: string) => createHash("sha256").update(name).digest("base64url");

/** A published key with the id of that name. */
export function key(name: string, members: object = {}) {
  const { kty, crv, x } = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  return { kty, crv, x, use: "sig", kid: kid(name), ...members };
}

export const reply =
  (body: string, type = "application/json", status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { "content-type": type }).end(body);
export const publish = (...keys: unknown[]) => reply(JSON.stringify({ keys }));
