// What stands behind the gateway here: a server that takes only signed calls, one that wants a token, and a plain API.

import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import { schema, tool } from "@toolcrib/tools";
import { z } from "zod";

/** A free port, and what answers there from now on. */
export async function openServer(): Promise<{ readonly origin: string; readonly answer: (listener: RequestListener) => void }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, answer: (listener) => void server.on("request", listener) };
}

/** The shop: our own server. It knows its caller by the gateway's signature, checked against the gateway's published keys. */
export async function serveShop(gatewayOrigin: string, tenant: string): Promise<string> {
  const { origin, answer } = await openServer();
  const refund = tool({
    description: "Refunds an order in full",
    input: schema.Object({ orderId: schema.String() }),
    idempotency: "keyed",
    execute({ orderId }, { identity, idempotencyKey, progress }) {
      progress("Contacting the payment provider");
      return { refunded: orderId, for: identity.subject, key: `${idempotencyKey.slice(0, 8)}…` };
    },
  });
  answer(nodeListener(serveTools({ refund }, { runtime: gatewayOrigin, tenant, audience: `${origin}/mcp`, log() {} })));
  return `${origin}/mcp`;
}

/** The knowledge base: a server of the official SDK, behind a token. */
export async function serveKnowledge(token: string): Promise<string> {
  const { origin, answer } = await openServer();
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "knowledge", version: "1.0.0" });
    server.registerTool("search", { description: "Finds articles", inputSchema: z.object({ text: z.string() }) }, async ({ text }) => ({
      content: [{ type: "text", text: `1 article about "${text}": How to return a parcel` }],
    }));
    return server;
  });
  answer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = new Headers(request.headers as Record<string, string>);
    const body = request.method === "POST" ? { body: Buffer.concat(chunks) } : {};
    const answered = await handler.fetch(new Request(`${origin}${request.url}`, { method: request.method ?? "GET", headers, ...body }));
    response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(Buffer.from(await answered.arrayBuffer()));
  });
  return `${origin}/mcp`;
}

const ORDER = { name: "id", in: "path", required: true, schema: { type: "string" } };

/** The order API: HTTP, with an OpenAPI document. */
export async function serveOrders(key: string): Promise<string> {
  const { origin, answer } = await openServer();
  const document = {
    openapi: "3.1.0",
    info: { title: "Orders", version: "1" },
    servers: [{ url: origin }],
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-api-key" } } },
    paths: {
      "/orders/{id}": {
        get: { operationId: "getOrder", summary: "One order", parameters: [ORDER], responses: { 200: { description: "It" } } },
      },
    },
  };
  answer((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url === "/openapi.json") response.end(JSON.stringify(document));
    else if (request.url?.startsWith("/stock/") === true)
      response.end(JSON.stringify({ item: request.url.slice("/stock/".length), left: 3 }));
    else if (request.headers["x-api-key"] !== key) response.writeHead(401).end("{}");
    else response.end(JSON.stringify({ id: request.url?.split("/").at(-1), total: 42.5, state: "delivered" }));
  });
  return origin;
}
