// Reports about calls: where they go, how often they run, and what is known of them when their answer is lost.

import { META } from "@toolcrib/core";
import { expect, test } from "vitest";
import { startBadServers, stdioServer } from "./bad-servers.ts";
import { entry, serveChanging } from "./changing-server.ts";
import { connect, textOf } from "./client.ts";
import { listen, startGateway } from "./gateway.ts";

const openapi = (origin: string) => ({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: origin }],
  paths: {
    "/orders/{id}": {
      get: {
        operationId: "getOrder",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: { 200: { description: "ok" } },
      },
    },
    "/orders": { post: { operationId: "createOrder", responses: { 200: { description: "ok" } } } },
  },
});

/** An API that writes down what it is asked, and its document. */
async function serveApi(answer: "answers" | "hangs up") {
  const asked: string[] = [];
  const url = await listen((request, response) => {
    const { origin } = new URL(url);
    if (request.url === "/openapi.json") {
      response.end(JSON.stringify(openapi(origin)));
      return;
    }
    asked.push(`${request.method} ${request.url}`);
    if (answer === "hangs up") response.destroy();
    else response.setHeader("content-type", "application/json").end("{}");
  }, "/openapi.json");
  return { url, asked };
}

test("Kong/ai-mcp-proxy#3.13: a value never leads to another path, and what is listed is what may be called", async () => {
  const { url, asked } = await serveApi("answers");
  const started = await startGateway({ shop: { openapi: url, denyTools: ["createOrder"] } });
  const client = await connect(started);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["shop__getOrder"]);
  const call = (id: string) => client.callTool({ name: "shop__getOrder", arguments: { id } });
  await call("../admin");
  await call("..%2fadmin?x=1#y");
  expect(asked).toEqual(["GET /orders/..%2Fadmin", "GET /orders/..%252fadmin%3Fx%3D1%23y"]);
  expect((await call("..")).isError).toBe(true);
  expect(asked).toHaveLength(2);
  const denied = client.callTool({ name: "shop__createOrder", arguments: {} });
  await expect(denied).rejects.toThrow("Unknown tool: shop__createOrder; denied_by_filter: ");
});

test("Composio#3654, AutoGPT#14302, hostinger/api-mcp-server#68, currents-mcp#163, agentmail-mcp#49: a call whose answer is lost ran once, and is told apart from one that was never sent", async () => {
  let effects = 0;
  const server = await serveChanging([entry("pay")]);
  server.interfere = (_request, response, { method }) => {
    if (method !== "tools/call") return false;
    effects += 1;
    response.destroy();
    return true;
  };
  const streaming = await serveChanging([entry("pay")]);
  streaming.interfere = (_request, response, { method }) => {
    if (method !== "tools/call") return false;
    effects += 1;
    response.setHeader("content-type", "text/event-stream");
    response.write(": working\n\n", () => response.destroy());
    return true;
  };
  const stdio = stdioServer("crashes-on-call");
  const api = await serveApi("hangs up");
  const bad = await startBadServers();
  const started = await startGateway({
    http: { mcp: server.url },
    stream: { mcp: streaming.url },
    stdio: { command: stdio.command },
    api: { openapi: api.url },
    gone: { mcp: bad.url("any") },
  });
  const client = await connect(started);
  await client.listTools();
  await bad.kill();
  const said = async (name: string) => textOf(await client.callTool({ name, arguments: {} })).split("\n")[0];
  expect(await said("http__pay")).toBe("source http gave no answer: it can't be reached; the outcome is unknown");
  expect(await said("stream__pay")).toBe("source stream gave no answer: it can't be reached; the outcome is unknown");
  expect(effects).toBe(2);
  expect(await said("stdio__echo")).toBe("source stdio gave no answer: its connection ended; the outcome is unknown");
  expect(await said("api__createOrder")).toBe("source api gave no answer: the API could not be reached; the outcome is unknown");
  expect(api.asked).toEqual(["POST /orders"]);
  await expect.poll(() => said("gone__echo")).toBe("source gone gave no answer: it can't be reached; it had no effect");
});

test("modelcontextprotocol#3182: each call has a key of its own upstream, under our own name, beside what the protocol knows", async () => {
  const server = await serveChanging([entry("pay")]);
  const client = await connect(await startGateway({ kb: { mcp: server.url } }));
  for (let index = 0; index < 2; index += 1) await client.callTool({ name: "kb__pay", arguments: {} });
  const metas = server.requests
    .filter(({ method }) => method === "tools/call")
    .map(({ body }) => (JSON.parse(body) as { readonly params: { readonly _meta: Readonly<Record<string, unknown>> } }).params._meta);
  const keys = metas.map((meta) => meta[META.idempotencyKey]);
  expect(keys.every((key) => typeof key === "string" && key.length >= 16)).toBe(true);
  expect(new Set(keys).size).toBe(2);
  expect(META.idempotencyKey).toBe("agent-runtime/idempotencyKey");
});
