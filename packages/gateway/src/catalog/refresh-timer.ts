// When a source is listed again: after a while, sooner after a failure, at once when it says that something changed;
// never twice at a time.

import { SOURCE_LIST } from "@toolcrib/core";

/** How long changes that come together are gathered, in milliseconds. */
const GATHER_MS = 50;

export class RefreshTimer {
  readonly #run: () => Promise<number | undefined>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #isDueAgain = false;
  #retryMs: number = SOURCE_LIST.retryFirstMs;
  #isClosed = false;

  /** @param run how long until the next time, in milliseconds; undefined where it failed */
  constructor(run: () => Promise<number | undefined>) {
    this.#run = run;
  }

  /** Runs, or waits for the run that is under way. */
  runNow(): Promise<void> {
    this.#running ??= this.#once().finally(() => {
      this.#running = undefined;
      // What changed while it ran may have come too late for it.
      if (this.#isDueAgain) this.soon();
    });
    return this.#running;
  }

  soon(): void {
    if (this.#running !== undefined) this.#isDueAgain = true;
    else this.#schedule(GATHER_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #once(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isDueAgain = false;
    const nextMs = await this.#run();
    if (nextMs !== undefined) this.#retryMs = SOURCE_LIST.retryFirstMs;
    this.#schedule(nextMs ?? this.#backOff());
  }

  /** Twice as long each time, and never all at once. */
  #backOff(): number {
    const waitMs = this.#retryMs * (0.75 + Math.random() / 2);
    this.#retryMs = Math.min(this.#retryMs * 2, SOURCE_LIST.retryMostMs);
    return waitMs;
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.runNow(), afterMs);
    this.#timer.unref();
  }
}
