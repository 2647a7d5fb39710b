// What a caller that was not let in is told: the same for every cause, and nothing to store (RFC 6750 section 3).

import { type AuthError, RPC_ERROR } from "@toolcrib/core";
import type { EngineResponse } from "../engine/http.ts";
import { errorResponse } from "../engine/json-rpc.ts";

/** Where a client can get credentials, in a challenge of RFC 9728; empty where there is no authorization server to be sent to. */
export interface ChallengeHints {
  readonly resourceMetadata?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
}

/** 401, or 503 where the runtime's keys can't be had. Without credentials the challenge carries no error. */
export function toRefusal(error: AuthError, hints: ChallengeHints = {}): EngineResponse {
  if (error.code === "keys_unavailable") {
    return refusal(503, "callers can't be verified right now", { "retry-after": String(error.retryAfterS ?? 1) });
  }
  if (error.code === "token_missing") return refusal(401, "a token is needed", { "www-authenticate": challenge([], hints) });
  const invalid = ['error="invalid_token"', 'error_description="the token is not valid for this request"'];
  return refusal(401, "the token is not valid for this request", { "www-authenticate": challenge(invalid, hints) });
}

/** 403: the caller is proven and may not call this tool. With scopes, what it would need (MCP, basic/authorization). */
export function toForbidden(message: string, hints: ChallengeHints = {}): EngineResponse {
  if (hints.scopes === undefined) return refusal(403, message, {});
  return refusal(403, message, { "www-authenticate": challenge(['error="insufficient_scope"'], hints) });
}

function challenge(parts: readonly string[], { scopes, resourceMetadata }: ChallengeHints): string {
  const scope = scopes === undefined || scopes.length === 0 ? [] : [`scope="${scopes.join(" ")}"`];
  const metadata = resourceMetadata === undefined ? [] : [`resource_metadata="${resourceMetadata}"`];
  return ["Bearer", [...parts, ...scope, ...metadata].join(", ")].join(" ").trim();
}

function refusal(status: number, message: string, headers: Readonly<Record<string, string>>): EngineResponse {
  const response = errorResponse(status, undefined, RPC_ERROR.unauthorized, message);
  return { ...response, headers: { ...response.headers, "cache-control": "no-store", ...headers } };
}
