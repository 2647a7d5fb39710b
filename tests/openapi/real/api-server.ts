// A real HTTP server for the APIs of documents: a request to `https://api.example.com/x` arrives at it as
// `/api.example.com/x`, so the documents' own servers and paths are what is called.

import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Asked {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, unless it is text or bytes. */
  readonly body?: unknown;
}

export type Api = (asked: Asked) => Answer | Promise<Answer>;

export interface ApiServer {
  /** Where it is: the host that is meant goes first in the path. */
  readonly origin: string;
  /** Sends what goes to any host to this server. */
  readonly fetch: typeof globalThis.fetch;
  readonly asked: readonly Asked[];
  readonly close: () => Promise<unknown>;
}

export async function startApi(api: Api): Promise<ApiServer> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    // Split by hand: a URL would decode, and take dots out.
    const [target = "", query = ""] = (request.url ?? "").split("?", 2);
    const [, host = "", path = ""] = /^\/([^/]+)(\/.*)$/.exec(target) ?? [];
    const one: Asked = {
      method: request.method ?? "",
      host,
      path,
      query: new URLSearchParams(query),
      headers: request.headers,
      body: Buffer.concat(chunks),
    };
    asked.push(one);
    const { status = 200, headers = {}, body } = await api(one);
    const isRaw = typeof body === "string" || Buffer.isBuffer(body);
    response.writeHead(status, { ...(isRaw || body === undefined ? {} : { "content-type": "application/json" }), ...headers });
    response.end(isRaw || body === undefined ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    fetch: (input, init) => fetch(String(input).replace(/^https?:\//, origin), init),
    asked,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The last piece of a path, as its author wrote it. */
export function lastOf(path: string): string {
  return decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));
}
