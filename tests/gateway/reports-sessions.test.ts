// Reports about sessions: opened too often, kept too long, lost for ever.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { reportsOf, startBadServers } from "./bad-servers.ts";
import { entry, serveChanging } from "./changing-server.ts";
import { connect, textOf } from "./client.ts";
import { startGateway } from "./gateway.ts";
import { serveCounter } from "./upstreams.ts";

test("PrefectHQ/fastmcp#3466: a warm call opens no session, and neither does a list", async () => {
  const { url, counts } = await serveCounter();
  const started = await startGateway({ counter: { mcp: url } });
  const client = await connect(started);
  await client.callTool({ name: "counter__increment", arguments: {} });
  const { initialize } = counts;
  for (let index = 0; index < 10; index += 1) await client.callTool({ name: "counter__increment", arguments: {} });
  await started.gateway.toolSources("all", { refresh: true });
  expect(counts.initialize).toBe(initialize);
});

test("sparfenyuk/mcp-proxy#149, sparfenyuk/mcp-proxy#241, punkpeye/mcp-remote#106: of calls that find their session gone, all succeed over one new one", async () => {
  const { url, sessions, counts } = await serveCounter();
  const started = await startGateway({ counter: { mcp: url } });
  const client = await connect(started);
  const call = async () => textOf(await client.callTool({ name: "counter__increment", arguments: {} }));
  await call();
  for (let round = 0; round < 3; round += 1) {
    const { initialize } = counts;
    sessions.clear();
    const counted = await Promise.all(Array.from({ length: 10 }, call));
    expect(counted.map(Number).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(counts.initialize).toBe(initialize + 1);
  }
});

test("samanhappy/mcphub#906, samanhappy/mcphub#1111: a client's request outlives a gateway's restart, and a server that was offline comes back", async () => {
  const bad = await startBadServers();
  const url = bad.url("any");
  await bad.kill();
  const started = await startGateway({ late: { mcp: url } });
  // A client that still holds the session of the gateway before it: nothing here depends on one.
  const list = async () => {
    const response = await fetch(started.url, {
      method: "POST",
      headers: {
        ...started.headers,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-session-id": "0b1f1b3e-of-the-gateway-before",
        "mcp-protocol-version": "2025-06-18",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    const { result } = (await response.json()) as { readonly result: { readonly tools: readonly { readonly name: string }[] } };
    return result.tools.map(({ name }) => name);
  };
  expect(await list()).toEqual([]);
  await bad.restart();
  await expect.poll(list, { timeout: 5_000 }).toEqual(["late__echo"]);
});

test("metatool-ai/metamcp#294, metatool-ai/metamcp#166, metatool-ai/metamcp#283: each agent's session that went stale upstream is opened anew, by itself", async () => {
  const { url, sessions } = await serveCounter();
  const agents = { one: { tools: ["counter"] }, two: { tools: ["counter"] }, three: { tools: ["counter"] } };
  const started = await startGateway({ counter: { mcp: url } }, { agents });
  const clients = await Promise.all(
    Object.keys(agents).map((agent) => {
      const { url: at, token } = started.gateway.agents[agent] as { readonly url: string; readonly token: string };
      return connect({ url: at, headers: { authorization: `Bearer ${token}` } });
    }),
  );
  const callAll = () =>
    Promise.all(clients.map(async (client) => textOf(await client.callTool({ name: "counter__increment", arguments: {} }))));
  expect(await callAll()).toEqual(["1", "1", "1"]);
  expect(await callAll()).toEqual(["2", "2", "2"]);
  sessions.clear();
  expect(await callAll()).toEqual(["1", "1", "1"]);
  expect((await reportsOf(started, { refresh: true })).counter?.status).toBe("ok");
});

test("two agents whose first calls come at once, before anybody knows what the server keeps, share no session", async () => {
  const stateFile = join(mkdtempSync(join(tmpdir(), "toolcrib-state-")), "state.db");
  const state = { stateFile, sealingKey: "k".repeat(32), agents: { one: { tools: ["counter"] }, two: { tools: ["counter"] } } };
  const { url } = await serveCounter();
  const first = await startGateway({ counter: { mcp: url } }, state);
  // They outlive a restart, and are shown once.
  const tokens = Object.fromEntries(Object.entries(first.gateway.agents).map(([agent, { token }]) => [agent, token]));
  await first.gateway.ready();
  await first.gateway.close();
  // Served from what was accepted, so that a call may be the first thing that this server is asked.
  const second = await startGateway({ counter: { mcp: url } }, state);
  const call = async (agent: string) => {
    const { url: at } = second.gateway.agents[agent] as { readonly url: string };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "counter__increment", arguments: {} } };
    const headers = {
      authorization: `Bearer ${tokens[agent]}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const response = await fetch(at, { method: "POST", headers, body: JSON.stringify(message) });
    return textOf(((await response.json()) as { readonly result: unknown }).result);
  };
  expect(await Promise.all([call("one"), call("two")])).toEqual(["1", "1"]);
  expect(await Promise.all([call("one"), call("two")])).toEqual(["2", "2"]);
});

test("metatool-ai/metamcp#264, metatool-ai/metamcp#311: a failure is not remembered beyond a restart", async () => {
  const stateFile = join(mkdtempSync(join(tmpdir(), "toolcrib-state-")), "state.db");
  const state = { stateFile, sealingKey: "k".repeat(32) };
  const server = await serveChanging([entry("a")]);
  server.interfere = (_request, response) => Boolean(response.writeHead(500).end());
  const sources = { kb: { mcp: server.url } };
  const first = await startGateway(sources, state);
  await first.gateway.ready();
  expect((await reportsOf(first)).kb?.status).toBe("source_unreachable");
  await first.gateway.close();
  server.interfere = undefined;
  const second = await startGateway(sources, state);
  await second.gateway.ready();
  expect((await reportsOf(second)).kb).toMatchObject({ status: "ok", tools: [{ name: "kb__a", isGiven: true }] });
});

test("mcp-proxy#README: a question that a session's server asks over it is answered at once, by a no, and the call goes on", async () => {
  const server = await serveChanging([entry("ask")]);
  const said: string[] = [];
  let finish: (() => void) | undefined;
  server.interfere = (request, response, message) => {
    const { id, method } = message;
    if (request.method === "POST" && method === undefined) {
      said.push(JSON.stringify(message));
      response.writeHead(202).end();
      finish?.();
      return true;
    }
    if (method !== "tools/call") return false;
    response.setHeader("content-type", "text/event-stream");
    const write = (sent: object) => response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", ...sent })}\n\n`);
    write({ id: "q1", method: "elicitation/create", params: { message: "Sure?", requestedSchema: { type: "object", properties: {} } } });
    finish = () => {
      write({ id, result: { content: [{ type: "text", text: "done without asking" }] } });
      response.end();
    };
    return true;
  };
  const client = await connect(await startGateway({ kb: { mcp: server.url } }));
  client.setRequestHandler("elicitation/create", (() => {
    throw new Error("nobody is to be asked for another server's session");
  }) as never);
  expect(textOf(await client.callTool({ name: "kb__ask", arguments: {} }))).toBe("done without asking");
  expect(said).toEqual([
    JSON.stringify({ jsonrpc: "2.0", id: "q1", error: { code: -32601, message: "Method not found: elicitation/create" } }),
  ]);
});

test("of several sessions the newest is kept in use: it is the one whose changes are heard", async () => {
  let opened = 0;
  const server = await serveChanging([entry("find")], { tellsChanges: true });
  server.interfere = (_request, response, { method }) => {
    if (method === "initialize") response.setHeader("mcp-session-id", `session-${++opened}`);
    return false;
  };
  const started = await startGateway({ up: { mcp: server.url } }, { agents: { other: { tools: ["*"] } } });
  const { url, token } = started.gateway.agents.other as { readonly url: string; readonly token: string };
  for (const agent of [started, { url, headers: { authorization: `Bearer ${token}` } }])
    expect(textOf(await (await connect(agent)).callTool({ name: "up__find", arguments: {} }))).toBe("find done");
  await started.gateway.toolSources("all", { refresh: true });
  const sessionOf = (wanted: string) => server.requests.filter(({ method }) => method === wanted).at(-1)?.headers["mcp-session-id"];
  expect([sessionOf("tools/list"), sessionOf("GET")]).toEqual([`session-${opened}`, `session-${opened}`]);
  expect(opened).toBeGreaterThan(1);
});
