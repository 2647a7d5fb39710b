// Servers behind the gateway: ours, and those of the official SDK in each of its forms.

import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { createMcpHandler, McpServer as McpServerV2 } from "@modelcontextprotocol/server";
import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import type { Tool } from "@toolcrib/tools/run";
import { z } from "zod";
import { listen } from "./gateway.ts";

/** Our own server, for calls that the gateway at this origin signs. */
export async function serveSigned(tools: Readonly<Record<string, Tool>>, gatewayOrigin: string, tenant = "acme"): Promise<string> {
  const serving: { listener?: ReturnType<typeof nodeListener> } = {};
  const url = await listen((request, response) => serving.listener?.(request, response));
  serving.listener = nodeListener(serveTools(tools, { runtime: gatewayOrigin, tenant, audience: url, log() {} }));
  return url;
}

/** A server that counts for each session: SDK v1, with session ids. `forget` drops every session. */
export async function serveCounter(): Promise<{
  readonly url: string;
  readonly sessions: Map<string, StreamableHTTPServerTransport>;
  readonly counts: { initialize: number };
}> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const counts = { initialize: 0 };
  const url = await listen(async (request: IncomingMessage, response: ServerResponse) => {
    const id = request.headers["mcp-session-id"] as string | undefined;
    const known = id === undefined ? undefined : sessions.get(id);
    if (id !== undefined && known === undefined) {
      response
        .writeHead(404, { "content-type": "application/json" })
        .end('{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}');
      return;
    }
    const transport =
      known ??
      new StreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (session) => {
          counts.initialize += 1;
          sessions.set(session, transport);
        },
      });
    if (known === undefined) {
      let count = 0;
      const server = new McpServer({ name: "counter", version: "1" });
      server.registerTool("increment", { description: "Counts", inputSchema: {} }, async () => {
        count += 1;
        return { content: [{ type: "text", text: String(count) }] };
      });
      await server.connect(transport as never);
    }
    await transport.handleRequest(request, response);
  });
  return { url, sessions, counts };
}

/** The transport of 2024-11-05: a GET opens the stream, a POST elsewhere sends. */
export async function serveOldSse(): Promise<{
  readonly url: string;
  readonly streams: Set<ServerResponse>;
  readonly headers: IncomingMessage["headers"][];
  /** The bodies of its POSTs. */
  readonly messages: string[];
}> {
  const transports = new Map<string, SSEServerTransport>();
  const streams = new Set<ServerResponse>();
  const headers: IncomingMessage["headers"][] = [];
  const messages: string[] = [];
  const url = await listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    headers.push(request.headers);
    if (request.method === "GET" && pathname === "/sse") {
      const transport = new SSEServerTransport("/messages", response);
      transports.set(transport.sessionId, transport);
      streams.add(response);
      response.once("close", () => streams.delete(response));
      const server = new McpServer({ name: "old", version: "1" });
      server.registerTool("greet", { description: "Greets", inputSchema: { name: z.string() } }, async ({ name }) => ({
        content: [{ type: "text", text: `Hello, ${name}` }],
      }));
      server.registerTool("hang", { description: "Never answers", inputSchema: {} }, () => new Promise(() => {}));
      await server.connect(transport as never);
    } else if (request.method === "POST" && pathname === "/messages") {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const message = Buffer.concat(chunks).toString();
      messages.push(message);
      // Without its stream it has answered with a 500 already.
      await transports
        .get(searchParams.get("sessionId") ?? "")
        ?.handlePostMessage(request, response, JSON.parse(message))
        .catch(() => {});
    } else response.writeHead(404).end();
  }, "/sse");
  return { url, streams, headers, messages };
}

/** SDK v2, stateless, both eras. */
export async function serveV2(): Promise<string> {
  const handler = createMcpHandler(() => {
    const server = new McpServerV2({ name: "two", version: "2" });
    server.registerTool("double", { description: "Doubles", inputSchema: z.object({ value: z.number() }) }, async ({ value }) => ({
      content: [{ type: "text", text: String(value * 2) }],
    }));
    return server;
  });
  return listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = `http://${request.headers.host}${request.url}`;
    const hasBody = request.method !== "GET" && request.method !== "HEAD";
    const answer = await handler.fetch(
      new Request(url, {
        method: request.method ?? "GET",
        headers: request.headers as never,
        ...(hasBody ? { body: Buffer.concat(chunks) } : {}),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body !== null) for await (const chunk of answer.body) response.write(chunk);
    response.end();
  });
}
