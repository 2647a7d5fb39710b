// The main job, seen from both sides: a tool served over MCP, and the official client calling it with a signed name.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import { tool } from "@toolcrib/tools";
import { signingFetch, trust } from "./signing.ts";
import refund from "./tools/refund.ts";

const say = (line: string) => console.log(line);

const whoami = tool({
  description: "Says who calls, as the server proved it",
  execute: (_input, { identity }) => `${identity.agent}, for ${identity.subject} (proven by: ${identity.via})`,
});

const server = createServer();
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;

// For you, at the end: a key for clients that can send a header but sign nothing.
const key = randomBytes(32).toString("hex");
const digest = (text: string) => createHash("sha256").update(text).digest();
const handler = serveTools(
  { refund, whoami },
  {
    ...trust,
    audience: url,
    // Compared by digest, in one time for every wrong key.
    verify: ({ token = "" }) => (timingSafeEqual(digest(token), digest(key)) ? { subject: "you" } : undefined),
    serverInfo: { name: "refund-example", version: "1.0.0" },
    log: () => {},
  },
);
server.on("request", nodeListener(handler));

say(`1. Serving the tool "refund" over MCP at ${url}`);
say("   Every request must carry a name: a token that a runtime signed for this very request.");

const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "refund", arguments: { orderId: "A-1001" } } };
const unsigned = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(call) });
say("2. Somebody calls refund without one");
say(`   refused before the handler ran: ${unsigned.status} ${unsigned.statusText}`);

const client = new Client({ name: "refund-example-client", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch: signingFetch("customer-7") }));
const { tools } = await client.listTools();
say(`3. The official MCP client connected, each request signed, and found: ${tools.map(({ name }) => name).join(", ")}`);

say("4. It calls whoami");
say(`   result: ${firstText(await client.callTool({ name: "whoami" }))}`);

say('5. It calls refund with { orderId: "A-1001" }');
const result = await client.callTool(
  { name: "refund", arguments: { orderId: "A-1001" } },
  { onprogress: ({ message }) => say(`   progress: ${message}`) },
);
say(`   result: ${JSON.stringify(result.structuredContent)}`);

say('6. It calls refund with { order: "A-1001" }, a misspelt argument');
const refused = await client.callTool({ name: "refund", arguments: { order: "A-1001" } });
say(`   refused before the handler ran: ${firstText(refused).replaceAll("\n", "\n   ")}`);
await client.close();

say(`
Still serving. Call it yourself, with a key that was made for this start:
  node packages/cli/dist/main.js call ${url} refund orderId=A-1002 --key ${key}
or with the official inspector (Node 22 or later):
  npx @modelcontextprotocol/inspector --cli ${url} --transport http --header "Authorization: Bearer ${key}" --method tools/call --tool-name whoami
Serve a folder of your own tools, reloading on change; it prints how to call them:
  node packages/cli/dist/main.js dev examples/refund/tools
Stop with Ctrl+C.`);

function firstText(result: { readonly content: readonly unknown[] }): string {
  const [block] = result.content as readonly { readonly text?: string }[];
  return block?.text ?? "";
}
