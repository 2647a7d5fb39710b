// A process of MCP servers that misbehave: one at each path, `/<fault>`. It speaks the handshake revisions; a fault
// takes an answer's place until it is mended over IPC: { mend: "<fault>" }, or { fault: "<fault>" } to have it again.
// Arguments: the port, 0 for any; the faults that are mended from the start.

import { createServer } from "node:http";
import { LYING } from "./lying.mjs";
import { OVERSIZED } from "./oversized.mjs";
import { SLOW } from "./slow.mjs";

const FAULTS = { ...SLOW, ...LYING, ...OVERSIZED };
const [port = "0", ...healthy] = process.argv.slice(2);
const mended = new Set(healthy);

export const ECHO = {
  name: "echo",
  description: "Says it again",
  inputSchema: { type: "object", properties: { text: { type: "string" } } },
};

const documentOf = (url) => ({
  openapi: "3.1.0",
  info: { title: "Echo", version: "1" },
  servers: [{ url }],
  paths: { "/echo": { post: { operationId: "echo", responses: { 200: { description: "ok" } } } } },
});

/** What a healthy server says; undefined for what it does not know. */
function healthyResult({ method, params }) {
  if (method === "initialize")
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "bad", version: "1" },
    };
  if (method === "ping") return {};
  if (method === "tools/list") return { tools: [ECHO] };
  if (method === "tools/call") return { content: [{ type: "text", text: params.arguments.text ?? "" }] };
  return undefined;
}

const server = createServer(async (request, response) => {
  const name = new URL(request.url, "http://localhost").pathname.slice(1);
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  // A GET asks for the document of an API.
  if (request.method === "GET" && name.endsWith("document")) {
    if (!mended.has(name)) return void FAULTS[name]?.GET({ response });
    return void response.end(JSON.stringify(documentOf(`http://${request.headers.host}/${name}`)));
  }
  if (request.method !== "POST") return void response.writeHead(405).end();
  const message = JSON.parse(Buffer.concat(chunks).toString());
  const json = (value) => {
    response.setHeader("content-type", "application/json");
    response.end(typeof value === "string" ? value : JSON.stringify(value));
  };
  const result = healthyResult(message);
  const answer = result === undefined ? { error: { code: -32601, message: "Method not found" } } : { result };
  const healthyAnswer = () => json({ jsonrpc: "2.0", id: message.id, ...answer });
  const fault = mended.has(name) ? undefined : FAULTS[name]?.[message.method];
  if (fault !== undefined) return fault({ message, request, response, json, healthyAnswer });
  if (message.id === undefined) return void response.writeHead(202).end();
  healthyAnswer();
});

process.on("message", ({ mend, fault }) => {
  if (mend !== undefined) mended.add(mend);
  if (fault !== undefined) mended.delete(fault);
  process.send({ done: true });
});
process.once("disconnect", () => process.exit());
server.listen(Number(port), "127.0.0.1", () => process.send?.({ port: server.address().port }));
