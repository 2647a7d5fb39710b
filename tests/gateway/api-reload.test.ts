// A definition that becomes another one while it is served.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartError } from "@toolcrib/core";
import { expect, test } from "vitest";
import { startApi } from "./api.ts";
import { childrenOf, stdioServer } from "./bad-servers.ts";
import { entry, serveChanging } from "./changing-server.ts";
import { connect, textOf } from "./client.ts";
import { makeFolder } from "./folders.ts";
import { type StartedGateway, startGateway } from "./gateway.ts";
import { hearChanges } from "./hear-changes.ts";
import { serveCounter, serveV2 } from "./upstreams.ts";

const AGENTS = { all: { tools: ["*"] } };
/** Asked anew: the official client keeps a list for as long as it is told. */
async function namesOf({ url, headers }: StartedGateway): Promise<readonly string[]> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
  const response = await fetch(url, { method: "POST", headers: { ...headers, "content-type": "application/json" }, body });
  const { result } = (await response.json()) as { readonly result: { readonly tools: readonly { readonly name: string }[] } };
  return result.tools.map(({ name }) => name).sort();
}

test("what stays the same keeps its sessions and its children; what is new is served when the update is done [gateway.reload]", async () => {
  const counter = await serveCounter();
  const stdio = stdioServer("none");
  const desk = makeFolder();
  desk.write("pid", "return String(process.pid);");
  const sources = { counter: { mcp: counter.url }, files: { command: stdio.command }, desk: { tools: desk.path } };
  const started = await startGateway(sources);
  const client = await connect(started);
  const count = async () => textOf(await client.callTool({ name: "counter__increment", arguments: {} }));
  const pid = async () => textOf(await client.callTool({ name: "desk__pid", arguments: {} }));
  const before = await pid();
  expect(await count()).toBe("1");
  const [sessions, starts, children] = [counter.counts.initialize, stdio.starts(), childrenOf().length];
  const told = await hearChanges(started);

  await started.gateway.update({ tenant: "acme", sources: { ...sources, two: { mcp: await serveV2() } }, agents: AGENTS });
  expect(await namesOf(started)).toContain("two__double");
  expect([await count(), await pid()]).toEqual(["2", before]);
  expect([counter.counts.initialize, stdio.starts(), childrenOf().length]).toEqual([sessions, starts, children]);
  await expect.poll(told).toBe(1);

  // The same again is no change.
  await started.gateway.update({ tenant: "acme", sources: { ...sources, two: { mcp: await serveV2() } }, agents: AGENTS });
  expect(await count()).toBe("3");
  // A filter makes the source another one, and the rest goes on.
  await started.gateway.update({
    tenant: "acme",
    sources: { ...sources, counter: { mcp: counter.url, denyTools: ["*"] } },
    agents: AGENTS,
  });
  expect(await namesOf(started)).toEqual(["desk__pid", "files__echo"]);
  expect(await pid()).toBe(before);
  // What is gone has ended.
  await started.gateway.update({ tenant: "acme", sources: {}, agents: AGENTS });
  expect(await namesOf(started)).toEqual([]);
  await expect.poll(() => stdio.pids()).toEqual([]);
  await expect.poll(() => childrenOf().length).toBe(0);
});

test("a broken definition changes nothing and says everything that is wrong", async () => {
  const counter = await serveCounter();
  const sources = { counter: { mcp: counter.url } };
  const started = await startGateway(sources);
  const client = await connect(started);
  const call = async () => textOf(await client.callTool({ name: "counter__increment", arguments: {} }));
  expect(await call()).toBe("1");
  const [told, sessions] = [await hearChanges(started), counter.counts.initialize];
  const broken = [
    ["sources: [", /neither YAML nor JSON/],
    [
      { tenant: "acme", sources: { counter: { mcp: counter.url, timeout: 5 } }, agents: AGENTS },
      /sources\.counter\.timeout: is no key here/,
    ],
    [{ tenant: "acme", sources, agents: { all: { tools: ["kb__*"] } } }, /"kb__\*" names no source/],
    [{ tenant: "acme", sources: { kb: { mcp: counter.url, headers: { "x-key": "$MISSING" } } }, agents: {} }, /MISSING has no value/],
    [{ tenant: "acme", sources: { desk: { tools: "./not-there" } }, agents: {} }, /desk/],
    [{ tenant: "acme", sources: { shop: { mcp: `${counter.url}?x=1`, auth: { type: "runtime" } } }, agents: {} }, /has a query/],
  ] as const;
  for (const [definition, problem] of broken) {
    const error = await started.gateway.update(definition).catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(StartError);
    expect((error as StartError).message).toMatch(problem);
  }
  expect(await call()).toBe("2");
  expect([counter.counts.initialize, told()]).toEqual([sessions, 0]);
});

test("a call that runs ends on what it began with, though its source is gone by then", async () => {
  const slow = await serveChanging([entry("wait")]);
  const started = await startGateway({ slow: { mcp: slow.url } });
  const client = await connect(started);
  expect(await namesOf(started)).toEqual(["slow__wait"]);
  let answer = () => {};
  slow.interfere = (_request, response, message) => {
    if (message.method !== "tools/call") return false;
    answer = () => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: { content: [{ type: "text", text: "late" }] } }));
    };
    return true;
  };
  const calling = client.callTool({ name: "slow__wait", arguments: {} });
  await expect.poll(() => slow.requests.filter(({ method }) => method === "tools/call").length).toBe(1);
  await started.gateway.update({ tenant: "acme", sources: {}, agents: AGENTS });
  expect(await namesOf(started)).toEqual([]);
  answer();
  expect(textOf(await calling)).toBe("late");
});

test("an agent that is gone is let in no more, and a new one has a token", async () => {
  const started = await startGateway({}, { agents: { old: { tools: [] } } });
  const token = started.gateway.agents.old?.token;
  const ask = async (name: string, with_: string | undefined) =>
    (
      await fetch(`${started.origin}/agents/${name}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${with_}` },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
      })
    ).status;
  expect(await ask("old", token)).toBe(200);
  await started.gateway.update({ tenant: "acme", sources: {}, agents: { ...AGENTS, young: { tools: [] } } });
  expect(await ask("old", token)).toBe(401);
  expect(await ask("young", started.gateway.agents.young?.token)).toBe(200);
  expect(Object.keys(started.gateway.agents)).toEqual(["all", "young"]);
});

test("a change that is not taken leaves what was accepted as it was", async () => {
  const state = { stateFile: join(mkdtempSync(join(tmpdir(), "toolcrib-reload-")), "state.db"), sealingKey: "k".repeat(32) };
  const first = await serveChanging([entry("accepted")]);
  const started = await startGateway({ kb: { mcp: first.url } }, state);
  await started.gateway.ready();
  const other = await serveChanging([entry("other")]);
  const sources = { kb: { mcp: other.url }, desk: { tools: "./not-there" } };
  await expect(started.gateway.update({ tenant: "acme", sources, agents: AGENTS })).rejects.toThrow(StartError);
  await started.gateway.close();
  first.tools = [entry("accepted"), entry("added")];
  const again = await startGateway({ kb: { mcp: first.url } }, state);
  const [report] = await again.gateway.toolSources("all", { refresh: true });
  expect(report?.drift).toEqual({ added: ["added"], changed: [], gone: [] });
});

test("values that are others make a source another one, and the rest goes on", async () => {
  const [one, two] = [await serveChanging([entry("a")]), await serveChanging([entry("b")])];
  const definition = {
    tenant: "acme",
    sources: { one: { mcp: one.url, headers: { "x-key": "$ONE" } }, two: { mcp: two.url, headers: { "x-key": "$TWO" } } },
    agents: AGENTS,
  };
  const started = await startGateway(definition.sources, { env: { ONE: "first-value", TWO: "same-value" } });
  await started.gateway.ready();
  const lists = two.requests.length;
  await started.gateway.update(definition, { env: { ONE: "second-value", TWO: "same-value" } });
  expect(one.requests.at(-1)?.headers["x-key"]).toBe("second-value");
  expect(two.requests).toHaveLength(lists);
});

test("changes that come together are taken one after the other, and after the end none is", async () => {
  const api = await startApi({}, { allowLocalByApi: true });
  const kb = await serveChanging([entry("find")]);
  const names = ["a", "b", "c", "d"];
  const put = (name: string) => api.ask("PUT", `/v1/definitions/${name}`, { sources: { [name]: { mcp: kb.url } } });
  const own = (name: string) => api.gateway.update({ tenant: "acme", sources: { [name]: { mcp: kb.url } }, agents: AGENTS });
  const answers = await Promise.all([put("a"), own("own-1"), put("b"), put("c"), own("own-2"), put("d")]);
  expect(answers.flatMap((answer) => answer?.status ?? [])).toEqual([201, 201, 201, 201]);
  const sources = (await api.client.sources.list()).items;
  expect(sources.map(({ source, definition, status }) => [source, definition, status])).toEqual([
    ["own-2", undefined, "ok"],
    ...names.map((name) => [name, name, "ok"]),
  ]);
  await Promise.all(names.map((name) => api.client.definitions.remove(name)));
  expect(await namesOf(api)).toEqual(["own-2__find"]);
  await api.gateway.close();
  await expect(own("late")).rejects.toThrow("the gateway is closed; start another");
});

test("a tenant that is another one is what calls are signed for from then on", async () => {
  const tenants: unknown[] = [];
  const kb = await serveChanging([entry("find")]);
  kb.interfere = (request) => {
    const [, claims = ""] = request.headers.authorization?.split(".") ?? [];
    tenants.push(JSON.parse(Buffer.from(claims, "base64url").toString()).tenant);
    return false;
  };
  const sources = { kb: { mcp: kb.url, auth: { type: "runtime" } } };
  const started = await startGateway(sources);
  const client = await connect(started);
  await client.callTool({ name: "kb__find", arguments: {} });
  const before = tenants.splice(0);
  await started.gateway.update({ tenant: "globex", sources, agents: AGENTS });
  await client.callTool({ name: "kb__find", arguments: {} });
  expect([[...new Set(before)], [...new Set(tenants)]]).toEqual([["acme"], ["globex"]]);
});
