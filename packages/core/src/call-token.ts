// The signed name on a call: an Ed25519 JWT made for one request, `typ: tool-call+jwt`. Signer and verifier side by side.
//
// jose signs. It does not verify: with its tightest options it still takes two dozen forgeries and oddities, from an
// audience list to a repeated claim, so a strict reader has to know every byte anyway, and what is then left to do is
// one `crypto.subtle.verify` (and 85 ms less at a server's first call). Everything that can be known without a key is
// checked before a key is looked up, so that junk never causes a fetch. Every cause of refusal has a code for the log;
// the caller is told none.

import { parseBase64Url } from "./base64.ts";
import { AuthError } from "./errors.ts";
import type { Identity } from "./identity.ts";
import { isObject, type JsonObject } from "./json.ts";
import { CALL_TOKEN } from "./limits.ts";
import { parseStrictJson } from "./strict-json.ts";

/** The one spelling of the token's type. */
export const CALL_TOKEN_TYPE = "tool-call+jwt";

/** `Ed25519` is the name of RFC 9864, `EdDSA` the one that everybody knows; signed with the latter, both are taken. */
const ALGORITHMS = ["EdDSA", "Ed25519"];

/** What a token says. Times are whole seconds since 1970. */
export interface CallTokenClaims {
  /** The runtime's URL. */
  readonly iss: string;
  /** The canonical URL of the one server this token is for. */
  readonly aud: string;
  /** Whom the agent acts for. */
  readonly sub: string;
  readonly tenant: string;
  /** Who is acting now. */
  readonly act: { readonly sub: string };
  readonly agent: string;
  /** What the agent's owner attached. Default: nothing. */
  readonly ctx?: JsonObject;
  /** The run. */
  readonly txn?: string;
  /** The method, on everything but tools/call. */
  readonly mth?: string;
  /** The call, on tools/call: its id, its idempotency key, the attempt, the tool, the digest of its arguments. */
  readonly call?: string;
  readonly idk?: string;
  readonly att?: number;
  readonly tool?: string;
  readonly args_s256?: string;
  /** New for each HTTP request. */
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
  readonly nbf?: number;
}

/** WebCrypto's key. Not by its name, which is the DOM's: a server's TypeScript need not know it. */
export type SignatureKey = Extract<Awaited<ReturnType<typeof crypto.subtle.generateKey>>, { readonly type: string }>;

export interface CallTokenExpectations {
  readonly issuer: string;
  readonly tenant: string;
  /** Canonical URLs; the token's must be one of them. */
  readonly audiences: readonly string[];
  /** The public key with an id; undefined when there is none. */
  readonly findKey: (kid: string) => Promise<SignatureKey | undefined>;
  /** The clock, in milliseconds since 1970. */
  readonly nowMs: number;
  /** How far two clocks may be apart, in seconds. Default: 5. */
  readonly skewS?: number;
}

const text = (maxChars: number) => (value: unknown) => typeof value === "string" && value.length > 0 && value.length <= maxChars;
const digest = (value: unknown) => typeof value === "string" && /^[A-Za-z0-9_-]{43}$/.test(value);
const seconds = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0;
const maybe = (check: (value: unknown) => boolean) => (value: unknown) => value === undefined || check(value);

/** What each claim must be. A claim that is not here is ignored; one that is here and odd is a refusal. */
const CLAIMS: Readonly<Record<keyof CallTokenClaims, (value: unknown) => boolean>> = {
  iss: text(2_048),
  aud: text(2_048),
  sub: text(256),
  tenant: text(256),
  act: (value) => isObject(value) && text(256)(value.sub),
  agent: text(256),
  ctx: maybe((value) => isObject(value) && JSON.stringify(value).length <= CALL_TOKEN.contextMaxChars),
  txn: maybe(text(256)),
  mth: maybe(text(256)),
  call: maybe(text(256)),
  idk: maybe(text(256)),
  att: maybe((value) => Number.isSafeInteger(value) && (value as number) >= 1),
  tool: maybe(text(256)),
  args_s256: maybe(digest),
  jti: text(256),
  iat: seconds,
  exp: seconds,
  nbf: maybe(seconds),
};

const CLAIM_CHECKS = Object.entries(CLAIMS);

/** Claims that a token for tools/call must have, and one for another method must not. */
const CALL_CLAIMS = ["call", "idk", "tool", "args_s256"] as const;

/** Signs claims with a runtime's private Ed25519 key. */
export async function signCallToken(claims: CallTokenClaims, key: SignatureKey, kid: string): Promise<string> {
  const { CompactSign } = await loadJose();
  const payload = new TextEncoder().encode(JSON.stringify(claims));
  return new CompactSign(payload).setProtectedHeader({ alg: "EdDSA", typ: CALL_TOKEN_TYPE, kid }).sign(key);
}

/**
 * What a token proves.
 * @throws AuthError with the cause
 */
export async function verifyCallToken(token: string, expected: CallTokenExpectations): Promise<CallTokenClaims> {
  const { kid, claims, signature } = readToken(token);
  checkClaims(claims, expected);
  const key = await expected.findKey(kid);
  if (key === undefined) throw new AuthError("unknown_key", "the runtime publishes no key with this kid");
  const signed = new TextEncoder().encode(token.slice(0, token.lastIndexOf(".")));
  if (!(await crypto.subtle.verify("Ed25519", key, signature, signed)))
    throw new AuthError("bad_signature", "the signature does not verify");
  return claims;
}

/**
 * The issuer a token claims, unproven: it chooses who verifies, so that a token of the runtime's, however broken, is
 * never tried on another verifier. Undefined for what is no JWT.
 */
export function peekIssuer(token: string): string | undefined {
  const [, payload = ""] = token.length > CALL_TOKEN.maxChars ? [] : token.split(".");
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return isObject(claims) && typeof claims.iss === "string" ? claims.iss : undefined;
  } catch {
    return undefined;
  }
}

/** Who calls, as a proven token says it. */
export function toIdentity(claims: CallTokenClaims): Identity {
  return {
    tenant: claims.tenant,
    agent: claims.agent,
    subject: claims.sub,
    actor: claims.act.sub,
    context: claims.ctx ?? {},
    via: "runtime",
  };
}

function readToken(token: string): { readonly kid: string; readonly claims: CallTokenClaims; readonly signature: Uint8Array<ArrayBuffer> } {
  if (token.length > CALL_TOKEN.maxChars)
    throw new AuthError("token_malformed", `the token is longer than ${CALL_TOKEN.maxChars} characters`);
  const parts = token.split(".");
  if (parts.length !== 3) throw new AuthError("token_malformed", "the token has not three parts");
  const [header, payload, signature] = parts.map((part) => parseBase64Url(part));
  if (header === undefined || payload === undefined || signature?.length !== 64)
    throw new AuthError("token_malformed", "a part of the token is not base64url of the right length");
  const kid = readHeader(parseObject(header));
  const claims = parseObject(payload);
  const odd = CLAIM_CHECKS.find(([name, isRight]) => !isRight(claims[name]));
  if (odd !== undefined) throw new AuthError("token_claims", `the claim ${odd[0]} is missing or not of its form`);
  const missing = CALL_CLAIMS.filter((name) => claims[name] === undefined);
  if (claims.mth === undefined ? missing.length > 0 : missing.length < CALL_CLAIMS.length) {
    throw new AuthError("token_claims", `a token is for a call (${CALL_CLAIMS.join(", ")}) or for another method (mth)`);
  }
  return { kid, claims: claims as unknown as CallTokenClaims, signature };
}

/** Exactly alg, typ and kid: a header that asks for anything else asks for trouble. */
function readHeader(header: Readonly<Record<string, unknown>>): string {
  const { alg, typ, kid, ...others } = header;
  if (Object.keys(others).length > 0) throw new AuthError("token_header", "the header has more than alg, typ and kid");
  if (!ALGORITHMS.includes(alg as string)) throw new AuthError("token_header", "the algorithm is not EdDSA");
  if (typ !== CALL_TOKEN_TYPE) throw new AuthError("token_header", `the type is not ${CALL_TOKEN_TYPE}`);
  if (typeof kid !== "string" || !digest(kid)) throw new AuthError("token_header", "the kid is not a thumbprint");
  return kid;
}

/** Refuses bytes that are no UTF-8, and takes a byte order mark for what JSON does: no part of it. Keeps nothing between two texts. */
const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = parseStrictJson(strictUtf8.decode(bytes), CALL_TOKEN.maxDepth);
  } catch {
    throw new AuthError("token_malformed", "a part of the token is not strict JSON");
  }
  if (!isObject(value)) throw new AuthError("token_malformed", "a part of the token is not an object");
  return value;
}

function checkClaims(claims: CallTokenClaims, { issuer, tenant, audiences, nowMs, skewS = CALL_TOKEN.skewS }: CallTokenExpectations): void {
  if (claims.iss !== issuer) throw new AuthError("wrong_issuer", "the token is from another issuer");
  if (claims.tenant !== tenant) throw new AuthError("wrong_tenant", "the token is for another tenant");
  if (!audiences.includes(claims.aud))
    throw new AuthError("wrong_audience", `the token is for another server; this one is ${audiences.join(", ")}`);
  const nowS = nowMs / 1_000;
  const { iat, exp, nbf = iat } = claims;
  if (exp - iat > CALL_TOKEN.maxLifeS || exp <= iat)
    throw new AuthError("token_claims", `the token lives longer than ${CALL_TOKEN.maxLifeS} s, or not at all`);
  if (exp + skewS <= nowS) throw new AuthError("token_expired", "the token has expired");
  if (iat > nowS + skewS || nbf > nowS + skewS) throw new AuthError("token_not_yet_valid", "the token is from the future");
}

let jose: Promise<typeof import("jose")> | undefined;

/** 85 ms to import, so only where a token is signed. */
function loadJose(): Promise<typeof import("jose")> {
  jose ??= import("jose");
  return jose;
}
