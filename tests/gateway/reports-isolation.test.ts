// Reports about sources that take others along.

import { expect, test } from "vitest";
import { expectGood, reportsOf, serveGood, startBadServers, timed } from "./bad-servers.ts";
import { entry, serveChanging } from "./changing-server.ts";
import { connect, textOf } from "./client.ts";
import { startGateway } from "./gateway.ts";
import { hearChanges } from "./hear-changes.ts";

test("agentgateway#138, agentgateway#1266, agentgateway#1029: targets that are refused or can't be started are named, and the others are listed", async () => {
  const started = await startGateway({
    refused: { mcp: "http://127.0.0.1:9/mcp" },
    missing: { command: ["/nowhere/no-such-program"] },
    good: { mcp: await serveGood() },
  });
  const client = await connect(started);
  expect(await expectGood(client)).toEqual(["good__echo"]);
  const reports = await started.gateway.toolSources("all");
  expect(reports.map(({ source, status }) => [source, status])).toEqual([
    ["refused", "source_unreachable"],
    ["missing", "source_unreachable"],
    ["good", "ok"],
  ]);
});

test("metatool-ai/metamcp#140: twenty targets that can't be started make no list slow", async () => {
  const dead = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`dead-${index}`, { mcp: `http://127.0.0.1:9/${index}` }]));
  const started = await startGateway({ ...dead, good: { mcp: await serveGood() } });
  const client = await connect(started);
  await expectGood(client);
  for (let index = 0; index < 10; index += 1) expect(await expectGood(client, { withinMs: 250 })).toEqual(["good__echo"]);
});

test("portofcontext/pctx#119: a call that times out leaves the other targets as they were, during it and after it", async () => {
  const bad = await startBadServers();
  const started = await startGateway({ slow: { mcp: bad.url("hangs-on-call"), timeoutMs: 1_000 }, good: { mcp: await serveGood() } });
  const client = await connect(started);
  await expectGood(client);
  const hanging = client.callTool({ name: "slow__echo", arguments: {} });
  await expectGood(client);
  expect((await hanging).isError).toBe(true);
  expect(await expectGood(client)).toEqual(["good__echo", "slow__echo"]);
});

test("T4cceptor/centian#41: one that is late delays the first list by its bound at most, and is told of when it comes", async () => {
  const bad = await startBadServers();
  const started = await startGateway({ late: { mcp: bad.url("late-on-list") }, good: { mcp: await serveGood() } });
  const client = await connect(started);
  expect(await expectGood(client, { withinMs: 5_500 })).toEqual(["good__echo"]);
  const told = await hearChanges(started);
  await expect.poll(told, { timeout: 10_000 }).toBe(1);
  expect(await expectGood(client)).toEqual(["good__echo", "late__echo"]);
});

test("BerriAI/litellm#36675: a timeout names the tool and the budget that the operator gave", async () => {
  const bad = await startBadServers();
  const started = await startGateway({ slow: { mcp: bad.url("hangs-on-call"), timeoutMs: 1_200 } });
  const client = await connect(started);
  const result = await timed("the call", 2_000, () => client.callTool({ name: "slow__echo", arguments: {} }));
  expect(textOf(result)).toMatch(/^tool slow__echo timed out after 12\d\dms; the outcome is unknown/);
});

test("envoyproxy/ai-gateway#1939: sources are listed all at once, over connections that are kept", async () => {
  const servers = await Promise.all([1, 2, 3].map(() => serveChanging([entry("a")])));
  // Each answers its list only when all three have been asked: one after the other would never end.
  const waiting: (() => void)[] = [];
  for (const server of servers) {
    server.interfere = (_request, response, { id, method }) => {
      if (method !== "tools/list") return false;
      waiting.push(() => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { tools: server.tools } }));
      });
      if (waiting.length === servers.length) for (const answer of waiting.splice(0)) answer();
      return true;
    };
  }
  const started = await startGateway(Object.fromEntries(servers.map(({ url }, index) => [`s${index}`, { mcp: url }])));
  await started.gateway.ready();
  const reports = await reportsOf(started);
  expect(Object.values(reports).map(({ status }) => status)).toEqual(["ok", "ok", "ok"]);
});
