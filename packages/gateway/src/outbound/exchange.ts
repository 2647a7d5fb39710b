// One request and its answer, as both transports report them: settled once, by the first of answer, failure and signal.

import { openBody } from "./decode.ts";
import { OutboundError, toOutboundError } from "./outbound-error.ts";
import type { BodyWriter, Flow } from "./response-body.ts";
import { type Answer, type AnswerHeaders, type ExchangeRequest, headerOf } from "./transport.ts";

export class Exchange {
  readonly answer: Promise<Answer>;
  readonly #request: ExchangeRequest;
  #resolve: (answer: Answer) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #writer: BodyWriter | undefined;
  /** Closes the socket, once there is one. */
  #abort: ((reason: Error) => void) | undefined;
  #wasSent = false;
  #isOver = false;

  constructor(request: ExchangeRequest) {
    this.#request = request;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    if (request.signal?.aborted === true) this.#aborted();
    else request.signal?.addEventListener("abort", this.#aborted);
  }

  /** Settled before the transport was done: nothing more is to be sent. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** @param abort what the signal does from here on */
  abortWith(abort: (reason: Error) => void): void {
    this.#abort = abort;
  }

  /** There is a connection that the guard admits: from here on, a part of the request may arrive. */
  send(): void {
    this.#wasSent = true;
  }

  receiveHead(
    { status, statusText, headers }: { readonly status: number; readonly statusText: string; readonly headers: AnswerHeaders },
    flow: Flow,
  ): void {
    const { url, maxBytes } = this.#request;
    const { body, writer } = openBody(headerOf(headers, "content-encoding"), { host: url.hostname, maxBytes, flow });
    this.#writer = writer;
    this.#resolve({ status, statusText, headers, body });
  }

  receive(chunk: Uint8Array): void {
    this.#writer?.push(chunk);
  }

  end(): void {
    if (this.#isOver) return;
    this.#settle();
    this.#writer?.end();
  }

  /** @param cause of the transport; an `OutboundError` is the guard's */
  fail(cause: unknown): void {
    const host = this.#request.url.hostname;
    if (this.#writer === undefined) this.#end(toOutboundError(cause, { host, wasSent: this.#wasSent }));
    else this.#end(new OutboundError("outbound_unreachable", `${host} broke off its answer`, { cause, wasSent: true }));
  }

  readonly #aborted = () => {
    const reason: unknown = this.#request.signal?.reason;
    this.#end(reason);
    this.#abort?.(reason instanceof Error ? reason : new Error("the request was aborted", { cause: reason }));
  };

  #end(error: unknown): void {
    if (this.#isOver) return;
    this.#settle();
    if (this.#writer === undefined) this.#reject(error);
    else this.#writer.fail(error);
  }

  #settle(): void {
    this.#isOver = true;
    this.#request.signal?.removeEventListener("abort", this.#aborted);
  }
}
