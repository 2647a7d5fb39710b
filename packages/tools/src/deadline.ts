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
 * Runs the work until it is done, out of time, or aborted. Work that is done at once needs no timer and no promise.
 * @param work is given `restart`, which starts the silent time again
 * @throws the reason of an abort that came before
 */
export function withDeadline<Value>(
  { timeoutMs, abort, toError }: DeadlineOptions,
  work: (restart: () => void) => Value | Promise<Value>,
): Value | Promise<Value> {
  if (abort.reason !== undefined) throw abort.reason;
  const startedMs = performance.now();
  let heardMs = startedMs;
  const running = work(() => {
    heardMs = performance.now();
  });
  if (!(running instanceof Promise)) {
    abort.release();
    return running;
  }

  return new Promise((resolve, reject) => {
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
    const cutOff = (reason: CallError) => {
      end();
      reject(reason);
    };
    abort.listen(cutOff);
    // Both outcomes are handled here, also when nobody waits for them any more.
    running.then(
      (value) => {
        end();
        resolve(value);
      },
      (error: unknown) => {
        end();
        reject(error);
      },
    );
    // It may have been aborted while the work's first part ran.
    if (abort.reason !== undefined) cutOff(abort.reason);
  });
}

/** What a call that ran out of time says: whether it had an effect is known only where it had not started or has none. */
export function timeoutError(tool: string, afterMs: number, known: string): CallError {
  return new CallError(`tool ${tool} timed out after ${afterMs}ms; ${known}`, { code: "timeout" });
}
