// Sources that don't say what the protocol has them say.

import { expect, test } from "vitest";
import { expectGood, reportsOf, serveGood, startBadServers, statusesOf, stdioServer } from "./bad-servers.ts";
import { connect, textOf } from "./client.ts";
import { startGateway } from "./gateway.ts";

const echoed = (name: string) => `${name}__echo`;

test("a source whose list is none of MCP has that for a reason; the others are there, and so is it once it is mended", async () => {
  const faults = ["no-json", "html-page", "wrong-id", "no-result", "empty-body", "list-missing", "list-text", "unknown-revision"];
  const bad = await startBadServers();
  const sources = Object.fromEntries(faults.map((fault) => [fault, { mcp: bad.url(fault) }]));
  const started = await startGateway({ ...sources, good: { mcp: await serveGood() } });
  const client = await connect(started);
  expect(await expectGood(client, { withinMs: 5_000 })).toEqual(["good__echo"]);

  const reports = await reportsOf(started);
  expect(Object.fromEntries(faults.map((fault) => [fault, `${reports[fault]?.status}: ${reports[fault]?.detail}`]))).toEqual({
    "no-json": "source_unreachable: its answer is not JSON",
    "html-page": "source_unreachable: its answer is not JSON",
    "wrong-id": "source_unreachable: its answer is no answer of MCP",
    "no-result": "source_unreachable: its answer is no answer of MCP",
    "empty-body": "source_unreachable: its answer is not JSON",
    "list-missing": "source_unreachable: its answer to tools/list has no list of tools",
    "list-text": "source_unreachable: its answer to tools/list has no list of tools",
    "unknown-revision": "source_unreachable: it speaks the revision 1999-01-01, which is not known here",
  });
  for (const fault of faults) await bad.mend(fault);
  expect(Object.values(await reportsOf(started, { refresh: true })).map(({ status }) => status)).toEqual(Array(9).fill("ok"));
  expect(await expectGood(client)).toEqual([...faults, "good"].map(echoed).sort());
});

test("a list that turns into nonsense keeps the tools that were accepted, and says since when", async () => {
  const bad = await startBadServers();
  const names = ["list-missing", "no-json"];
  for (const name of names) await bad.mend(name);
  const sources = Object.fromEntries(names.map((name) => [name, { mcp: bad.url(name), drift: "follow" }]));
  const started = await startGateway({ ...sources, good: { mcp: await serveGood() } });
  const client = await connect(started);
  const all = [...names, "good"].map(echoed).sort();
  expect(await expectGood(client, { withinMs: 5_000 })).toEqual(all);
  for (const name of names) await bad.spoil(name);
  const reports = await reportsOf(started, { refresh: true });
  for (const name of names) {
    expect(reports[name]).toMatchObject({ status: "stale", reason: "source_unreachable", listedAt: expect.stringMatching(/^20/) });
  }
  expect(await expectGood(client)).toEqual(all);
});

test("of a list of odd tools the usable ones are served, and every other one has a reason", async () => {
  const bad = await startBadServers();
  const started = await startGateway({ odd: { mcp: bad.url("odd-tools") }, good: { mcp: await serveGood() } });
  // Both eras of the official client read the whole list by its schema.
  for (const mode of ["auto", "legacy"] as const) {
    const names = await expectGood(await connect(started, mode), { withinMs: 5_000 });
    expect(names).toContain("odd__echo");
    expect(names.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true);
  }
  const client = await connect(started);
  expect(textOf(await client.callTool({ name: "odd__echo", arguments: { text: "hello" } }))).toBe("hello");
  const { odd } = await reportsOf(started);
  expect(odd?.status).toBe("ok");
  const given = odd?.tools.filter(({ isGiven }) => isGiven).map(({ name }) => name) ?? [];
  expect(given.sort()).toMatchInlineSnapshot(`
    [
      "odd_____name_with_spaces___and__n_code____bb5220e5",
      "odd____proto__",
      "odd__constructor",
      "odd__echo",
      "odd__icons-odd",
      "odd__output-empty",
      "odd__output-list",
      "odd__output-null",
      "odd__output-text",
      "odd__schema-deep",
      "odd__schema-old-dialect",
      "odd__schema-unknown-type",
      "odd__title-odd",
      "odd__twice",
      "odd__xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_75c7c523",
    ]
  `);
  const refused = odd?.tools.filter(({ isGiven }) => !isGiven).map(({ sourceName, reason }) => `${sourceName}: ${reason}`) ?? [];
  expect(refused.sort()).toMatchInlineSnapshot(`
    [
      "(without a name): schema_invalid",
      "(without a name): schema_invalid",
      "(without a name): schema_invalid",
      "(without a name): schema_invalid",
      "(without a name): schema_invalid",
      "(without a name): schema_invalid",
      "(without a name): schema_invalid",
      "header-invalid: schema_invalid",
      "header-twice: schema_invalid",
      "no-schema: schema_invalid",
      "output-bad: schema_invalid",
      "schema-bad-pattern: schema_invalid",
      "schema-boolean: schema_invalid",
      "schema-far-reference: schema_invalid",
      "schema-list: schema_invalid",
      "schema-lost-reference: schema_invalid",
      "schema-named-number: schema_invalid",
      "schema-no-object: schema_invalid",
      "schema-null: schema_invalid",
      "schema-properties-list: schema_invalid",
      "schema-properties-null: schema_invalid",
      "schema-required-text: schema_invalid",
      "schema-text: schema_invalid",
      "schema-type-list: schema_invalid",
      "schema-union-root: schema_invalid",
      "twice: name_collision",
    ]
  `);
});

test("lists that circle, never end, or have no measure are cut, and said to be", async () => {
  const faults = ["circling-cursor", "endless-pages", "countless-tools"];
  const bad = await startBadServers();
  const sources = Object.fromEntries(faults.map((fault) => [fault, { mcp: bad.url(fault) }]));
  const started = await startGateway(
    { ...sources, good: { mcp: await serveGood() } },
    { agents: { few: { tools: ["good", "circling-cursor", "endless-pages"] } } },
  );
  const { url, token } = started.gateway.agents.few as { readonly url: string; readonly token: string };
  const client = await connect({ url, headers: { authorization: `Bearer ${token}` } });
  const names = await expectGood(client, { withinMs: 5_500 });
  expect(names.filter((name) => name.startsWith("circling"))).toEqual(
    ["a", "b", "c", "start"].map((name) => `circling-cursor__after_${name}`),
  );
  await expect.poll(() => statusesOf(started), { timeout: 20_000 }).toMatchObject({ "endless-pages": "ok", "countless-tools": "ok" });
  expect((await expectGood(client)).filter((name) => name.startsWith("endless"))).toHaveLength(500);
  expect((await reportsOf(started))["countless-tools"]?.tools.length).toBe(5_000);
  const said = (source: string) => started.lines.filter((line) => line.includes(`source ${source} `)).join("\n");
  expect(said("circling-cursor")).toContain("one cursor came twice");
  expect(said("endless-pages")).toContain("its list has more than 500 pages");
  expect(said("countless-tools")).toContain("it lists more than 5000 tools");
});

test("a source that is another one each time is held as it was accepted, and is not asked more often for it", async () => {
  const bad = await startBadServers();
  const started = await startGateway({
    changing: { mcp: bad.url("changing-list") },
    always: { mcp: bad.url("always-changing") },
    good: { mcp: await serveGood() },
  });
  const client = await connect(started);
  const before = await client.listTools();
  for (let index = 0; index < 3; index += 1) await reportsOf(started, { refresh: true });
  expect(await client.listTools()).toEqual(before);
  const { changing, always } = await reportsOf(started);
  expect(changing?.drift).toEqual({ added: [], changed: ["echo"], gone: [] });
  expect(changing?.tools).toMatchObject([{ name: "changing__echo", isGiven: true, reason: "changed_since_save" }]);
  expect(always?.drift?.added).toHaveLength(1);
  // It says with each list that there is another: once in a second is enough to believe it.
  const countOf = async () => Number((await reportsOf(started)).always?.drift?.added[0]?.slice("count_".length));
  const [count, startedMs] = [await countOf(), performance.now()];
  await expect.poll(countOf, { timeout: 5_000 }).toBeGreaterThan(count + 1);
  expect(performance.now() - startedMs).toBeGreaterThan(900);
});

test("answers to calls that are none are told as such; answers and progress of others, and second ones, are not heard", async () => {
  const faults = ["call-empty", "call-odd", "call-list", "call-unknown-kind", "call-wrong-id", "call-odd-error"];
  const streams = ["foreign-progress", "answers-twice", "asks-without-end"];
  const bad = await startBadServers();
  const stdio = stdioServer("answers-twice");
  const sources = Object.fromEntries([...faults, ...streams].map((fault) => [fault, { mcp: bad.url(fault), timeoutMs: 2_000 }]));
  const started = await startGateway({ ...sources, stdio: { command: stdio.command }, good: { mcp: await serveGood() } });
  const client = await connect(started);
  await expectGood(client, { withinMs: 5_000 });
  const messages: unknown[] = [];
  const call = async (name: string) => {
    const result = await client.callTool(
      { name: echoed(name), arguments: {} },
      { onprogress: ({ message }) => void messages.push(message) },
    );
    return `${result.isError === true ? "error" : "result"}: ${textOf(result)}`;
  };
  const said = Object.fromEntries(await Promise.all([...faults, ...streams, "stdio"].map(async (name) => [name, await call(name)])));
  expect(said).toMatchInlineSnapshot(`
    {
      "answers-twice": "result: first",
      "asks-without-end": "result: at most 16 answers at a time",
      "call-empty": "result: ",
      "call-list": "error: source call-list gave no answer: its answer is no answer of MCP; the outcome is unknown
    errorType: upstream_5xx",
      "call-odd": "result: ",
      "call-odd-error": "error: source call-odd-error gave no answer: its answer is no answer of MCP; the outcome is unknown
    errorType: upstream_5xx",
      "call-unknown-kind": "error: source call-unknown-kind gave no answer: it answered with a kind of result that is not known here; the outcome is unknown
    errorType: upstream_5xx",
      "call-wrong-id": "error: source call-wrong-id gave no answer: its answer is no answer of MCP; the outcome is unknown
    errorType: upstream_5xx",
      "foreign-progress": "result: yours",
      "stdio": "result: first",
    }
  `);
  expect(messages).toEqual([]);
  await expectGood(client);
  for (const fault of faults) await bad.mend(fault);
  for (const fault of faults) {
    expect(textOf(await client.callTool({ name: echoed(fault), arguments: { text: fault } }))).toBe(fault);
  }
});

test("a server over stdio that babbles between its messages is understood", async () => {
  const stdio = stdioServer("babbles-on-list");
  const client = await connect(await startGateway({ stdio: { command: stdio.command }, good: { mcp: await serveGood() } }));
  expect(await expectGood(client, { withinMs: 5_000 })).toEqual(["good__echo", "stdio__echo"]);
});
