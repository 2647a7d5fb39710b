// The transport of Bun and Deno, where a dispatcher of undici is read over: node:http and node:https, which ask the guard
// there as they do on Node, with the pools of their agents.

import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { pipeline, Readable } from "node:stream";
import { Exchange } from "./exchange.ts";
import { type ExchangeRequest, type RequestBody, TLS, type Transport, type TransportOptions } from "./transport.ts";

/** How long a connection is kept without use, as by the other transport. */
const KEPT_MS = 4_000;

export async function createNodeHttpTransport(options: TransportOptions): Promise<Transport> {
  // Deno, told by NODE_USE_ENV_PROXY, asks the proxy of HTTPS_PROXY with any agent that is not told otherwise.
  const pool = { keepAlive: true, timeout: KEPT_MS, proxyEnv: {} };
  const http = new HttpAgent(pool);
  const https = new HttpsAgent({ ...pool, ...TLS });
  const open = ({ url, method, headers }: ExchangeRequest): ClientRequest => {
    const common = { method, headers: { ...headers }, lookup: options.guard.lookup };
    return url.protocol === "https:" ? requestHttps(url, { ...common, agent: https }) : requestHttp(url, { ...common, agent: http });
  };
  return {
    exchange(request) {
      const exchange = new Exchange(request);
      const refused = options.guard.refuseHost(request.url.hostname);
      if (refused !== undefined) exchange.fail(refused);
      if (exchange.isOver) return exchange.answer;
      try {
        start(exchange, open(request), { ...options, request });
      } catch (error) {
        exchange.fail(error);
      }
      return exchange.answer;
    },
    async close() {
      http.destroy();
      https.destroy();
    },
  };
}

function start(exchange: Exchange, client: ClientRequest, options: TransportOptions & { readonly request: ExchangeRequest }): void {
  const { guard, connectTimeoutMs, headersTimeoutMs } = options;
  const { url, body } = options.request;
  const expire = (code: string, ms: number) =>
    setTimeout(() => client.destroy(Object.assign(new Error(`more than ${ms} ms`), { code })), ms);
  let timer = expire("UND_ERR_CONNECT_TIMEOUT", connectTimeoutMs);
  let hasAnswered = false;
  exchange.abortWith((reason) => client.destroy(reason));
  client.on("socket", (socket) => {
    const send = () => {
      clearTimeout(timer);
      exchange.send();
      timer = expire("UND_ERR_HEADERS_TIMEOUT", headersTimeoutMs);
    };
    // It failed before anybody was told of it; its error follows.
    if (socket.destroyed) return;
    if (!socket.connecting) {
      send();
      return;
    }
    // Heard before node:http hears of the connection, and so before it writes to it.
    socket.once("connect", () => {
      const refused = guard.refusePeer(url.hostname, socket.remoteAddress);
      if (refused !== undefined) client.destroy(refused);
    });
    socket.once(url.protocol === "https:" ? "secureConnect" : "connect", send);
  });
  client.on("response", (message) => {
    clearTimeout(timer);
    hasAnswered = true;
    receive(exchange, client, message);
  });
  client.on("error", (error) => exchange.fail(error));
  client.on("close", () => {
    clearTimeout(timer);
    // With an answer, the rest of it may still wait here for its reader.
    if (!hasAnswered) exchange.fail(new Error("the connection was closed"));
  });
  write(client, body);
}

function receive(exchange: Exchange, client: ClientRequest, message: IncomingMessage): void {
  exchange.receiveHead(
    { status: message.statusCode ?? 0, statusText: message.statusMessage ?? "", headers: message.headers },
    { pause: () => message.pause(), resume: () => message.resume(), abort: (reason) => client.destroy(reason) },
  );
  message.on("data", (chunk: Uint8Array) => exchange.receive(chunk));
  message.on("end", () => exchange.end());
  message.on("error", (error) => exchange.fail(error));
  // Nothing, where it has ended.
  message.on("close", () => exchange.fail(new Error("the connection was closed")));
}

function write(client: ClientRequest, body: RequestBody | undefined): void {
  if (body === undefined || typeof body === "string" || body instanceof Uint8Array) {
    client.end(body);
    return;
  }
  // Ends both when one of them does. What went wrong is the client's to say.
  pipeline(Readable.from(body), client, () => {});
}
