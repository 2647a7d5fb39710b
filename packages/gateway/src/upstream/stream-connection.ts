// A connection on which messages of many requests mix: stdio, and the older SSE transport. Ids tell them apart.

import { CallError } from "@toolcrib/core";
import { OutboundError } from "../outbound.ts";
import type { Connection, NotificationListener, Params, UpstreamRequest } from "./connection.ts";
import { answerServer, mayBeCancelled, readMessage } from "./rpc-message.ts";
import { UpstreamError } from "./upstream-error.ts";

/** What the SDK calls a transport, as far as it is used here. */
export interface Transport {
  start(): Promise<void>;
  send(message: never): Promise<void>;
  close(): Promise<void>;
  onmessage?: ((message: never) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
}

interface Waiting {
  readonly resolve: (result: Params) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress: UpstreamRequest["onProgress"];
}

export interface StreamConnectionParts {
  readonly transport: Transport;
  readonly onNotification: NotificationListener;
  /** The connection ended, and not by `close`. */
  readonly onClose: () => void;
}

export class StreamConnection implements Connection {
  readonly #parts: StreamConnectionParts;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #isClosed = false;
  #lastError: Error | undefined;

  private constructor(parts: StreamConnectionParts) {
    this.#parts = parts;
  }

  /** @throws UpstreamError `source_unreachable` where the transport does not start */
  static async open(parts: StreamConnectionParts): Promise<StreamConnection> {
    const connection = new StreamConnection(parts);
    const { transport } = parts;
    transport.onmessage = (message: unknown) => connection.#receive(message);
    transport.onclose = () => connection.#end();
    transport.onerror = (error) => {
      connection.#lastError = error;
    };
    try {
      await transport.start();
    } catch (error) {
      throw new UpstreamError("source_unreachable", "it could not be started", { cause: error });
    }
    return connection;
  }

  request(request: UpstreamRequest): Promise<Params> {
    if (this.#isClosed) return Promise.reject(this.#ended(false));
    const { method, params, signal, onProgress } = request;
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    const id = this.#nextId++;
    const withToken = onProgress === undefined ? params : { ...params, _meta: { ...(params._meta as object), progressToken: id } };
    return new Promise<Params>((resolve, reject) => {
      const onAbort = () => this.#cancel(id, method, signal?.reason);
      const settle =
        <Value>(end: (value: Value) => void) =>
        (value: Value) => {
          this.#waiting.delete(id);
          signal?.removeEventListener("abort", onAbort);
          end(value);
        };
      this.#waiting.set(id, { resolve: settle(resolve), reject: settle(reject), onProgress });
      signal?.addEventListener("abort", onAbort);
      this.#send({ jsonrpc: "2.0", id, method, params: withToken }).catch((error: unknown) => {
        const wasSent = error instanceof OutboundError && error.wasSent;
        this.#waiting.get(id)?.reject(new UpstreamError("source_unreachable", "it takes no more messages", { wasSent, cause: error }));
      });
    });
  }

  notify(method: string, params: Params): Promise<void> {
    return this.#send({ jsonrpc: "2.0", method, params }).catch(() => {});
  }

  async close(): Promise<void> {
    this.#refuse();
    await this.#parts.transport.close().catch(() => {});
  }

  #send(message: object): Promise<void> {
    return this.#parts.transport.send(message as never);
  }

  #cancel(id: number, method: string, reason: unknown): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    const code = reason instanceof CallError ? reason.code : "cancelled";
    if (mayBeCancelled(method)) void this.notify("notifications/cancelled", { requestId: id, reason: code });
    waiting.reject(reason);
  }

  #receive(value: unknown): void {
    const message = readMessage(value);
    switch (message?.type) {
      case "answer":
        this.#waiting.get(message.id as number)?.resolve(message.result);
        break;
      case "failure":
        this.#waiting.get(message.id as number)?.reject(message.failure);
        break;
      case "request":
        void this.#send(answerServer(message)).catch(() => {});
        break;
      case "notification":
        this.#hear(message.method, message.params);
        break;
    }
  }

  #hear(method: string, params: Params): void {
    if (method === "notifications/progress") this.#waiting.get(params.progressToken as number)?.onProgress?.(params);
    else this.#parts.onNotification(method, params);
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#refuse();
    this.#parts.onClose();
  }

  /** What waits has no answer any more, and what comes is not sent. */
  #refuse(): void {
    this.#isClosed = true;
    for (const { reject } of [...this.#waiting.values()]) reject(this.#ended(true));
  }

  #ended(wasSent: boolean): UpstreamError {
    return new UpstreamError("source_unreachable", "its connection ended", { wasSent, cause: this.#lastError });
  }
}
