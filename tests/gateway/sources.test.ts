// Each kind of source, from its definition to a call.

import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { schema, tool } from "@toolcrib/tools";
import { expect, test } from "vitest";
import { z } from "zod";
import { connect, textOf } from "./client.ts";
import { listen, startGateway } from "./gateway.ts";
import { serveCounter, serveOldSse, serveSigned, serveV2 } from "./upstreams.ts";

const whoami = tool({
  description: "Says who calls",
  input: schema.Object({}),
  effects: "none",
  execute: (_args, { identity, idempotencyKey }) => ({ ...identity, idempotencyKey }),
});

/** A port that is free now, for a gateway that a server must know before it starts. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("a runtime source is called with a token for this agent and this call [gateway.signed]", async () => {
  const port = await freePort();
  const url = await serveSigned({ whoami }, `http://127.0.0.1:${port}`);
  const started = await startGateway({ shop: { mcp: url, auth: { type: "runtime" } } }, { port });
  const client = await connect(started);
  const { structuredContent } = await client.callTool({ name: "shop__whoami", arguments: {} });
  expect(structuredContent).toMatchObject({ tenant: "acme", agent: "all", subject: "agent:all", actor: "agent:all", via: "runtime" });
});

test("a stateful server keeps a session for each agent", async () => {
  const { url, counts } = await serveCounter();
  const started = await startGateway({ counter: { mcp: url } }, { agents: { other: { tools: ["counter"] } } });
  const first = await connect(started);
  const { url: otherUrl, token } = started.gateway.agents.other as { readonly url: string; readonly token: string };
  const second = await connect({ url: otherUrl, headers: { authorization: `Bearer ${token}` } });
  const count = async (client: typeof first) => textOf(await client.callTool({ name: "counter__increment", arguments: {} }));
  expect([await count(first), await count(first), await count(second), await count(first)]).toEqual(["1", "2", "1", "3"]);
  expect(counts.initialize).toBe(3);
});

test("a server of the older SSE transport is found", async () => {
  const client = await connect(await startGateway({ old: { mcp: (await serveOldSse()).url } }));
  expect(textOf(await client.callTool({ name: "old__greet", arguments: { name: "Ada" } }))).toBe("Hello, Ada");
});

test("a server of SDK v2 is spoken to in the stateless revision", async () => {
  const client = await connect(await startGateway({ two: { mcp: await serveV2() } }));
  expect(textOf(await client.callTool({ name: "two__double", arguments: { value: 21 } }))).toBe("42");
});

test("an API with a document", async () => {
  const url = await listen((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url === "/openapi.json") {
      response.end(
        JSON.stringify({
          openapi: "3.1.0",
          info: { title: "Shop", version: "1" },
          paths: {
            "/orders/{id}": {
              get: {
                operationId: "getOrder",
                parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
                responses: { 200: { description: "ok" } },
              },
            },
          },
        }),
      );
    } else response.end(JSON.stringify({ path: request.url, auth: request.headers.authorization }));
  }, "/openapi.json");
  const started = await startGateway(
    { shop: { openapi: url, auth: { type: "bearer", token: "$SHOP_TOKEN" }, baseUrl: new URL("/", url).href } },
    { env: { SHOP_TOKEN: "s3cret-token" } },
  );
  const client = await connect(started);
  const { structuredContent } = await client.callTool({ name: "shop__getOrder", arguments: { id: "o 1" } });
  expect(structuredContent).toEqual({ path: "/orders/o%201", auth: "Bearer s3cret-token" });
});

test("one endpoint, described by hand", async () => {
  const url = await listen((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ path: request.url }));
  }, "/weather/{city}");
  const endpoint = { name: "forecast", description: "The weather", url, parameters: [{ name: "city", in: "path" }] };
  const client = await connect(await startGateway({ weather: { endpoint } }));
  const { structuredContent } = await client.callTool({ name: "weather__forecast", arguments: { city: "Zürich" } });
  expect(structuredContent).toEqual({ path: "/weather/Z%C3%BCrich" });
});

test("a folder of tools, in a process of its own", async () => {
  const folder = mkdtempSync(join(process.cwd(), "tests/gateway/node_modules/.tools-"));
  writeFileSync(
    join(folder, "add.mjs"),
    `import { schema, tool } from "@toolcrib/tools";
export default tool({
  description: "Adds",
  input: schema.Object({ one: schema.Number(), other: schema.Number() }),
  env: ["ADD_KEY"],
  execute: ({ one, other }, { env, identity }) => ({ sum: one + other, pid: process.pid, key: env.ADD_KEY, agent: identity.agent, names: Object.keys(process.env).sort() }),
});`,
  );
  const started = await startGateway({ desk: { tools: folder } }, { env: { ADD_KEY: "from the operator", OTHER: "not for it" } });
  const client = await connect(started);
  const { structuredContent } = await client.callTool({ name: "desk__add", arguments: { one: 1, other: 2 } });
  expect(structuredContent).toMatchObject({ sum: 3, key: "from the operator", agent: "all" });
  const { pid, names } = structuredContent as { readonly pid: number; readonly names: readonly string[] };
  expect(pid).not.toBe(process.pid);
  expect(
    names.filter(
      (name) => !["PATH", "HOME", "TMPDIR", "LANG", "NODE_ENV", "NODE_CHANNEL_FD", "NODE_CHANNEL_SERIALIZATION_MODE"].includes(name),
    ),
  ).toEqual([]);
});

test("a server of the official SDK in this process", async () => {
  const server = new McpServer({ name: "inside", version: "1" });
  server.registerTool("greet", { description: "Greets", inputSchema: { name: z.string() } }, async ({ name }) => ({
    content: [{ type: "text", text: `Hello, ${name}` }],
  }));
  const client = await connect(await startGateway({ inside: { server } }));
  expect(textOf(await client.callTool({ name: "inside__greet", arguments: { name: "Ada" } }))).toBe("Hello, Ada");
});

test("an API whose document is longer than any answer may be", async () => {
  const path = (index: number) => [
    `/items${index}`,
    { get: { operationId: `item${index}`, description: "x".repeat(1_000), responses: {} } },
  ];
  const paths = Object.fromEntries(Array.from({ length: 40 }, (_, index) => path(index)));
  const padding = Array.from({ length: 12 }, () => "x".repeat(1_048_576));
  const document = JSON.stringify({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths, "x-padding": padding });
  const url = await listen((_request, response) => response.setHeader("content-type", "application/json").end(document), "/openapi.json");
  const client = await connect(await startGateway({ big: { openapi: url } }));
  expect((await client.listTools()).tools).toHaveLength(40);
});
