// The main job of a gateway: tools from every kind of source in one list, called by the official client, each call
// signed where the server asks for a name.

import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { createGateway } from "@toolcrib/gateway";
import { nodeListener } from "@toolcrib/server/node";
import { z } from "zod";
import { openServer, serveKnowledge, serveOrders, serveShop } from "./servers.ts";

const say = (line: string) => console.log(line);
const tenant = "example-shop";
/** What the operator keeps in the environment. */
const env = { KB_TOKEN: "kb-token-of-the-operator", ORDERS_KEY: "orders-key-of-the-operator", RATES: '{"USD":1.08,"GBP":0.85}' };

const { origin, answer } = await openServer();
const orders = await serveOrders(env.ORDERS_KEY);

const clock = new McpServer({ name: "clock", version: "1.0.0" });
clock.registerTool("now", { description: "Says the year", inputSchema: z.object({}) }, async () => ({
  content: [{ type: "text", text: `It is ${new Date().getFullYear()}` }],
}));

const definition = {
  tenant,
  sources: {
    shop: { mcp: await serveShop(origin, tenant), auth: { type: "runtime" } },
    kb: { mcp: await serveKnowledge(env.KB_TOKEN), auth: { type: "bearer", token: "$KB_TOKEN" } },
    orders: { openapi: `${orders}/openapi.json`, auth: { type: "apiKey", value: "$ORDERS_KEY" } },
    stock: {
      endpoint: {
        name: "count",
        description: "How many are left",
        url: `${orders}/stock/{item}`,
        parameters: [{ name: "item", in: "path" }],
      },
    },
    desk: { tools: fileURLToPath(new URL("../tools", import.meta.url)) },
    notes: { command: [process.execPath, fileURLToPath(new URL("notes-server.js", import.meta.url))] },
    clock: { server: clock },
    // Nobody listens there: it hides nothing of the others, and says why it is missing.
    away: { mcp: "http://127.0.0.1:9/mcp" },
  },
  agents: { support: { tools: ["*"] } },
};
const gateway = await createGateway(definition, { origin, env, allowLocal: true, log: () => {} });
answer(nodeListener(gateway.fetch));
const { url, token } = gateway.agents.support as { readonly url: string; readonly token: string };

say(`1. A gateway over ${Object.keys(definition.sources).length} sources: ${Object.keys(definition.sources).join(", ")}`);
say(`   The agent "support" connects at ${url}, with a token that was made for it.`);

const client = new Client({ name: "gateway-example", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${token}` } } }));
const { tools } = await client.listTools();
say(`2. The official MCP client finds ${tools.length} tools: ${tools.map(({ name }) => name).join(", ")}`);

const CALLS = [
  ["shop__refund", { orderId: "A-1001" }, "our own server, which takes nothing but calls signed for it"],
  ["kb__search", { text: "returns" }, "a server of the official SDK, behind a token that only the gateway knows"],
  ["orders__getOrder", { id: "A-1001" }, "an HTTP API, by its OpenAPI document"],
  ["stock__count", { item: "lamp" }, "one HTTP endpoint, described by hand"],
  ["desk__convert", { euros: 10, currency: "USD" }, "a folder of tools, in a process of its own"],
  ["notes__add_note", { text: "call Ada" }, "a server over stdio"],
  ["clock__now", {}, "a server in this very process"],
] as const;
for (const [index, [name, args, what]] of CALLS.entries()) {
  say(`${index + 3}. It calls ${name}: ${what}`);
  const onprogress = ({ message }: { readonly message?: string | undefined }) => say(`   progress: ${message}`);
  const result = await client.callTool({ name, arguments: args }, { onprogress });
  say(`   result: ${textOf(result)}`);
}

const away = (await gateway.toolSources("support")).find(({ source }) => source === "away");
say(`${CALLS.length + 3}. And the source "away"?`);
say(`   ${away?.status}: ${away?.detail}. ${away?.fix}.`);
await client.close();

say(`
Still serving. Add it to a client that can send a header, as Claude Code:
  claude mcp add --transport http toolcrib ${url} --header "Authorization: Bearer ${token}"
or call it with the official inspector (Node 22 or later):
  npx @modelcontextprotocol/inspector --cli ${url} --transport http --header "Authorization: Bearer ${token}" --method tools/list
Stop with Ctrl+C.`);
process.once("SIGINT", async () => {
  await gateway.close();
  process.exit();
});

function textOf(result: unknown): string {
  const [block] = (result as { readonly content: readonly { readonly text?: string }[] }).content;
  return (block?.text ?? "").replaceAll("\n", " ");
}
