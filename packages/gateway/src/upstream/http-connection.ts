// A connection over Streamable HTTP, for both eras: each request is a POST of its own, its answer JSON or a stream of
// events. What the two eras do differently is in HttpDialect; the session of a handshake server is kept here.

import { CallError, HEADER } from "@toolcrib/core";
import type { OutboundAnswer, OutboundRequest } from "../outbound.ts";
import type { Authorize, Connection, NotificationListener, Params, UpstreamRequest } from "./connection.ts";
import { readEventAnswer } from "./event-answer.ts";
import { readEvents } from "./event-reader.ts";
import { refusalOf, tooLarge, unreachable } from "./http-refusal.ts";
import { answerServer, mayBeCancelled, readMessage } from "./rpc-message.ts";
import type { Sender } from "./sender.ts";
import { UpstreamError } from "./upstream-error.ts";

const SESSION = "mcp-session-id";
/** How long the end of a session may take, in milliseconds. */
const DELETE_TIMEOUT_MS = 2_000;
/** How long a server may take to receive what has no answer, in milliseconds. */
const NOTIFY_TIMEOUT_MS = 10_000;
/** Requests of a server that are answered at a time; further ones are not. */
const ANSWERING_MAX = 16;

export interface HttpConnectionParts {
  readonly url: string;
  readonly sender: Sender;
  /** What proves the gateway: asked for each request. */
  readonly authorize: Authorize;
  /** The operator's own. */
  readonly headers: Readonly<Record<string, string>>;
  readonly onNotification: NotificationListener;
}

export class HttpConnection implements Connection {
  readonly #parts: HttpConnectionParts;
  /** Named on every request once it is agreed: from 2025-06-18 on in a header. */
  #revision: string | undefined;
  #isStateless: boolean;
  #sessionId: string | undefined;
  #nextId = 1;
  /** Answers to a server's own requests that are under way. */
  #answering = 0;

  constructor(parts: HttpConnectionParts, { isStateless }: { readonly isStateless: boolean }) {
    this.#parts = parts;
    this.#isStateless = isStateless;
  }

  /** True for a server that gave out a session: it may keep state for it. */
  get hasSession(): boolean {
    return this.#sessionId !== undefined;
  }

  agree(revision: string): void {
    this.#revision = revision;
  }

  async request(request: UpstreamRequest): Promise<Params> {
    const id = this.#nextId++;
    const { method, params, onProgress, signal } = request;
    const withToken = onProgress === undefined ? params : { ...params, _meta: { ...(params._meta as object), progressToken: id } };
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params: withToken });
    try {
      const answer = await this.#send({ method: "POST", body, signal }, request);
      return await this.#read(answer, id, request);
    } catch (error) {
      if (signal?.aborted !== true) throw error;
      if (mayBeCancelled(method)) this.#tellCancelled(id, signal.reason);
      throw signal.reason;
    }
  }

  async notify(method: string, params: Params): Promise<void> {
    await this.#post({ jsonrpc: "2.0", method, params }).catch(() => {});
  }

  async close(): Promise<void> {
    if (this.#sessionId === undefined) return;
    const signal = AbortSignal.timeout(DELETE_TIMEOUT_MS);
    const answer = await this.#send({ method: "DELETE", signal }, { method: "DELETE" }).catch(() => undefined);
    answer?.discard();
    this.#sessionId = undefined;
  }

  /** Listens for what the server says unasked, until the stream ends. Only handshake servers have such a stream. */
  async listen(signal: AbortSignal, maxChars: number): Promise<void> {
    const request = { method: "GET", params: {}, maxChars };
    const answer = await this.#send({ method: "GET", signal }, request);
    if (answer.status !== 200 || !isEventStream(answer)) {
      answer.discard();
      throw new UpstreamError("source_unreachable", "it offers no stream of notifications");
    }
    for await (const { data } of readEvents(answer.chunks, maxChars))
      if (data !== "") this.#hear(parse(data, answer.status), undefined, request);
  }

  async #send(
    request: Pick<OutboundRequest, "method" | "body" | "signal">,
    asked: Pick<UpstreamRequest, "method" | "proof" | "mirrors">,
  ): Promise<OutboundAnswer> {
    const authorization = await this.#parts.authorize(asked);
    const headers = { ...this.#headers(asked.method, authorization), ...asked.mirrors };
    try {
      // Every reader below has a bound of its own; a stream of events as a whole has none.
      return await this.#parts.sender.send({ url: this.#parts.url, headers, maxBytes: Number.POSITIVE_INFINITY, ...request });
    } catch (error) {
      throw unreachable(error);
    }
  }

  #headers(method: string, authorization: string | undefined): Record<string, string> {
    return {
      ...this.#parts.headers,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(this.#revision === undefined ? {} : { [HEADER.protocolVersion]: this.#revision }),
      ...(this.#isStateless ? { [HEADER.method]: method } : {}),
      ...(this.#sessionId === undefined ? {} : { [SESSION]: this.#sessionId }),
      ...(authorization === undefined ? {} : { authorization }),
    };
  }

  async #read(answer: OutboundAnswer, id: number, request: UpstreamRequest): Promise<Params> {
    const { status } = answer;
    if (isEventStream(answer) && status === 200) return this.#readStream(answer, id, request);
    const isSuccess = status >= 200 && status < 300;
    if (!isSuccess) throw await this.#refusalOf(answer);
    this.#keepSession(answer);
    const text = await readBounded(answer, request.maxChars);
    const result = this.#hear(parse(text, status), id, request);
    if (result !== undefined) return result;
    throw new UpstreamError("source_unreachable", "its answer is no answer of MCP", { wasSent: true, status });
  }

  #readStream(answer: OutboundAnswer, id: number, request: UpstreamRequest): Promise<Params> {
    this.#keepSession(answer);
    const { signal, maxChars } = request;
    // 2025-11-25, basic/transports: what was missed is asked for by the id of the last event.
    const resume = async (eventId: string) => {
      const next = await this.#send({ method: "GET", signal }, { ...request, mirrors: { "last-event-id": eventId } });
      if (isEventStream(next)) return next;
      throw await this.#refusalOf(next);
    };
    const hear = (data: string) => this.#hear(parse(data, answer.status), id, request);
    return readEventAnswer(answer, { signal, maxChars, hear, resume: this.#isStateless ? undefined : resume });
  }

  #refusalOf(answer: OutboundAnswer): ReturnType<typeof refusalOf> {
    return refusalOf(answer, { isGreeted: this.#revision !== undefined, hasSession: this.hasSession, sender: this.#parts.sender });
  }

  /** The result, if the awaited answer is in it: in 2025-03-26 several messages may come as one. */
  #hear(value: unknown, id: number | undefined, request: UpstreamRequest): Params | undefined {
    for (const message of Array.isArray(value) ? value : [value]) {
      const result = this.#hearOne(message, id, request);
      if (result !== undefined) return result;
    }
    return undefined;
  }

  /** The result, if this message is the awaited answer. @throws RpcFailure if that answer is an error */
  #hearOne(value: unknown, id: number | undefined, request: UpstreamRequest): Params | undefined {
    const message = readMessage(value);
    if (message === undefined) return undefined;
    if (message.type === "answer") return message.id === id ? message.result : undefined;
    if (message.type === "failure") {
      if (message.id !== id && message.id !== null && message.id !== undefined) return undefined;
      throw message.failure;
    }
    if (message.type === "request") this.#answer(answerServer(message));
    else if (message.method !== "notifications/progress") this.#parts.onNotification(message.method, message.params);
    else if (message.params.progressToken === id) request.onProgress?.(message.params);
    return undefined;
  }

  #keepSession(answer: OutboundAnswer): void {
    if (!this.#isStateless) this.#sessionId = answer.header(SESSION) ?? this.#sessionId;
  }

  /** In 2026-07-28 the closed connection says it; before, a message does. */
  #tellCancelled(requestId: number, why: unknown): void {
    if (this.#isStateless) return;
    const reason = why instanceof CallError ? why.code : "cancelled";
    void this.#post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId, reason } }).catch(() => {});
  }

  /** A server may ask without end; each of our answers is a request of its own. */
  #answer(message: Params): void {
    if (this.#answering >= ANSWERING_MAX) return;
    this.#answering += 1;
    void this.#post(message)
      .catch(() => {})
      .finally(() => {
        this.#answering -= 1;
      });
  }

  async #post(message: Params): Promise<void> {
    const body = JSON.stringify(message);
    const signal = AbortSignal.timeout(NOTIFY_TIMEOUT_MS);
    const answer = await this.#send({ method: "POST", body, signal }, { method: String(message.method) });
    answer.discard();
  }
}

function isEventStream(answer: OutboundAnswer): boolean {
  return /^text\/event-stream\s*(;|$)/i.test(answer.header("content-type") ?? "");
}

async function readBounded(answer: OutboundAnswer, maxChars: number): Promise<string> {
  try {
    return await answer.text(maxChars);
  } catch (error) {
    throw error instanceof RangeError ? tooLarge(error) : unreachable(error);
  }
}

function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UpstreamError("source_unreachable", "its answer is not JSON", { wasSent: true, status });
  }
}
