// The main job, seen from both sides: a tool served over MCP, and the official client calling it.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import refund from "./tools/refund.ts";

const say = (line: string) => console.log(line);

const handler = serveTools({ refund }, { auth: "none", log: () => {}, serverInfo: { name: "refund-example", version: "1.0.0" } });
const server = createServer(nodeListener(handler));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;

say(`1. Serving the tool "refund" over MCP at ${url}`);
say('   Callers are not verified (auth: "none"), so it answers only this machine.');

const client = new Client({ name: "refund-example-client", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
await client.connect(new StreamableHTTPClientTransport(new URL(url)));
const { tools } = await client.listTools();
say(`2. The official MCP client connected and found: ${tools.map((tool) => tool.name).join(", ")}`);

say('3. It calls refund with { orderId: "A-1001" }');
const result = await client.callTool(
  { name: "refund", arguments: { orderId: "A-1001" } },
  { onprogress: ({ message }) => say(`   progress: ${message}`) },
);
say(`   result: ${JSON.stringify(result.structuredContent)}`);

say('4. It calls refund with { order: "A-1001" }, a misspelt argument');
const refused = await client.callTool({ name: "refund", arguments: { order: "A-1001" } });
say(`   refused before the handler ran: ${firstText(refused).replaceAll("\n", "\n   ")}`);
await client.close();

say(`
Still serving. Call it yourself (the inspector needs Node 22 or later):
  npx @modelcontextprotocol/inspector --cli ${url} --transport http --method tools/call --tool-name refund --tool-args-json '{"orderId":"A-1002"}'
Serve a folder of your own tools, reloading on change:
  node packages/cli/dist/main.js dev examples/refund/tools
Stop with Ctrl+C.`);

function firstText(result: { readonly content: readonly unknown[] }): string {
  const [block] = result.content as readonly { readonly text?: string }[];
  return block?.text ?? "";
}
