// The claims of a test's call, right unless the test asks for a fault.

import {
  type Answer,
  CALL_TOKEN,
  type CallTokenClaims,
  digestArguments,
  type JsonObject,
  type Question,
  signCallToken,
  toAudience,
} from "@toolcrib/core";
import type { TestKey } from "./test-key.ts";

/** What can be wrong with a token. Each is named after the code that `onReject` hears for it. */
export type Fault =
  | "token_missing"
  | "token_malformed"
  | "token_header"
  | "token_claims"
  | "token_expired"
  | "token_not_yet_valid"
  | "wrong_issuer"
  | "wrong_tenant"
  | "wrong_audience"
  | "unknown_key"
  | "bad_signature"
  | "wrong_tool"
  | "wrong_method"
  | "wrong_arguments"
  | "wrong_key";

/** Who calls, and how. */
export interface CallOptions {
  /** Whom the agent acts for. Default: `test-subject`. */
  readonly subject?: string;
  /** Default: `test-agent`. */
  readonly agent?: string;
  /** Who is acting. Default: `agent:` and the agent. */
  readonly actor?: string;
  /** What the agent's owner attached. Default: nothing. */
  readonly context?: JsonObject;
  /** The run. Default: `test-run`. */
  readonly run?: string;
  /** Names the call: give the same one twice for a retry of the same call. Default: a new one. */
  readonly callId?: string;
  /** Default: derived from the call's id, so a retry has the same. */
  readonly idempotencyKey?: string;
  /** Which attempt this is. Default: 1. */
  readonly attempt?: number;
  /** Another audience than the URL the call is sent to. */
  readonly audience?: string;
  /** Another tenant than the runtime's. */
  readonly tenant?: string;
  /** Signs a token that must be refused. */
  readonly fault?: Fault;
  /** Answers what the tool asks; undefined declines. Default: the client declares no elicitation. */
  readonly answer?: (question: Question) => Answer | undefined;
  /** Hears of progress. */
  readonly onProgress?: (progress: { readonly progress: number; readonly total?: number; readonly message?: string }) => void;
  /** Abort it to go away half-way. */
  readonly signal?: AbortSignal;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of params: a request state, input responses. */
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface Target {
  readonly url: string;
  readonly method: string;
  readonly tool?: string;
  readonly args?: object;
  readonly issuer: string;
  readonly tenant: string;
  readonly nowMs: number;
}

/** The claims of one request. */
export async function toClaims(target: Target, options: CallOptions): Promise<CallTokenClaims> {
  const { agent = "test-agent", callId = crypto.randomUUID() } = options;
  const iat = Math.floor(target.nowMs / 1_000);
  const { origin, pathname } = new URL(target.url);
  return {
    iss: target.issuer,
    aud: toAudience(options.audience ?? `${origin}${pathname}`),
    sub: options.subject ?? "test-subject",
    tenant: options.tenant ?? target.tenant,
    act: { sub: options.actor ?? `agent:${agent}` },
    agent,
    ...(options.context === undefined ? {} : { ctx: options.context }),
    txn: options.run ?? "test-run",
    ...(target.tool === undefined
      ? { mth: target.method }
      : {
          call: callId,
          idk: options.idempotencyKey ?? digestArguments({ tenant: target.tenant, agent, callId, tool: target.tool }),
          att: options.attempt ?? 1,
          tool: target.tool,
          args_s256: digestArguments(target.args ?? {}),
        }),
    jti: crypto.randomUUID(),
    iat,
    exp: iat + CALL_TOKEN.lifeS,
  };
}

const OTHER_DIGEST = "A".repeat(43);

/** How each fault that lies in a claim changes the claims. */
const CHANGES: Readonly<Partial<Record<Fault, (claims: CallTokenClaims) => Readonly<Record<string, unknown>>>>> = {
  token_claims: () => ({ jti: "" }),
  token_expired: ({ iat, exp }) => ({ iat: iat - 120, exp: exp - 120 }),
  token_not_yet_valid: ({ iat, exp }) => ({ iat: iat + 60, exp: exp + 60 }),
  wrong_issuer: () => ({ iss: "https://another-runtime.invalid" }),
  wrong_tenant: () => ({ tenant: "another-tenant" }),
  wrong_audience: () => ({ aud: "https://another-server.invalid/mcp" }),
  wrong_tool: () => ({ tool: "another_tool" }),
  wrong_method: () => ({ mth: "ping", call: undefined, idk: undefined, att: undefined, tool: undefined, args_s256: undefined }),
  wrong_arguments: () => ({ args_s256: OTHER_DIGEST }),
};

/** A token with one thing wrong; undefined for none at all. */
export async function faultyToken(fault: Fault, claims: CallTokenClaims, own: TestKey, stranger: TestKey): Promise<string | undefined> {
  if (fault === "token_missing") return undefined;
  if (fault === "unknown_key") return signCallToken(claims, stranger.privateKey, stranger.kid);
  if (fault === "bad_signature") return signCallToken(claims, stranger.privateKey, own.kid);
  if (fault === "token_header") return signCallToken(claims, own.privateKey, "no-thumbprint");
  const changed = { ...claims, ...CHANGES[fault]?.(claims) } as CallTokenClaims;
  const token = await signCallToken(changed, own.privateKey, own.kid);
  return fault === "token_malformed" ? `${token}.` : token;
}
