// How a server is greeted, and left again: what it speaks is found out, also when that is another thing than before.

import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { request as passOn, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { reportsOf } from "./bad-servers.ts";
import { type ChangingServer, entry, serveChanging } from "./changing-server.ts";
import { connect, textOf } from "./client.ts";
import { listen, startGateway } from "./gateway.ts";
import { serveOldSse } from "./upstreams.ts";

const methodsOf = ({ requests }: ChangingServer) => requests.map(({ method }) => method);

test("a greeting that nobody waits for any more is not cancelled, as no greeting may be", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "toolcrib-greeting-")), "said");
  const program = 'process.stdin.on("data", (chunk) => require("node:fs").appendFileSync(process.argv[1], chunk))';
  const { gateway } = await startGateway({ up: { command: [process.execPath, "-e", program, file] } });
  const said = () => (existsSync(file) ? readFileSync(file, "utf8") : "");
  await expect.poll(said, { timeout: 5_000 }).toContain('"initialize"');
  await gateway.close();
  expect(said()).not.toContain("notifications/cancelled");
});

test("a session in which nothing can be said is ended: the next attempt opens another", async () => {
  const server = await serveChanging([entry("find")]);
  server.interfere = (_request, response, { id, method }) => {
    if (method !== "initialize") return false;
    const result = { protocolVersion: "2031-01-01", capabilities: {}, serverInfo: { name: "new", version: "1" } };
    response.setHeader("mcp-session-id", "one");
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    return true;
  };
  const started = await startGateway({ up: { mcp: server.url } });
  expect((await reportsOf(started, { refresh: true })).up?.detail).toContain("2031-01-01");
  await expect.poll(() => methodsOf(server)).toContain("DELETE");
  expect(server.requests.find(({ method }) => method === "DELETE")?.headers["mcp-session-id"]).toBe("one");
});

test.each([
  ["nothing", 202, ""],
  ["a page", 200, "<html></html>"],
])("a server that answers what it does not know with %s is greeted in the older way", async (_what, status, body) => {
  const server = await serveChanging([entry("find")]);
  server.interfere = (_request, response, { method }) => {
    if (method !== "server/discover") return false;
    response.writeHead(status, { "content-type": "text/html" }).end(body);
    return true;
  };
  const client = await connect(await startGateway({ up: { mcp: server.url } }));
  expect(textOf(await client.callTool({ name: "up__find", arguments: {} }))).toBe("find done");
});

test("a server that speaks another revision from one day to the next is greeted anew", async () => {
  const server = await serveChanging([entry("find")]);
  const started = await startGateway({ up: { mcp: server.url } });
  const client = await connect(started);
  const call = async () => textOf(await client.callTool({ name: "up__find", arguments: {} }));
  expect(await call()).toBe("find done");
  server.interfere = (request, response, { id, method }) => {
    const isNew = request.headers["mcp-protocol-version"] === "2026-07-28";
    if (isNew && method !== "server/discover") return false;
    const error = { code: -32022, message: "Unsupported protocol version", data: { supported: ["2026-07-28"] } };
    const result = {
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
      serverInfo: { name: "changed", version: "2" },
    };
    response.writeHead(isNew ? 200 : 400, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...(isNew ? { result } : { error }) }));
    return true;
  };
  expect(await call()).toBe("find done");
  expect((await reportsOf(started, { refresh: true })).up?.status).toBe("ok");
  // And back: what it never heard of it answers as SDK v1 does.
  server.interfere = (request, response, { id }) => {
    if (request.headers["mcp-protocol-version"] !== "2026-07-28") return false;
    const error = { code: -32000, message: "Bad Request: Unsupported protocol version" };
    response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id, error }));
    return true;
  };
  expect(await call()).toBe("find done");
  expect((await reportsOf(started, { refresh: true })).up?.status).toBe("ok");
});

test.each([
  ["nothing", (response: ServerResponse) => response.destroy()],
  ["a 502", (response: ServerResponse) => response.writeHead(502)],
])("a message of the older SSE transport that arrived and was answered with %s may have been heard", async (_what, answerCall) => {
  const { streams, ...old } = await serveOldSse();
  const server = new URL(old.url);
  const url = await listen((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", server);
    const passed = passOn({ port: server.port, path: pathname + search, method: request.method, headers: request.headers }, (answer) => {
      if (request.method === "POST" && old.messages.at(-1)?.includes("tools/call")) answerCall(response).end();
      else {
        response.writeHead(answer.statusCode ?? 500, answer.headers).flushHeaders();
        answer.pipe(response);
      }
    });
    passed.on("error", () => response.destroy());
    request.pipe(passed);
  }, "/sse");
  const client = await connect(await startGateway({ old: { mcp: url } }));
  const result = await client.callTool({ name: "old__hang", arguments: {} });
  expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining("the outcome is unknown")]);
});
