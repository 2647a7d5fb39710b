// A call's deadline: how long it may stay silent, restarted by progress, within a total that nothing restarts.
// What a handler does after it is over changes nothing, and a promise it leaves behind is never an unhandled rejection.

import { CALL_TOTAL_MS, CallError } from "@toolcrib/core";
import type { CallAbort } from "./call-abort.ts";

export interface DeadlineOptions {
  /** How long the work may stay silent, in milliseconds. */
  readonly timeoutMs: number;
  /** Aborted at the deadline; where it is aborted from outside, the wait ends with its reason. */
  readonly abort: CallAbort;
  /** The error for work that ran out of time after so many milliseconds. */
  readonly toError: (afterMs: number) => CallError;
}

/**
 * Runs the work until it is done, out of time, or aborted.
 * @param work is given `restart`, which starts the silent time again
 */
export function withDeadline<Value>(
  { timeoutMs, abort, toError }: DeadlineOptions,
  work: (restart: () => void) => Promise<Value>,
): Promise<Value> {
  if (abort.reason !== undefined) return Promise.reject(abort.reason);

  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    let heardMs = startedMs;
    let timer = setTimeout(check, timeoutMs);

    function check() {
      const nowMs = performance.now();
      const leftMs = Math.min(heardMs + timeoutMs, startedMs + CALL_TOTAL_MS) - nowMs;
      // Restarts only move the mark, so that a chatty handler costs no timers; a timer may also fire a little early.
      if (leftMs > 0.5) timer = setTimeout(check, leftMs);
      else abort.abort(toError(nowMs - startedMs >= CALL_TOTAL_MS ? CALL_TOTAL_MS : timeoutMs));
    }
    function end() {
      clearTimeout(timer);
      abort.release();
    }
    abort.listen((reason) => {
      end();
      reject(reason);
    });
    const restart = () => {
      heardMs = performance.now();
    };
    // Both outcomes are handled here, also when nobody waits for them any more.
    work(restart).then(
      (value) => {
        end();
        resolve(value);
      },
      (error: unknown) => {
        end();
        reject(error);
      },
    );
  });
}

/** What a call that ran out of time says: whether it had an effect is known only where it had not started or has none. */
export function timeoutError(tool: string, afterMs: number, known: string): CallError {
  return new CallError(`tool ${tool} timed out after ${afterMs}ms; ${known}`, { code: "timeout" });
}
