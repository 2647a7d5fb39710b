// Server-sent events with a bounded queue between the tool that reports and the caller that reads.

import { HEARTBEAT_MS, STREAM_QUEUE_MAX } from "@toolcrib/core";

const HEARTBEAT = ": heartbeat\n\n";

/** JSON text has no line breaks of its own, so a message is one data line. */
function toEvent(message: string): string {
  return `event: message\ndata: ${message}\n\n`;
}

/** An open stream. Comments keep it alive while nothing is sent; they move no deadline. */
export class EventStream implements AsyncIterable<string> {
  readonly #onGone: () => void;
  readonly #heartbeat: ReturnType<typeof setInterval>;
  #queue: string[] = [];
  #wake: (() => void) | undefined;
  #isOver = false;

  /** @param onGone called when the reader leaves before the end */
  constructor(onGone: () => void) {
    this.#onGone = onGone;
    this.#heartbeat = setInterval(() => this.#enqueue(HEARTBEAT), HEARTBEAT_MS);
  }

  /** Sends a message that may be lost: beyond the bound of the queue it is dropped. */
  push(message: string): void {
    this.#enqueue(toEvent(message));
  }

  /** Sends the last message and closes. It is never dropped. */
  end(message: string): void {
    if (this.#isOver) return;
    this.#queue.push(toEvent(message));
    this.#finish();
  }

  /** Closes without a last message, which tells a reader that something went wrong. */
  cut(): void {
    if (!this.#isOver) this.#finish();
  }

  [Symbol.asyncIterator](): AsyncIterator<string> {
    return {
      next: () => this.#next(),
      return: () => {
        const wasOpen = !this.#isOver;
        this.#queue = [];
        this.#finish();
        if (wasOpen) this.#onGone();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  #enqueue(event: string): void {
    if (this.#isOver || this.#queue.length >= STREAM_QUEUE_MAX) return;
    this.#queue.push(event);
    this.#wake?.();
  }

  #finish(): void {
    this.#isOver = true;
    clearInterval(this.#heartbeat);
    this.#wake?.();
  }

  async #next(): Promise<IteratorResult<string>> {
    while (this.#queue.length === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#queue.length === 0) return { done: true, value: undefined };
    const value = this.#queue.join("");
    this.#queue = [];
    return { done: false, value };
  }
}
