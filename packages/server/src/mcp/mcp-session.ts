// One session with a server that was built with the official SDK, in this process: requests out, answers and progress
// back. The server is taken by structure, through the one door that both lines of the SDK have: `connect(transport)`.

import { CallError, isObject } from "@toolcrib/core";

export type Params = Readonly<Record<string, unknown>>;

/** What arrives from either side of a session. */
interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** What the SDK calls a transport, as far as it is used here. */
export interface McpTransport {
  start(): Promise<void>;
  send(message: object): Promise<void>;
  close(): Promise<void>;
  onmessage?: ((message: never, extra?: never) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
}

/** An `McpServer` or `Server` of `@modelcontextprotocol/sdk` (v1) or of `@modelcontextprotocol/server` (v2). */
export interface McpServerLike {
  connect(transport: McpTransport): Promise<void>;
}

/** What one request is sent with. */
export interface RequestOptions {
  /** Reaches the server's handlers as `authInfo`. */
  readonly authInfo?: object;
  readonly onProgress?: (params: Params) => void;
  /** Aborted: the server is told, and the answer is no longer waited for. */
  readonly signal?: AbortSignal;
}

interface Waiting {
  readonly resolve: (result: Params) => void;
  readonly reject: (error: CallError) => void;
  readonly onProgress: RequestOptions["onProgress"];
}

export class McpSession {
  readonly #waiting = new Map<number, Waiting>();
  readonly #transport: McpTransport;
  #nextId = 1;
  #isClosed = false;

  constructor() {
    this.#transport = {
      start: async () => {},
      send: async (message) => this.#receive(message),
      close: async () => this.#transport.onclose?.(),
    };
  }

  async connect(server: McpServerLike): Promise<void> {
    await server.connect(this.#transport);
    // The SDK sets its own handler for the end; ours goes first.
    const { onclose } = this.#transport;
    this.#transport.onclose = () => {
      this.#isClosed = true;
      for (const { reject } of this.#waiting.values()) reject(closed());
      this.#waiting.clear();
      onclose?.();
    };
  }

  notify(method: string, params: Params = {}): void {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  /** @throws CallError with the server's own words, when it answers with an error */
  request(method: string, params: Params, { authInfo, onProgress, signal }: RequestOptions = {}): Promise<Params> {
    if (this.#isClosed) return Promise.reject(closed());
    const id = this.#nextId++;
    const answer = new Promise<Params>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
      signal?.addEventListener("abort", () => this.#cancel(id, signal.reason), { once: true });
    });
    const _meta = { ...(isObject(params._meta) ? params._meta : {}), ...(onProgress === undefined ? {} : { progressToken: id }) };
    this.#send({ jsonrpc: "2.0", id, method, params: { ...params, _meta } }, { authInfo });
    return answer;
  }

  #cancel(id: number, reason: unknown): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    const error = reason instanceof CallError ? reason : new CallError("the call was cancelled", { code: "cancelled" });
    this.notify("notifications/cancelled", { requestId: id, reason: error.code });
    waiting.reject(error);
  }

  #send(message: object, extra?: object): void {
    (this.#transport.onmessage as ((message: object, extra?: object) => void) | undefined)?.(message, extra);
  }

  #receive(value: object): void {
    const { id, method, params, result, error } = value as Message;
    if (typeof method === "string") this.#hear(method, id, isObject(params) ? params : {});
    else this.#settle(id, result, error);
  }

  #settle(id: unknown, result: unknown, error: unknown): void {
    const waiting = typeof id === "number" ? this.#waiting.get(id) : undefined;
    if (waiting === undefined) return;
    this.#waiting.delete(id as number);
    const words = isObject(error) && typeof error.message === "string" ? error.message : "the server behind the tool failed";
    if (isObject(result)) waiting.resolve(result);
    else waiting.reject(new CallError(words));
  }

  /** No capability was declared, so the only request a server may send is a ping. */
  #hear(method: string, id: unknown, params: Params): void {
    if (method === "notifications/progress" && typeof params.progressToken === "number")
      this.#waiting.get(params.progressToken)?.onProgress?.(params);
    if (id === undefined) return;
    const answer = method === "ping" ? { result: {} } : { error: { code: -32601, message: `Method not found: ${method}` } };
    this.#send({ jsonrpc: "2.0", id, ...answer });
  }
}

function closed(): CallError {
  return new CallError("the server behind the tool was closed");
}
