// What a caller that was not proven is told: the same for every cause, and nothing to store (RFC 6750 section 3).

import { type AuthError, RPC_ERROR } from "@toolcrib/core";
import type { EngineResponse } from "../engine/http.ts";
import { errorResponse } from "../engine/json-rpc.ts";

/**
 * 401, or 503 where the runtime's keys can't be had. Without credentials the challenge carries no error; there is no
 * `resource_metadata` in it, as there is no authorization server that a client could be sent to.
 */
export function toRefusal(error: AuthError): EngineResponse {
  if (error.code === "keys_unavailable") {
    const response = errorResponse(503, undefined, RPC_ERROR.unauthorized, "callers can't be verified right now");
    return { ...response, headers: { ...response.headers, "cache-control": "no-store", "retry-after": String(error.retryAfterS ?? 1) } };
  }
  const isMissing = error.code === "token_missing";
  const challenge = isMissing ? "Bearer" : 'Bearer error="invalid_token", error_description="the token is not valid for this request"';
  const response = errorResponse(
    401,
    undefined,
    RPC_ERROR.unauthorized,
    isMissing ? "a signed call token is needed" : "the token is not valid for this request",
  );
  return { ...response, headers: { ...response.headers, "cache-control": "no-store", "www-authenticate": challenge } };
}
