// What serveTools may be given, and what can be wrong with it, told at start.

import {
  type AuthError,
  type Implementation,
  isProduction,
  StartError,
  type StateKey,
  TEST_ISSUER,
  toAudience,
  toStateKeyBytes,
} from "@toolcrib/core";
import type { FailedCall } from "@toolcrib/tools/run";
import type { CallerVerifier } from "./auth/custom-verifier.ts";
import type { OAuthOptions } from "./auth/resource-metadata.ts";

interface CommonOptions {
  /** Values for the tools' declared `env` names. A missing one is an error at start. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * Keys for the state that travels while a person is asked: 32 bytes or more each; the first signs, all verify.
   * Default: a random key, which no second instance can read.
   */
  readonly stateKeys?: readonly StateKey[];
  /** Browser origins that may call, as `https://app.example.com`, or `*`. Default: none, and no CORS headers. */
  readonly cors?: { readonly origins: readonly string[] };
  /** What the server calls itself. Default: `{ name: "toolcrib", version: "0" }`. */
  readonly serverInfo?: Implementation;
  /** What a model should know about these tools as a whole. */
  readonly instructions?: string;
  /** Hears of every failure, whole, with stack and cause; without `call` it was the engine's own. Nothing of it goes on the wire. */
  readonly onError?: (error: unknown, call?: FailedCall) => void;
  /** Hears, once each, what an operator should know. Default: `console.warn`. */
  readonly log?: (line: string) => void;
  /** The clock, in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
}

/** A server that verifies nobody: every caller is anonymous, and only requests that address a loopback host are answered. */
export interface UnverifiedOptions extends CommonOptions {
  readonly auth: "none";
}

/** What a server that verifies its callers may be given besides. */
interface VerifyingOptions extends CommonOptions {
  /** This server's public URL or URLs, path included. Wins over `origin`. */
  readonly audience?: string | readonly string[];
  /** This server's public origin, as `https://tools.example.com`; the path is that of the request. Default: the request's own URL. */
  readonly origin?: string;
  /** What single tools require: a runtime's identity, or scopes of other callers. A caller without is told 403. */
  readonly require?: Readonly<Record<string, { readonly runtime?: boolean; readonly scopes?: readonly string[] }>>;
  /** Where clients of `verify` get tokens: the metadata of RFC 9728 is served, and challenges point to it. */
  readonly oauth?: OAuthOptions;
  /** Fetches the runtime's keys. Default: the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Hears why a caller was refused; the caller is told none of it. */
  readonly onReject?: (error: AuthError) => void;
}

/** A server for a runtime's signed calls, and with `verify` for other callers too. */
export interface RuntimeOptions extends VerifyingOptions {
  /** The runtime's URL: the issuer of its tokens; its keys are at `/.well-known/jwks.json` below it. */
  readonly runtime: string;
  /** Your tenant at that runtime: all its tenants share issuer and keys, so this is what makes a token yours. */
  readonly tenant: string;
  readonly verify?: CallerVerifier;
}

/** A server for callers that are no runtime. */
export interface CustomOptions extends VerifyingOptions {
  /** Proves a caller by its token or another header. */
  readonly verify: CallerVerifier;
}

export type ServeOptions = UnverifiedOptions | RuntimeOptions | CustomOptions;

/** Both kinds of verified servers as one. */
export interface VerifiedOptions extends VerifyingOptions, Partial<Pick<RuntimeOptions, "runtime" | "tenant" | "verify">> {}

export function isVerified(options: ServeOptions): options is RuntimeOptions | CustomOptions {
  return "runtime" in options || "verify" in options;
}

const COMMON_KEYS = ["env", "stateKeys", "cors", "serverInfo", "instructions", "onError", "log", "now"];
const UNVERIFIED_KEYS: readonly string[] = ["auth", ...COMMON_KEYS];
const VERIFIED_KEYS: readonly string[] = [
  "runtime",
  "tenant",
  "verify",
  "audience",
  "origin",
  "require",
  "oauth",
  "fetch",
  "onReject",
  ...COMMON_KEYS,
];

export interface CheckedOptions {
  readonly stateKeys: readonly Uint8Array[];
  /** Canonical audiences, where they are configured. */
  readonly audiences: readonly string[] | undefined;
}

/**
 * Options with nothing wrong in them.
 * @throws StartError `options_invalid` with every problem
 */
export function checkOptions(options: ServeOptions | undefined): CheckedOptions {
  const verifies = options !== undefined && (isVerified(options) || (options as { readonly auth?: unknown }).auth === "none");
  if (!verifies) {
    throw new StartError("options_invalid", [
      'serveTools needs a way to verify callers: serveTools(tools, { runtime, tenant }), or { verify } for other callers; to serve tools on this machine only, unverified, write serveTools(tools, { auth: "none" })',
    ]);
  }
  const known = isVerified(options) ? VERIFIED_KEYS : UNVERIFIED_KEYS;
  const problems = Object.keys(options)
    .filter((key) => !known.includes(key))
    .map((key) => `unknown option "${key}"; known: ${known.join(", ")}`);
  for (const origin of options.cors?.origins ?? []) {
    if (origin !== "*" && !isOrigin(origin))
      problems.push(`cors.origins has "${origin}", which is no origin; write it as https://app.example.com, without a path`);
  }
  const stateKeys = (options.stateKeys ?? []).map(toStateKeyBytes);
  stateKeys.forEach((key, index) => {
    if (typeof key === "string") problems.push(`stateKeys[${index}] ${key}`);
  });
  const audiences = isVerified(options) ? checkVerified(options, (problem) => problems.push(problem)) : undefined;
  if (problems.length > 0) throw new StartError("options_invalid", problems);
  return { stateKeys: stateKeys as readonly Uint8Array[], audiences };
}

function checkVerified(
  { runtime, tenant, audience, origin, oauth, verify }: VerifiedOptions,
  report: (problem: string) => void,
): readonly string[] | undefined {
  const attempt = (name: string, text: string) => {
    try {
      return toAudience(text);
    } catch (error) {
      report(`${name} "${text}" ${(error as Error).message}`);
      return text;
    }
  };
  const issuer = runtime === undefined ? undefined : attempt("runtime", String(runtime));
  if (verify !== undefined && typeof verify !== "function") report("verify must be a function ({ token, header }) => caller");
  if (oauth !== undefined && verify === undefined) report("oauth names where tokens come from, but no verify takes them; add verify");
  if (runtime !== undefined && (typeof tenant !== "string" || tenant === ""))
    report("tenant is missing; write your tenant's id, without which every tenant of the runtime could call");
  if (issuer === TEST_ISSUER && isProduction())
    report("the runtime of @toolcrib/testing is refused where NODE_ENV is production: anybody can sign as it");
  if (origin !== undefined && !isOrigin(origin))
    report(`origin "${origin}" is no origin; write it as https://tools.example.com, or use audience for a URL with a path`);
  if (audience === undefined) return undefined;
  const list = typeof audience === "string" ? [audience] : audience;
  if (list.length === 0) report("audience is an empty list; name this server's public URL");
  return list.map((text) => attempt("audience", text));
}

function isOrigin(text: string): boolean {
  try {
    return new URL(text).origin === text;
  } catch {
    return false;
  }
}
