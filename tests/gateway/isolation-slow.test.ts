// Sources that are slow, or hang: nobody waits for them but those who call them.

import { expect, test, vi } from "vitest";
import { expectGood, reportsOf, serveGood, startBadServers, statusesOf, stdioServer, timed } from "./bad-servers.ts";
import { connect, textOf } from "./client.ts";
import { startGateway } from "./gateway.ts";

// The half minute that a list or a session may take is shortened, as no test should wait for it; the rest is as it is.
vi.mock(import("@toolcrib/core"), async (importOriginal) => {
  const core = await importOriginal();
  return { ...core, SESSION_OPEN_TIMEOUT_MS: 6_500 as never, SOURCE_LIST: { ...core.SOURCE_LIST, timeoutMs: 6_500 as never } };
});

const HANGING = ["hangs-at-once", "hangs-on-greeting", "hangs-on-list", "drips-headers", "drips-body"];

const DOCUMENTS = ["hanging-document", "dripping-document"];

test("sources that hang while they are listed delay no other; they have a reason in the end, and come back by themselves", async () => {
  const bad = await startBadServers();
  const stdio = stdioServer("hangs-at-start");
  const sources = Object.fromEntries([...HANGING, "late-on-list"].map((fault) => [fault, { mcp: bad.url(fault) }]));
  const apis = Object.fromEntries(DOCUMENTS.map((fault) => [fault, { openapi: bad.url(fault) }]));
  const started = await startGateway({ ...sources, ...apis, "stdio-hangs": { command: stdio.command }, good: { mcp: await serveGood() } });
  const client = await connect(started);

  expect(await expectGood(client, { withinMs: 5_500 })).toEqual(["good__echo"]);
  expect(await expectGood(client)).toEqual(["good__echo"]);
  expect(await statusesOf(started)).toMatchObject({ "hangs-on-list": "waiting", "stdio-hangs": "waiting", good: "ok" });

  // Whoever asks for all to be listed waits for those that hang no longer than for a first list.
  const refreshing = timed("a refresh", 5_500, () => reportsOf(started, { refresh: true }));

  // The one that is only late appears when it answers, without another word.
  await expect.poll(() => expectGood(client), { timeout: 10_000 }).toContain("late-on-list__echo");

  const late = [...HANGING, ...DOCUMENTS, "stdio-hangs"];
  const timeouts = Object.fromEntries(late.map((name) => [name, "source_timeout"]));
  await expect.poll(() => statusesOf(started), { timeout: 10_000 }).toMatchObject({ ...timeouts, good: "ok", "late-on-list": "ok" });
  expect((await refreshing).good?.status).toBe("ok");
  for (const name of late) {
    const { status, detail = "", fix = "" } = (await reportsOf(started))[name] ?? { status: "waiting" };
    expect([status, detail]).toEqual(["source_timeout", "it did not answer within 6500 ms"]);
    expect(fix).toContain("tried again by itself");
  }

  for (const fault of [...HANGING, ...DOCUMENTS]) await bad.mend(fault);
  stdio.set("none");
  const all = [...late, "late-on-list", "good"].map((name) => `${name}__echo`).sort();
  // The next attempt is already hanging, or comes within its backoff.
  await expect.poll(() => expectGood(client), { timeout: 20_000 }).toEqual(all);
  for (const name of HANGING) expect(textOf(await client.callTool({ name: `${name}__echo`, arguments: { text: name } }))).toBe(name);
}, 60_000);

test("a call that hangs is cut at its source's deadline, and meanwhile delays nobody, nor the next call of the same source", async () => {
  const bad = await startBadServers();
  const stdio = stdioServer("hangs-on-call");
  const faults = ["hangs-on-call", "drips-call"];
  const sources = Object.fromEntries(faults.map((fault) => [fault, { mcp: bad.url(fault), timeoutMs: 1_000 }]));
  const started = await startGateway({
    ...sources,
    "stdio-hangs": { command: stdio.command, timeoutMs: 1_000 },
    good: { mcp: await serveGood() },
  });
  const client = await connect(started);
  await client.listTools();
  const names = [...faults, "stdio-hangs"];
  const calls = names.map((name) => client.callTool({ name: `${name}__echo`, arguments: {} }));
  for (let index = 0; index < 3; index += 1) await expectGood(client);
  const ended = await timed("the calls", 1_500, () => Promise.all(calls));
  for (const [index, name] of names.entries()) {
    expect(textOf(ended[index])).toMatch(new RegExp(`^tool ${name}__echo timed out after \\d+ms; the outcome is unknown`));
    expect(ended[index]?.isError).toBe(true);
  }
  for (const fault of faults) await bad.mend(fault);
  stdio.set("none");
  for (const name of names) {
    const result = await timed("the next call", 1_000, () => client.callTool({ name: `${name}__echo`, arguments: { text: name } }));
    expect(textOf(result)).toBe(name);
  }
  expect(await statusesOf(started)).toEqual({ ...Object.fromEntries(names.map((name) => [name, "ok"])), good: "ok" });
  expect(stdio.starts()).toBe(2);
});
