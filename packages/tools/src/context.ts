import type { Answer, Identity } from "@toolcrib/core";

/** What every step of a call is given: the approval predicate, `ask` and `execute`. */
export interface CallContext<EnvName extends string = string> {
  /** Who the call is for: proven by the verifier, never said by the model. */
  readonly identity: Identity;
  /** Names this call; the same over all rounds of asking and all attempts. */
  readonly callId: string;
  /** Pass it on to whatever has a side effect: the same key means the same call, however often it is attempted. */
  readonly idempotencyKey: string;
  /** The values of the tool's declared `env`, and no others. */
  readonly env: Readonly<Record<EnvName, string>>;
  /** Answers of the earlier rounds of `ask`, oldest first, each of the form that asked for it. */
  readonly answers: readonly Answer[];
  /** Aborted when nobody waits any more; `reason.code` is `timeout`, `client_disconnected` or `cancelled`. */
  readonly signal: AbortSignal;
}

/** What `execute` is given. */
export interface ToolContext<EnvName extends string = string> extends CallContext<EnvName> {
  /**
   * Says what the tool is doing and starts its deadline again.
   * @param message what a person or model reads; cut at 2,000 characters
   * @param amount how much is done, of how much; an amount that does not grow restarts the deadline but is not sent
   */
  progress(message?: string, amount?: { readonly progress: number; readonly total?: number }): void;
}

/** One progress report on its way to the caller. Every report's `progress` is greater than the one before. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}
