// Signs as the development runtime: a token for one HTTP request, good for its method, tool and arguments alone.

import { CALL_TOKEN, type CallTokenClaims, digestArguments, isObject, signCallToken, toAudience } from "@toolcrib/core";
import { DEV_ISSUER, DEV_TENANT, toKeyId } from "./dev-runtime.ts";

const AGENT = "toolcrib-call";

/** What one token is for. */
export interface SignedRequest {
  readonly url: string;
  readonly method: string;
  /** With `tools/call` alone. */
  readonly tool?: string;
  readonly args?: unknown;
}

export interface DevSigner {
  sign(request: SignedRequest): Promise<string>;
  /** A `fetch` for any MCP client: it reads the message it sends and signs it. */
  readonly fetch: typeof globalThis.fetch;
}

/** @param options.subject whom the calls are for */
export async function createDevSigner(
  privateKey: JsonWebKey,
  options: { readonly subject: string; readonly now?: () => number },
): Promise<DevSigner> {
  const { subject, now = Date.now } = options;
  const key = await crypto.subtle.importKey("jwk", privateKey, { name: "Ed25519" }, false, ["sign"]);
  const kid = toKeyId(privateKey.x ?? "");

  async function sign(request: SignedRequest): Promise<string> {
    const iat = Math.floor(now() / 1_000);
    const claims: CallTokenClaims = {
      iss: DEV_ISSUER,
      aud: toAudience(request.url),
      sub: subject,
      tenant: DEV_TENANT,
      act: { sub: `agent:${AGENT}` },
      agent: AGENT,
      jti: crypto.randomUUID(),
      iat,
      exp: iat + CALL_TOKEN.lifeS,
      ...(request.tool === undefined ? { mth: request.method } : toCallClaims(request.tool, request.args)),
    };
    return signCallToken(claims, key, kid);
  }

  return {
    sign,
    async fetch(input, init) {
      const request = new Request(input, init);
      const message = readMessage(await request.clone().text());
      request.headers.set("authorization", `Bearer ${await sign({ url: request.url, ...message })}`);
      return globalThis.fetch(request);
    },
  };
}

/** Each call has one try here, so its id is its idempotency key too. */
function toCallClaims(tool: string, args: unknown): Partial<CallTokenClaims> {
  const call = crypto.randomUUID();
  return { call, idk: call, att: 1, tool, args_s256: digestArguments(args ?? {}) };
}

function readMessage(body: string): Omit<SignedRequest, "url"> {
  const message: unknown = JSON.parse(body);
  if (!isObject(message) || typeof message.method !== "string")
    throw new Error("only a single JSON-RPC request or notification can be signed: a token is for one method");
  const { method, params } = message;
  if (method !== "tools/call" || !isObject(params)) return { method };
  return { method, tool: String(params.name), args: params.arguments };
}
