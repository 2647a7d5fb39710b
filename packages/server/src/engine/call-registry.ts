// Running calls by caller and request id, for the handshake revisions' `notifications/cancelled`, which arrives as a
// request of its own. Ids collide between clients that nobody can tell apart; where two calls answer to one id,
// neither is cancelled: stopping somebody else's call is worse than not stopping one's own.

import { CallError, type RpcId } from "@toolcrib/core";
import type { CallAbort } from "@toolcrib/tools/run";

export class CallRegistry {
  readonly #running = new Map<string, Set<CallAbort>>();

  /** Registers a call until the returned function is called. */
  add(callerKey: string, id: RpcId, abort: CallAbort): () => void {
    const key = JSON.stringify([callerKey, id]);
    const calls = this.#running.get(key) ?? new Set();
    this.#running.set(key, calls.add(abort));
    return () => {
      calls.delete(abort);
      if (calls.size === 0 && this.#running.get(key) === calls) this.#running.delete(key);
    };
  }

  /** Cancels the one call that answers to this caller and id, if there is exactly one. */
  cancel(callerKey: string, id: unknown): void {
    const [call, ...others] = this.#running.get(JSON.stringify([callerKey, id])) ?? [];
    if (call !== undefined && others.length === 0) call.abort(new CallError("the caller cancelled the call", { code: "cancelled" }));
  }
}
