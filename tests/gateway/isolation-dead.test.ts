// Sources that are not there, go away, or come and go.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { expectGood, reportsOf, serveGood, startBadServers, statusesOf, stdioServer } from "./bad-servers.ts";
import { connect, textOf } from "./client.ts";
import { startGateway } from "./gateway.ts";
import { serveCounter, serveOldSse } from "./upstreams.ts";

async function refusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("sources that are dead from the start hide and delay no other, and have their reason [gateway.isolation]", async () => {
  const port = await refusedPort();
  const stdio = stdioServer("exits-at-once");
  const started = await startGateway({
    refused: { mcp: `http://127.0.0.1:${port}/mcp` },
    "refused-api": { openapi: `http://127.0.0.1:${port}/openapi.json` },
    "missing-file": { openapi: "/nowhere/openapi.json" },
    "missing-program": { command: ["/nowhere/no-such-program"] },
    "missing-folder": { command: [process.execPath, "-e", "0"], folder: "/nowhere" },
    exits: { command: stdio.command },
    good: { mcp: await serveGood() },
  });
  const client = await connect(started);
  expect(await expectGood(client)).toEqual(["good__echo"]);

  const statuses = await statusesOf(started);
  expect(statuses).toEqual({
    ...Object.fromEntries(Object.keys(statuses).map((name) => [name, "source_unreachable"])),
    good: "ok",
  });
  const reports = await reportsOf(started);
  expect(reports.refused).toMatchObject({ detail: "127.0.0.1 can't be reached: nothing listens there", tools: [] });
  expect(reports["missing-program"]?.detail).toContain("ENOENT");
  expect(reports.refused?.fix).toContain("start it or mend its address");
  expect(started.lines.filter((line) => line.startsWith("toolcrib: source exits ")).join("\n")).toContain("says: no configuration found");

  const call = client.callTool({ name: "refused__anything", arguments: {} });
  await expect(call).rejects.toThrow("Unknown tool: refused__anything; source refused: source_unreachable");

  // A program that always ends is not started again and again: the second attempt comes after about a second.
  const { starts } = stdio;
  expect(starts()).toBe(1);
  await expect.poll(starts, { timeout: 10_000 }).toBeGreaterThan(1);
  expect(starts()).toBe(2);
});

test("a source that comes up later is there without a restart, by itself and at once where it is asked for [gateway.recovery]", async () => {
  const bad = await startBadServers();
  const stdio = stdioServer("exits-at-once");
  const url = bad.url("any");
  await bad.kill();
  const started = await startGateway({ late: { mcp: url }, stdio: { command: stdio.command }, good: { mcp: await serveGood() } });
  const client = await connect(started);
  expect(await expectGood(client)).toEqual(["good__echo"]);
  await bad.restart();
  // From 1 s on, twice as long each time.
  await expect.poll(() => expectGood(client), { timeout: 5_000 }).toEqual(["good__echo", "late__echo"]);
  expect(textOf(await client.callTool({ name: "late__echo", arguments: { text: "back" } }))).toBe("back");
  expect(started.lines).toContainEqual("toolcrib: source late answers again");

  stdio.set("none");
  expect((await reportsOf(started, { refresh: true })).stdio?.status).toBe("ok");
  expect(await expectGood(client)).toEqual(["good__echo", "late__echo", "stdio__echo"]);
});

test("a server that is killed keeps its accepted tools, whose calls fail with words; started again on its port it works", async () => {
  const bad = await startBadServers();
  const started = await startGateway({ flapping: { mcp: bad.url("any") }, good: { mcp: await serveGood() } });
  const client = await connect(started);
  const all = ["flapping__echo", "good__echo"];
  const call = (text: string) => client.callTool({ name: "flapping__echo", arguments: { text } });
  expect(await expectGood(client)).toEqual(all);
  for (const round of ["first", "second", "third"]) {
    expect(textOf(await call(round))).toBe(round);
    await bad.kill();
    const failed = await call(round);
    expect(failed.isError).toBe(true);
    expect(textOf(failed)).toMatch(/^source flapping gave no answer: it can't be reached; (it had no effect|the outcome is unknown)\n/);
    expect(textOf(failed)).not.toMatch(/ECONN|socket|127\.0\.0\.1|\d{4}/);
    expect(await expectGood(client)).toEqual(all);
    await reportsOf(started, { refresh: true });
    expect((await reportsOf(started)).flapping).toMatchObject({ status: "stale", reason: "source_unreachable" });
    await bad.restart();
  }
  expect(textOf(await call("back"))).toBe("back");
  expect((await reportsOf(started, { refresh: true })).flapping?.status).toBe("ok");
});

test("a server that forgets its sessions after each call is greeted anew each time, and every call succeeds", async () => {
  const { url, sessions, counts } = await serveCounter();
  const started = await startGateway({ counter: { mcp: url }, good: { mcp: await serveGood() } });
  const client = await connect(started);
  await expectGood(client);
  for (let index = 0; index < 5; index += 1) {
    sessions.clear();
    expect(textOf(await client.callTool({ name: "counter__increment", arguments: {} }))).toBe("1");
  }
  expect(counts.initialize).toBeLessThanOrEqual(1 + 5 * 2);
  sessions.clear();
  expect((await reportsOf(started, { refresh: true })).counter?.status).toBe("ok");
});

test("a program that crashes in a call, or is killed between calls, loses that call at most, and is started again", async () => {
  const stdio = stdioServer("crashes-on-call");
  const started = await startGateway({ stdio: { command: stdio.command }, good: { mcp: await serveGood() } });
  const client = await connect(started);
  expect(await expectGood(client)).toEqual(["good__echo", "stdio__echo"]);
  const call = (text: string) => client.callTool({ name: "stdio__echo", arguments: { text } });
  expect(textOf(await call("lost"))).toMatch(/^source stdio gave no answer: its connection ended; the outcome is unknown\n/);
  stdio.set("none");
  for (const text of ["first", "second", "third"]) {
    expect(textOf(await call(text))).toBe(text);
    for (const pid of stdio.pids()) process.kill(pid, "SIGKILL");
    await expect.poll(() => stdio.pids().length).toBe(0);
    expect(await expectGood(client)).toEqual(["good__echo", "stdio__echo"]);
  }
  expect((await reportsOf(started, { refresh: true })).stdio?.status).toBe("ok");
});

test("a server of the older SSE transport whose stream breaks is greeted anew", async () => {
  const { url, streams, messages } = await serveOldSse();
  const started = await startGateway({ old: { mcp: url, timeoutMs: 5_000 }, good: { mcp: await serveGood() } });
  const client = await connect(started);
  await expectGood(client);
  const call = () => client.callTool({ name: "old__greet", arguments: { name: "Ada" } });
  for (let round = 0; round < 3; round += 1) {
    expect(textOf(await call())).toBe("Hello, Ada");
    const hanging = client.callTool({ name: "old__hang", arguments: {} });
    await expect.poll(() => messages.filter((message) => message.includes('"hang"')).length).toBe(round + 1);
    for (const stream of streams) stream.destroy();
    // What was asked over it has no answer any more, which is known at once.
    expect(textOf(await hanging)).toMatch(/^source old gave no answer: its connection ended; the outcome is unknown\n/);
    // Until the end has arrived a call may still go the old way, and is told to be lost.
    await expect.poll(async () => textOf(await call()), { timeout: 5_000 }).toBe("Hello, Ada");
  }
  await expectGood(client);
});
