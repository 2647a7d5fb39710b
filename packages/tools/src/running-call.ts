import { type Answer, cutText, type Identity, PROGRESS_MESSAGE_MAX_CHARS } from "@toolcrib/core";
import type { CallAbort } from "./call-abort.ts";
import type { Progress, ToolContext } from "./context.ts";
import type { ForwardedAnswer } from "./forwarded.ts";

/** Everything a running call's context is made from. */
export interface RunningCallParts {
  readonly identity: Identity;
  readonly callId: string;
  readonly idempotencyKey: string;
  readonly answers: readonly Answer[];
  readonly env: Readonly<Record<string, string>>;
  readonly abort: CallAbort;
  readonly forwardedAnswer: ForwardedAnswer | undefined;
  /** Hears that the handler is alive, with the progress it made if that goes on the wire. */
  readonly report: (progress?: Progress) => void;
}

/**
 * The context of one call. A class, because its getter lives on the prototype: an object literal with a getter gets a
 * hidden class of its own each time, which costs a garbage collection more than the whole call.
 */
export class RunningCall implements ToolContext {
  readonly identity: Identity;
  readonly callId: string;
  readonly idempotencyKey: string;
  readonly answers: readonly Answer[];
  readonly env: Readonly<Record<string, string>>;
  /** For handlers that forward alone. */
  readonly forwardedAnswer: ForwardedAnswer | undefined;
  /** For handlers that forward alone: see `abortWatchOf`. */
  readonly abort: CallAbort;
  readonly #report: (progress?: Progress) => void;
  #last = Number.NEGATIVE_INFINITY;

  constructor(parts: RunningCallParts) {
    this.identity = parts.identity;
    this.callId = parts.callId;
    this.idempotencyKey = parts.idempotencyKey;
    this.answers = parts.answers;
    this.env = parts.env;
    this.forwardedAnswer = parts.forwardedAnswer;
    this.abort = parts.abort;
    this.#report = parts.report;
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** A property, so that handlers may take it out of the context. */
  readonly progress: ToolContext["progress"] = (message, amount) => {
    const next = amount?.progress ?? Math.max(this.#last, 0) + 1;
    // MCP: the value must increase with each notification. One that does not only shows that the tool is alive.
    if (!Number.isFinite(next) || next <= this.#last) return this.#report();
    this.#last = next;
    this.#report({
      progress: next,
      ...(typeof amount?.total === "number" ? { total: amount.total } : {}),
      ...(message === undefined ? {} : { message: cutText(String(message), PROGRESS_MESSAGE_MAX_CHARS) }),
    });
  };
}
