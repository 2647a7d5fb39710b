// The body of an answer, between a socket that gives and a reader that takes, within a number of bytes.

import { BODY_WAITING_BYTES } from "./limits.ts";
import { OutboundError } from "./outbound-error.ts";

/** How a transport's reading is held. */
export interface Flow {
  pause(): void;
  resume(): void;
  /** Closes the socket. */
  abort(reason: Error): void;
}

/** What a transport, or a decoder in front of the body, writes to. */
export interface BodyWriter {
  push(chunk: Uint8Array): void;
  end(): void;
  fail(error: unknown): void;
}

export interface ResponseBodyOptions {
  readonly host: string;
  readonly maxBytes: number;
  readonly flow: Flow;
}

/** Read once: by `text`, by iterating, or by `next`. */
export class ResponseBody implements BodyWriter, AsyncIterable<Uint8Array> {
  readonly #host: string;
  readonly #flow: Flow;
  readonly #maxBytes: number;
  #chunks: Uint8Array[] = [];
  #waitingBytes = 0;
  #bytes = 0;
  #isPaused = false;
  #isOver = false;
  #error: unknown;
  /** A reader that waits. */
  #wake: (() => void) | undefined;
  /** The most that `text` takes; while it is read, nothing waits for a reader. */
  #textMaxBytes: number | undefined;

  constructor({ host, maxBytes, flow }: ResponseBodyOptions) {
    this.#host = host;
    this.#maxBytes = maxBytes;
    this.#flow = flow;
  }

  push(chunk: Uint8Array): void {
    if (this.#isOver) return;
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.#maxBytes) {
      this.#cut(
        new OutboundError("outbound_too_large", `${this.#host} answered with more than ${this.#maxBytes} bytes`, { wasSent: true }),
      );
      return;
    }
    if (this.#textMaxBytes !== undefined && this.#bytes > this.#textMaxBytes) {
      this.#cut(tooLong(this.#textMaxBytes));
      return;
    }
    this.#chunks.push(chunk);
    this.#waitingBytes += chunk.byteLength;
    if (this.#textMaxBytes !== undefined) return;
    this.#awake();
    if (this.#waitingBytes > BODY_WAITING_BYTES && !this.#isPaused) {
      this.#isPaused = true;
      this.#flow.pause();
    }
  }

  end(): void {
    this.#isOver = true;
    this.#awake();
  }

  /** What came before the failure is not worth reading. */
  fail(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#error = error;
    this.#chunks = [];
    this.#awake();
  }

  /** @returns the next piece; undefined at the end */
  async next(): Promise<Uint8Array | undefined> {
    for (;;) {
      if (this.#error !== undefined) throw this.#error;
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) {
        this.#waitingBytes -= chunk.byteLength;
        if (this.#waitingBytes === 0) this.#resume();
        return chunk;
      }
      if (this.#isOver) return undefined;
      await this.#change();
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (let chunk = await this.next(); chunk !== undefined; chunk = await this.next()) yield chunk;
    } finally {
      this.discard();
    }
  }

  /**
   * The whole of it as UTF-8.
   * @throws RangeError beyond `maxBytes`; the socket is closed
   */
  async text(maxBytes: number): Promise<string> {
    if (this.#bytes > maxBytes) {
      const error = tooLong(maxBytes);
      this.#cut(error);
      throw error;
    }
    this.#textMaxBytes = maxBytes;
    this.#resume();
    while (!this.#isOver) await this.#change();
    if (this.#error !== undefined) throw this.#error;
    const [first] = this.#chunks;
    const bytes = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    this.#chunks = [];
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
    return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  }

  /** Lets go of what was not read. */
  discard(): void {
    if (this.#isOver) this.#chunks = [];
    else this.#cut(new OutboundError("outbound_unreachable", `the rest of the answer of ${this.#host} was not wanted`, { wasSent: true }));
  }

  #cut(error: Error): void {
    if (this.#isOver) {
      this.#chunks = [];
      return;
    }
    this.fail(error);
    this.#flow.abort(error);
  }

  #resume(): void {
    if (!this.#isPaused || this.#isOver) return;
    this.#isPaused = false;
    this.#flow.resume();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #awake(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}

const BYTE_ORDER_MARK = 0xfeff;

function tooLong(maxBytes: number): RangeError {
  return new RangeError(`the answer has more than ${maxBytes} bytes`);
}
