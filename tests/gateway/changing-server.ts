// A server whose every answer a test decides, and what it was sent. Handshake revisions, without sessions.

import type { IncomingMessage, ServerResponse } from "node:http";
import { listen } from "./gateway.ts";

export interface ListedEntry {
  readonly name: string;
  readonly [key: string]: unknown;
}

export interface ChangingServer {
  readonly url: string;
  /** What it lists from now on. */
  tools: readonly ListedEntry[];
  /** Says to everybody who listens that its tools are others now. */
  tell(): void;
  /** Those who listen, over the stream of a GET; only where it was asked to offer one. */
  readonly streams: Set<ServerResponse>;
  /** Takes the place of every answer; true where it answered. */
  interfere: ((request: IncomingMessage, response: ServerResponse, message: Message) => boolean) | undefined;
  /** Its result of a call. */
  result: (message: Message) => object;
  /** Every request so far, with its headers. */
  readonly requests: { readonly method: string; readonly headers: IncomingMessage["headers"]; readonly body: string }[];
}

export interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly name?: string; readonly arguments?: Readonly<Record<string, unknown>>; readonly _meta?: object };
}

export const entry = (name: string, extra: object = {}): ListedEntry => ({
  name,
  description: `Does ${name}`,
  inputSchema: { type: "object" },
  ...extra,
});

export async function serveChanging(
  tools: readonly ListedEntry[],
  { tellsChanges = false }: { readonly tellsChanges?: boolean } = {},
): Promise<ChangingServer> {
  const streams = new Set<ServerResponse>();
  const requests: ChangingServer["requests"] = [];
  const server: { -readonly [Key in keyof ChangingServer]: ChangingServer[Key] } = {
    url: "",
    tools,
    streams,
    tell() {
      for (const stream of streams) stream.write('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n');
    },
    interfere: undefined,
    result: ({ params }) => ({ content: [{ type: "text", text: `${params?.name} done` }] }),
    requests,
  };
  const resultOf = (message: Message) => {
    if (message.method === "initialize")
      return {
        protocolVersion: "2025-11-25",
        capabilities: { tools: { listChanged: tellsChanges } },
        serverInfo: { name: "changing", version: "1" },
      };
    if (message.method === "tools/list") return { tools: server.tools };
    return message.method === "tools/call" ? server.result(message) : undefined;
  };
  server.url = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const message = (body === "" ? { method: String(request.method) } : JSON.parse(body)) as Message;
    requests.push({ method: message.method, headers: request.headers, body });
    if (server.interfere?.(request, response, message) === true) return;
    if (request.method === "GET" && tellsChanges) {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      streams.add(response);
      response.once("close", () => streams.delete(response));
    } else if (request.method !== "POST") response.writeHead(405).end();
    else if (message.id === undefined) response.writeHead(202).end();
    else {
      const result = resultOf(message);
      const answer = result === undefined ? { error: { code: -32601, message: "Method not found" } } : { result };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...answer }));
    }
  });
  return server;
}
