// Credentials of ours: random, opaque, kept as a hash. What is looked up is the hash, so no comparison's time says
// anything about the credential itself.

import { hash, randomBytes } from "node:crypto";

/** So that a scanner for leaked secrets can tell what it found: `tca` an agent's token, `tco` an operator's key. */
export type CredentialKind = "tca" | "tco";

export function newCredential(kind: CredentialKind): string {
  return `${kind}_${randomBytes(32).toString("base64url")}`;
}

export function isCredential(kind: CredentialKind, text: string): boolean {
  return text.startsWith(`${kind}_`);
}

/** SHA-256: of 32 random bytes nothing slower is needed. */
export function toCredentialHash(credential: string): string {
  return hash("sha256", credential, "base64url");
}

/** One scheme, one space, one token (RFC 6750 section 2.1). */
const BEARER = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/i;

export function readBearer(authorization: string | null | undefined): string | undefined {
  return BEARER.exec(authorization ?? "")?.[1];
}
