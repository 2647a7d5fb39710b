// Waiting with an end: for somebody who may go away, or for a number of milliseconds.

import type { AbortWatch } from "@toolcrib/tools/run";
import { UpstreamError } from "./upstream-error.ts";

/** The promise's outcome, or the signal's reason, whichever comes first. */
export function orAborted<Value>(promise: Promise<Value>, signal: AbortWatch): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/**
 * Runs something that is aborted after a time.
 * @throws UpstreamError `source_timeout` then
 */
export async function within<Value>(timeoutMs: number, run: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new UpstreamError("source_timeout", `it did not answer within ${timeoutMs} ms`));
  }, timeoutMs);
  try {
    return await orAborted(run(controller.signal), controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
