// The adapter between Node's http server and the engine. It never builds a Request or a Response: on Node those cost
// more than everything else a call does.

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { CallError, isLoopbackHost } from "@toolcrib/core";
import { createDrain, type DrainOptions } from "./drain.ts";
import type { EngineResponse } from "./engine/http.ts";
import { readBody } from "./node-body.ts";
import { engineOf, type ToolHandler } from "./serve-tools.ts";

export interface NodeListenerOptions {
  /** The public origin, as `https://tools.example.com`, where something in front ends TLS. Default: that of `serveTools`. */
  readonly origin?: string;
  /**
   * Take the public origin from X-Forwarded-Proto and X-Forwarded-Host. Only where the proxy in front overwrites them:
   * otherwise any caller writes its own. A header with more than one value is refused.
   */
  readonly trustProxy?: boolean;
}

/** A listener for `http.createServer`, and how that server leaves without losing a call. */
export interface NodeListener {
  (request: IncomingMessage, response: ServerResponse): void;
  /**
   * Closes the server: ends subscriptions, serves on while whatever stands in front notices, each connection ending
   * with its answer, then stops listening and waits for running calls. Resolves when the last connection is closed.
   */
  drain(server: Server, options?: DrainOptions): Promise<void>;
  /** Drains on SIGTERM, after which the process ends if nothing else keeps it. */
  drainOnSigterm(server: Server, options?: DrainOptions): void;
}

/**
 * A listener for `http.createServer`: `createServer(nodeListener(handler, { origin: "https://tools.example.com" }))`,
 * or for a framework's route; a body that a parser has read already is taken from `request.body`.
 */
export function nodeListener(handler: ToolHandler, options: NodeListenerOptions = {}): NodeListener {
  const engine = engineOf(handler);
  const origin = options.origin ?? engine.origin;
  const leaving = createDrain(() => engine.close());
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const abort = new AbortController();
    // A request that was read to its end never says that its sender left; the response does.
    response.on("close", () => {
      if (!response.writableFinished) abort.abort(new CallError("the caller went away", { code: "client_disconnected" }));
    });
    // Writing to a closed socket is reported by the close above.
    response.on("error", () => {});
    engine
      .handle({
        method: request.method ?? "GET",
        header: (name) => (name === "authorization" ? authorizationOf(request) : firstValue(request.headers[name])),
        host: request.headers.host ?? "",
        url: () => publicUrl(request, origin, options.trustProxy === true),
        readBody: (maxBytes) => readBody(request, maxBytes),
        signal: abort.signal,
      })
      .then((answer) => write(response, answer, { closes: leaving.isDraining || !request.complete }))
      .catch(() => response.destroy());
  };
  return Object.assign(listener, { drain: leaving.drain, drainOnSigterm: leaving.drainOnSigterm });
}

/** Where the caller sent its request, as the world sees it. Off loopback a Host header alone proves nothing: any caller writes its own. */
function publicUrl(request: IncomingMessage, origin: string | undefined, trustProxy: boolean): string | undefined {
  const { headers } = request;
  // Frameworks cut the path they mounted the listener under from `url` and keep the whole in `originalUrl`.
  const whole = (request as { readonly originalUrl?: string }).originalUrl ?? request.url ?? "/";
  const path = whole.split("?", 1)[0] ?? "/";
  // A request target need not be a path (RFC 9112 section 3.2); behind an origin, "m://x" would be another host.
  if (!path.startsWith("/")) return undefined;
  if (origin !== undefined) return origin + path;
  if (trustProxy) {
    const protocol = headers["x-forwarded-proto"];
    const host = headers["x-forwarded-host"];
    const isOne = (value: unknown): value is string => typeof value === "string" && value !== "" && !value.includes(",");
    return isOne(protocol) && isOne(host) ? `${protocol.trim()}://${host.trim()}${path}` : undefined;
  }
  const { host } = headers;
  return host !== undefined && isLoopbackHost(host) ? `http://${host}${path}` : undefined;
}

/** Node keeps the first Authorization header and drops the others unseen. Joined, as the web has them, they are no token. */
function authorizationOf({ rawHeaders }: IncomingMessage): string | undefined {
  const values = rawHeaders.filter((_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "authorization");
  return values.length === 0 ? undefined : values.join(", ");
}

function firstValue(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "object" ? value[0] : value;
}

/** @param closes the connection ends with this answer: the server leaves, or a body was not read to its end and nothing can follow it */
async function write(
  response: ServerResponse,
  { status, headers, body }: EngineResponse,
  { closes }: { readonly closes: boolean },
): Promise<void> {
  const closing = closes ? { ...headers, connection: "close" } : headers;
  if (body === undefined || typeof body === "string") {
    response.writeHead(status, { ...closing, "content-length": Buffer.byteLength(body ?? "") });
    response.end(body);
    return;
  }
  response.writeHead(status, closing);
  response.flushHeaders();
  const events = body[Symbol.asyncIterator]();
  // Leaving tells the stream that nobody reads any more; after the last event it means nothing.
  response.on("close", () => void events.return?.());
  for (let next = await events.next(); next.done !== true; next = await events.next()) {
    if (!response.write(next.value)) await drained(response);
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
  });
}
