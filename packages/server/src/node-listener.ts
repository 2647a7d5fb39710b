// The adapter between Node's http server and the engine. It never builds a Request or a Response: on Node those cost
// more than everything else a call does.

import type { IncomingMessage, ServerResponse } from "node:http";
import { CallError, isLoopbackHost } from "@toolcrib/core";
import type { EngineResponse } from "./engine/http.ts";
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

/** A listener for `http.createServer`: `createServer(nodeListener(handler, { origin: "https://tools.example.com" }))`. */
export function nodeListener(
  handler: ToolHandler,
  options: NodeListenerOptions = {},
): (request: IncomingMessage, response: ServerResponse) => void {
  const engine = engineOf(handler);
  const origin = options.origin ?? engine.origin;
  return (request, response) => {
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
      .then((answer) => write(request, response, answer))
      .catch(() => response.destroy());
  };
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

/** Keeps nothing between two texts. Unlike Buffer it drops a byte order mark, as the web's Request does. */
const utf8 = new TextDecoder();

function readBody(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let byteCount = 0;
    request.on("data", (chunk: Buffer) => {
      byteCount += chunk.length;
      if (byteCount <= maxBytes) return chunks.push(chunk);
      request.pause();
      return resolve(undefined);
    });
    request.on("end", () => resolve(utf8.decode(Buffer.concat(chunks))));
    request.on("error", reject);
    request.on("close", () => reject(new Error("the request ended before its body did")));
  });
}

async function write(request: IncomingMessage, response: ServerResponse, { status, headers, body }: EngineResponse): Promise<void> {
  // A body that was not read to its end can't be followed by another request on the same connection.
  const closing = request.complete ? headers : { ...headers, connection: "close" };
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
