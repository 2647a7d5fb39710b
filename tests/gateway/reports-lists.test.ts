// Reports about lists that are not whole, and changes that are not heard.

import { expect, test } from "vitest";
import { reportsOf } from "./bad-servers.ts";
import { entry, type ListedEntry, serveChanging } from "./changing-server.ts";
import { connect } from "./client.ts";
import { startGateway } from "./gateway.ts";
import { hearChanges } from "./hear-changes.ts";

test("agentgateway#3476: a list in sixty pages is a list", async () => {
  const server = await serveChanging([]);
  const names = Array.from({ length: 120 }, (_, index) => `t${String(index).padStart(3, "0")}`);
  server.interfere = (_request, response, { id, method, params }) => {
    if (method !== "tools/list") return false;
    const from = Number((params as { readonly cursor?: string } | undefined)?.cursor ?? 0);
    const nextCursor = from + 2 < names.length ? { nextCursor: String(from + 2) } : {};
    const result = { tools: names.slice(from, from + 2).map((name) => entry(name)), ...nextCursor };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    return true;
  };
  const client = await connect(await startGateway({ kb: { mcp: server.url } }));
  const { tools, nextCursor } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(names.map((name) => `kb__${name}`));
  expect(nextCursor).toBeUndefined();
});

test("IBM/mcp-context-forge#4304: of 136 tools each is given or has a reason, and the same ones each time", async () => {
  const odd: readonly ListedEntry[] = [
    { name: "no-schema" },
    { name: "no-description", inputSchema: { type: "object" } },
    entry("no-arguments", { inputSchema: { type: "object", properties: {} } }),
    entry("null-schema", { inputSchema: null }),
    entry("dots.and/slashes"),
    entry("n".repeat(100)),
  ];
  const server = await serveChanging([...odd, ...Array.from({ length: 130 }, (_, index) => entry(`t${index}`))]);
  const started = await startGateway({ kb: { mcp: server.url } });
  const client = await connect(started);
  const first = await client.listTools();
  expect(first.tools).toHaveLength(134);
  const { kb } = await reportsOf(started, { refresh: true });
  expect(kb?.tools).toHaveLength(136);
  expect(kb?.tools.filter(({ isGiven, reason }) => !isGiven && reason === undefined)).toEqual([]);
  expect(kb?.tools.filter(({ isGiven }) => !isGiven).map(({ sourceName, reason }) => [sourceName, reason])).toEqual([
    ["no-schema", "schema_invalid"],
    ["null-schema", "schema_invalid"],
  ]);
  expect(await client.listTools(undefined, { cacheMode: "refresh" })).toEqual(first);
});

test("apify/apify-mcp-server#1233: a change that does not change what is served is told to nobody", async () => {
  const server = await serveChanging([entry("a")], { tellsChanges: true });
  const started = await startGateway({ kb: { mcp: server.url } });
  await started.gateway.ready();
  const told = await hearChanges(started);
  await expect.poll(() => server.streams.size).toBe(1);
  server.tools = [entry("a"), entry("b")];
  server.tell();
  // It was heard, as the drift shows, and goes no further.
  await expect.poll(async () => (await reportsOf(started)).kb?.drift, { timeout: 5_000 }).toMatchObject({ added: ["b"] });
  server.tools = [entry("a")];
  server.tell();
  await expect.poll(async () => (await reportsOf(started)).kb?.drift, { timeout: 5_000 }).toBeUndefined();
  expect(told()).toBe(0);
  // Of what is told to clients they are told that it is.
  expect((await connect(started)).getServerCapabilities()?.tools?.listChanged).toBe(true);
});

test("nicobailon/pi-mcp-adapter#369: a stream of notifications that dies is opened again, and what was missed is seen", async () => {
  const server = await serveChanging([entry("a")], { tellsChanges: true });
  const started = await startGateway({ kb: { mcp: server.url, drift: "follow" } });
  const names = async () => (await reportsOf(started)).kb?.tools.map(({ sourceName }) => sourceName);
  await expect.poll(() => server.streams.size).toBe(1);
  for (const stream of server.streams) stream.destroy();
  server.tools = [entry("a"), entry("b")];
  await expect.poll(names, { timeout: 10_000 }).toEqual(["a", "b"]);
  await expect.poll(() => server.streams.size, { timeout: 10_000 }).toBe(1);
  server.tools = [entry("a"), entry("b"), entry("c")];
  server.tell();
  await expect.poll(names, { timeout: 10_000 }).toEqual(["a", "b", "c"]);
});

test("a list that is asked for is begun then: one that was under way may have looked too early", async () => {
  const server = await serveChanging([entry("old")]);
  const started = await startGateway({ kb: { mcp: server.url } });
  await started.gateway.ready();
  const namesOf = async () => (await reportsOf(started, { refresh: true })).kb?.tools.map(({ sourceName }) => sourceName);
  let answerEarly = () => {};
  server.interfere = (_request, response, { id, method }) => {
    if (method !== "tools/list") return false;
    server.interfere = undefined;
    answerEarly = () =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ jsonrpc: "2.0", id, result: { tools: [entry("old")] } }));
    return true;
  };
  const early = namesOf();
  await expect.poll(() => server.interfere).toBeUndefined();
  server.tools = [entry("old"), entry("new")];
  const late = namesOf();
  answerEarly();
  await early;
  expect(await late).toEqual(["old", "new"]);
});
