// What is left behind: nothing.

import { expect, test } from "vitest";
import { childrenOf, expectGood, reportsOf, serveGood, stdioServer, timed } from "./bad-servers.ts";
import { connect } from "./client.ts";
import { makeFolder } from "./folders.ts";
import { startGateway } from "./gateway.ts";

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } },
};

test("children don't multiply by request, client or agent's call, and none outlives the gateway, whatever it ignores", async () => {
  const mine = () => childrenOf().filter(({ command }) => /stdio\.mjs|serve-folder/.test(command)).length;
  expect(mine()).toBe(0);
  const stdio = stdioServer("none");
  const stubborn = stdioServer("ignores-the-end");
  const hanging = stdioServer("hangs-at-start");
  const desk = makeFolder();
  desk.write("loop", "while (true);");
  const started = await startGateway({
    stdio: { command: stdio.command },
    stubborn: { command: stubborn.command },
    hanging: { command: hanging.command },
    desk: { tools: desk.path },
    good: { mcp: await serveGood() },
  });
  const clients = await Promise.all(Array.from({ length: 10 }, (_, index) => connect(started, index % 2 === 0 ? "auto" : "legacy")));
  await Promise.all(clients.flatMap((client) => Array.from({ length: 5 }, () => client.callTool({ name: "stdio__echo", arguments: {} }))));
  await Promise.all(clients.map((client) => client.close()));
  // One that lists, one for the agent.
  expect(stdio.starts()).toBe(2);
  expect(mine()).toBe(2 + 1 + 1 + 1);
  await started.gateway.close();
  await expect.poll(mine, { timeout: 10_000 }).toBe(0);
  await expect.poll(() => [...stdio.pids(), ...stubborn.pids(), ...hanging.pids()]).toEqual([]);
  expect(started.lines.filter((line) => line.includes("could not be listed"))).toEqual([]);
});

test("a gateway whose sources hang closes at once", async () => {
  const stdio = stdioServer("hangs-at-start");
  const started = await startGateway({ stdio: { command: stdio.command } });
  await expect.poll(() => stdio.pids().length).toBe(1);
  await timed("the close", 4_000, () => started.gateway.close());
  await expect.poll(() => stdio.pids().length).toBe(0);
  await timed("a second close", 100, () => started.gateway.close());
});

test("ten thousand clients that greet and never say goodbye leave nothing behind", async () => {
  const started = await startGateway({ good: { mcp: await serveGood() } });
  await started.gateway.ready();
  // Every other one does not even greet.
  const bodies = [initialize, { jsonrpc: "2.0", id: 1, method: "tools/list" }].map((message) => JSON.stringify(message));
  const headers = { ...started.headers, "content-type": "application/json", accept: "application/json, text/event-stream" };
  const greet = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const response = await started.gateway.fetch(new Request(started.url, { method: "POST", headers, body: bodies[index % 2] ?? "" }));
      await response.text();
    }
  };
  const used = () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  };
  await greet(1_000);
  const before = used();
  await greet(10_000);
  // 10 kB for each would be 100 MB; without a collector to call, what is not yet collected counts too.
  await expect.poll(() => (used() - before) / 1_048_576, { timeout: 10_000 }).toBeLessThan(40);
  const client = await connect(started);
  await expectGood(client);
  expect((await reportsOf(started)).good?.status).toBe("ok");
});
