// A runtime in 60 lines: a key, the document that publishes its public half, and a `fetch` that signs what it sends.
// A real runtime is a service and publishes that document at its own URL; the server below can't tell the difference.

import { type CallTokenClaims, digestArguments, signCallToken } from "@toolcrib/core";

const runtime = "https://example-runtime.invalid";
const tenant = "example-shop";
const agent = "support-agent";

const { privateKey, publicKey } = (await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"])) as CryptoKeyPair;
const { x = "" } = await crypto.subtle.exportKey("jwk", publicKey);
const kid = digestArguments({ crv: "Ed25519", kty: "OKP", x });

/** What the server is told: whom to trust, and where that one's keys are. Here they come from memory. */
export const trust = {
  runtime,
  tenant,
  fetch: async () => Response.json({ keys: [{ kty: "OKP", crv: "Ed25519", use: "sig", kid, x }] }),
};

/** A `fetch` for an MCP client. Each request gets a token that is good for nothing else and lives for 60 seconds. */
export function signingFetch(subject: string): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { origin, pathname } = new URL(request.url);
    const iat = Math.floor(Date.now() / 1_000);
    const claims: CallTokenClaims = {
      iss: runtime,
      aud: `${origin}${pathname}`,
      tenant,
      sub: subject,
      agent,
      act: { sub: `agent:${agent}` },
      jti: crypto.randomUUID(),
      iat,
      exp: iat + 60,
      ...(await toBodyClaims(request)),
    };
    request.headers.set("authorization", `Bearer ${await signCallToken(claims, privateKey, kid)}`);
    return fetch(request);
  };
}

/** What is asked for: on a call the tool and a digest of its arguments, so that neither can be exchanged on the way. */
async function toBodyClaims(request: Request): Promise<Partial<CallTokenClaims>> {
  // Without a body there is no MCP method; the client asks this way whether the server would open a stream.
  if (request.method !== "POST") return { mth: request.method };
  const { method, params } = (await request.clone().json()) as { method: string; params?: { name: string; arguments?: object } };
  if (method !== "tools/call" || params === undefined) return { mth: method };
  const call = crypto.randomUUID();
  return { call, idk: call, tool: params.name, args_s256: digestArguments(params.arguments ?? {}) };
}
