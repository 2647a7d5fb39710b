// Sources that send more than anybody can take: cut while it comes, and the gateway goes on within its memory.

import { expect, test, vi } from "vitest";
import { expectGood, reportsOf, serveGood, startBadServers, statusesOf, stdioServer } from "./bad-servers.ts";
import { connect, textOf } from "./client.ts";
import { startGateway } from "./gateway.ts";

// An endless stream is cut by the deadline of a list, which no test should wait half a minute for.
vi.mock(import("@toolcrib/core"), async (importOriginal) => {
  const core = await importOriginal();
  return { ...core, SOURCE_LIST: { ...core.SOURCE_LIST, timeoutMs: 6_000 as never } };
});

const MIB = 1_048_576;

/** The most memory that this process had while something ran, beyond what it had before, in MiB. */
async function peakOf(run: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  await run().finally(() => clearInterval(timer));
  return (most - before) / MIB;
}

test("lists of 200 MiB, plain, chunked, packed, in one event or in pages, and one without an end are cut [gateway.isolation]", async () => {
  const faults = ["huge-list", "huge-list-chunked", "huge-list-gzip", "huge-list-event", "huge-greeting"];
  const bad = await startBadServers();
  const stdio = stdioServer("huge-frame-on-list");
  const sources = Object.fromEntries([...faults, "huge-list-pages", "endless-list"].map((fault) => [fault, { mcp: bad.url(fault) }]));
  let started: Awaited<ReturnType<typeof startGateway>> | undefined;
  const peak = await peakOf(async () => {
    started = await startGateway({ ...sources, stdio: { command: stdio.command }, good: { mcp: await serveGood() } });
    await expectGood(await connect(started), { withinMs: 5_500 });
    await expect
      .poll(() => statusesOf(started as never), { timeout: 20_000 })
      .toMatchObject({ ...Object.fromEntries(faults.map((fault) => [fault, "source_unreachable"])), "endless-list": "source_timeout" });
  });
  // Seven at once, each with up to 16 Mi characters of its own, in two forms.
  expect(peak).toBeLessThan(600);
  if (started === undefined) return;
  const reports = await reportsOf(started);
  for (const fault of faults) expect(reports[fault]?.detail).toMatch(/^the server's answer is larger than the gateway takes/);
  expect(reports.stdio?.reason).toBe("source_unreachable");
  expect(reports["huge-list-pages"]?.tools.length).toBeLessThan(5);
  expect(started.lines.join("\n")).toContain("source huge-list-pages its list has more than 16777216 characters");

  for (const fault of [...faults, "endless-list"]) await bad.mend(fault);
  stdio.set("none");
  const fine = Object.fromEntries([...faults, "endless-list", "stdio"].map((fault) => [fault, "ok"]));
  await reportsOf(started, { refresh: true });
  await expect.poll(() => statusesOf(started as never), { timeout: 15_000 }).toMatchObject(fine);
  await expectGood(await connect(started));
});

test("a program that floods its standard error is logged for a hundred lines, and delays nobody", async () => {
  const stdio = stdioServer("floods-the-log");
  const started = await startGateway({ stdio: { command: stdio.command }, good: { mcp: await serveGood() } });
  const client = await connect(started);
  await expectGood(client);
  const call = client.callTool({ name: "stdio__echo", arguments: {} });
  await expectGood(client);
  expect(textOf(await call)).toBe("logged");
  const said = () => started.lines.filter((line) => line.startsWith("toolcrib: source stdio says"));
  await expect.poll(() => said().at(-1)).toBe("toolcrib: source stdio says more than 100 lines in a minute; the rest of it is left out");
  expect(said()).toHaveLength(101);
  expect(Math.max(...said().map((line) => line.length))).toBeLessThan(600);
});

test("answers to calls of 200 MiB are cut, over every transport; the session survives, and so does everybody else's", async () => {
  const faults = ["huge-call", "huge-call-chunked", "huge-call-gzip", "huge-call-event", "huge-call-result"];
  const bad = await startBadServers();
  const frames = stdioServer("huge-frame");
  const results = stdioServer("huge-result");
  const sources = Object.fromEntries(faults.map((fault) => [fault, { mcp: bad.url(fault), timeoutMs: 30_000 }]));
  const started = await startGateway({
    ...sources,
    "endless-call": { mcp: bad.url("endless-call"), timeoutMs: 2_000 },
    frames: { command: frames.command },
    results: { command: results.command },
    good: { mcp: await serveGood() },
  });
  const client = await connect(started);
  await expectGood(client, { withinMs: 5_000 });
  const call = async (name: string) => {
    const result = await client.callTool({ name: `${name}__echo`, arguments: { text: name } });
    return `${result.isError === true ? "error" : "result"}: ${textOf(result).split("\n")[0]}`;
  };
  const names = [...faults, "endless-call", "frames", "results"];
  let said: Readonly<Record<string, string>> = {};
  const peak = await peakOf(async () => {
    const calls = Promise.all(names.map(async (name) => [name, await call(name)] as const));
    for (let index = 0; index < 3; index += 1) await expectGood(client);
    said = Object.fromEntries(await calls);
  });
  expect(peak).toBeLessThan(400);
  expect(said).toMatchInlineSnapshot(`
    {
      "endless-call": "error: tool endless-call__echo timed out after 2000ms; the outcome is unknown",
      "frames": "error: source frames gave no answer: its connection ended; the outcome is unknown",
      "huge-call": "error: source huge-call answered with more than the gateway takes; ask for less; the outcome is unknown",
      "huge-call-chunked": "error: source huge-call-chunked answered with more than the gateway takes; ask for less; the outcome is unknown",
      "huge-call-event": "error: source huge-call-event answered with more than the gateway takes; ask for less; the outcome is unknown",
      "huge-call-gzip": "error: source huge-call-gzip answered with more than the gateway takes; ask for less; the outcome is unknown",
      "huge-call-result": "error: tool huge-call-result__echo returned more than 1048576 bytes of JSON; return less, or a link to the rest",
      "results": "error: tool results__echo returned more than 1048576 bytes of JSON; return less, or a link to the rest",
    }
  `);

  for (const fault of [...faults, "endless-call"]) await bad.mend(fault);
  frames.set("none");
  results.set("none");
  for (const name of names) expect(await call(name)).toBe(`result: ${name}`);
  expect(await statusesOf(started)).toEqual(Object.fromEntries([...names, "good"].map((name) => [name, "ok"])));
});
