// A person's consent is for one run of one call. The state that carries it can be sent again by whoever holds it, so
// one process remembers what was spent for as long as the state would live.

import { REQUEST_STATE_LIFE_MS, SPENT_APPROVALS_MAX } from "@toolcrib/core";

export class SpentApprovals {
  /** State text to the time it is forgotten, oldest first. */
  readonly #spent = new Map<string, number>();

  /** False when the state was spent before, or so many were that this one could not be remembered. */
  spend(state: string, nowMs: number): boolean {
    for (const [old, untilMs] of this.#spent) {
      if (untilMs > nowMs) break;
      this.#spent.delete(old);
    }
    if (this.#spent.has(state) || this.#spent.size >= SPENT_APPROVALS_MAX) return false;
    this.#spent.set(state, nowMs + REQUEST_STATE_LIFE_MS);
    return true;
  }
}
