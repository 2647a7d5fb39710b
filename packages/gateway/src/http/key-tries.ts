// How often a key may be tried in vain: a bucket that fills again by itself. Keys that are right pass it by, so that
// nobody is locked out by another's tries.

import { API_KEY_TRIES } from "@toolcrib/core";

export class KeyTries {
  readonly #now: () => number;
  #left: number = API_KEY_TRIES.count;
  #atMs: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#atMs = now();
  }

  /** Takes one. @returns undefined, or how many seconds until there is one again */
  take(): number | undefined {
    const nowMs = this.#now();
    const perTryMs = API_KEY_TRIES.windowMs / API_KEY_TRIES.count;
    this.#left = Math.min(API_KEY_TRIES.count, this.#left + (nowMs - this.#atMs) / perTryMs);
    this.#atMs = nowMs;
    if (this.#left < 1) return Math.ceil(((1 - this.#left) * perTryMs) / 1_000);
    this.#left -= 1;
    return undefined;
  }
}
