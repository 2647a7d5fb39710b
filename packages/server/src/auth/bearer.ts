import { AuthError } from "@toolcrib/core";

/** One scheme, one space, one token (RFC 6750 section 2.1); two Authorization headers arrive joined by a comma and are none. */
const BEARER = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/i;

/** The token of an Authorization header; undefined where the header is not exactly one Bearer token. */
export function findBearer(authorization: string | null | undefined): string | undefined {
  return BEARER.exec(authorization ?? "")?.[1];
}

/**
 * The token of an Authorization header; it is read nowhere else.
 * @throws AuthError `token_missing` or `token_malformed`
 */
export function readBearer(authorization: string | null | undefined): string {
  if (authorization === null || authorization === undefined || authorization === "")
    throw new AuthError("token_missing", "there is no Authorization header");
  const token = findBearer(authorization);
  if (token === undefined) throw new AuthError("token_malformed", "the Authorization header is not one Bearer token");
  return token;
}
