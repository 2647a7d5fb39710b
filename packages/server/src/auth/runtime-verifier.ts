// A runtime's callers: a signed token on every request, proven before a byte of the body is read.

import { AuthError, type CallTokenClaims, digestArguments, isObject, META, toAudience, toIdentity, verifyCallToken } from "@toolcrib/core";
import type { Caller, EngineRequest } from "../engine/http.ts";
import type { RpcNotification, RpcRequest } from "../engine/json-rpc.ts";
import { readBearer } from "./bearer.ts";
import type { RuntimeKeys } from "./runtime-keys.ts";

export interface RuntimeVerifierOptions {
  readonly issuer: string;
  readonly tenant: string;
  /** Canonical URLs of this server; without them each request's own URL is the audience. */
  readonly audiences: readonly string[] | undefined;
  readonly keys: RuntimeKeys;
  readonly now: () => number;
}

/**
 * The caller of a request.
 * @throws AuthError with the cause
 */
export async function verifyRuntimeCaller(
  request: Pick<EngineRequest, "header" | "url">,
  options: RuntimeVerifierOptions,
): Promise<Caller & { readonly claims: CallTokenClaims }> {
  const token = readBearer(request.header("authorization"));
  const claims = await verifyCallToken(token, {
    issuer: options.issuer,
    tenant: options.tenant,
    audiences: options.audiences ?? ownAudience(request.url()),
    findKey: (kid) => options.keys.find(kid),
    nowMs: options.now(),
  });
  const identity = toIdentity(claims);
  return { identity, key: `runtime:${JSON.stringify([identity.tenant, identity.agent, identity.subject])}`, claims };
}

/**
 * What a token says of the request's body.
 * @throws AuthError `wrong_method`, `wrong_tool`, `wrong_arguments` or `wrong_key`
 */
export async function checkBodyClaims(claims: CallTokenClaims, message: RpcRequest | RpcNotification): Promise<void> {
  const { method, params } = message;
  if (method !== "tools/call") {
    if (claims.mth !== method) throw new AuthError("wrong_method", "the token is for another method");
    return;
  }
  if (claims.mth !== undefined) throw new AuthError("wrong_method", "the token is for another method");
  if (claims.tool !== params.name) throw new AuthError("wrong_tool", "the token is for another tool");
  if (claims.args_s256 !== digestArguments(params.arguments ?? {}))
    throw new AuthError("wrong_arguments", "the token is for other arguments");
  const sent = isObject(params._meta) ? params._meta[META.idempotencyKey] : undefined;
  if (sent !== undefined && sent !== claims.idk) throw new AuthError("wrong_key", "the idempotency key is not the one that was signed");
}

function ownAudience(url: string | undefined): readonly string[] {
  if (url === undefined)
    throw new AuthError("wrong_audience", "this server does not know its public URL; set origin, audience or trustProxy");
  try {
    const { origin, pathname } = new URL(url);
    return [toAudience(`${origin}${pathname}`)];
  } catch {
    throw new AuthError("wrong_audience", "the request's own URL is no audience; set origin or audience");
  }
}
