// The server behind every gateway: an echo written by hand, with sessions, JSON answers and nothing else, so that what
// is measured is the gateway.  node upstream.mjs plain | hanging;  sends its URL.

import { createServer } from "node:http";

const [mode] = process.argv.slice(2);
const TOOL = {
  name: "echo",
  description: "Gives the text back",
  inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
};
let sessions = 0;

function answer({ method, params }) {
  if (method === "initialize")
    return { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "echo", version: "1" } };
  if (method === "tools/list") return { tools: [TOOL] };
  if (method === "tools/call") return { content: [{ type: "text", text: params.arguments.text }] };
  return undefined;
}

const server = createServer((request, response) => {
  let text = "";
  request.on("data", (chunk) => {
    text += chunk;
  });
  request.on("end", () => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const message = JSON.parse(text);
    if (message.id === undefined) return void response.writeHead(202).end();
    if (mode === "hanging") return;
    const result = answer(message);
    if (result === undefined) {
      const body = JSON.stringify({ jsonrpc: "2.0", id: message.id, error: { code: -32601, message: "Method not found" } });
      response.writeHead(400, { "content-type": "application/json", "content-length": body.length }).end(body);
      return;
    }
    const body = JSON.stringify({ jsonrpc: "2.0", id: message.id, result });
    if (message.method === "initialize") sessions += 1;
    const session = message.method === "initialize" ? { "mcp-session-id": `session-${sessions}` } : {};
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body), ...session }).end(body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send({ url: `http://127.0.0.1:${server.address().port}/mcp` }));
process.once("disconnect", () => process.exit());
