// When a source is listed again: after a while, sooner after a failure, at once when it says that something changed;
// never twice at a time, and never without a pause, whatever the source says.

import { SOURCE_LIST } from "@toolcrib/core";

/** How long changes that come together are gathered, in milliseconds. */
const GATHER_MS = 50;
/** From one list to the next that a change causes, in milliseconds: a source may tell of changes all the time. */
const CHANGES_EVERY_MS = 1_000;

export class RefreshTimer {
  readonly #run: () => Promise<number | undefined>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer runs out, on the clock of `performance.now()`. */
  #dueMs = Number.POSITIVE_INFINITY;
  #startedMs = Number.NEGATIVE_INFINITY;
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

  /** Runs from now on: a run that is under way may have looked before what is asked about had happened. */
  async runAnew(): Promise<void> {
    await this.#running;
    await this.runNow();
  }

  /** Something is new there. */
  soon(): void {
    if (this.#running !== undefined) this.#isDueAgain = true;
    else this.#within(Math.max(GATHER_MS, this.#startedMs + CHANGES_EVERY_MS - performance.now()));
  }

  /** Its session or process ended: one that always ends is started again no sooner than one that can't be reached. */
  afterEnd(): void {
    // A run that is under way fails over it, and is followed by another.
    if (this.#running === undefined) this.#within(this.#backOff());
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #once(): Promise<void> {
    clearTimeout(this.#timer);
    this.#dueMs = Number.POSITIVE_INFINITY;
    this.#startedMs = performance.now();
    this.#isDueAgain = false;
    const nextMs = await this.#run();
    if (nextMs !== undefined) this.#retryMs = SOURCE_LIST.retryFirstMs;
    this.#within(nextMs ?? this.#backOff());
  }

  /** Twice as long each time, and never all at once. */
  #backOff(): number {
    const waitMs = this.#retryMs * (0.75 + Math.random() / 2);
    this.#retryMs = Math.min(this.#retryMs * 2, SOURCE_LIST.retryMostMs);
    return waitMs;
  }

  /** Never later than was planned already. */
  #within(waitMs: number): void {
    const dueMs = performance.now() + waitMs;
    if (this.#isClosed || dueMs >= this.#dueMs) return;
    clearTimeout(this.#timer);
    this.#dueMs = dueMs;
    this.#timer = setTimeout(() => void this.runNow(), waitMs);
    this.#timer.unref();
  }
}
