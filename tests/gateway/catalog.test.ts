// What an agent gets of its sources, and why it does not get the rest.

import { expect, test } from "vitest";
import { reportsOf } from "./bad-servers.ts";
import { entry, serveChanging } from "./changing-server.ts";
import { connect, textOf } from "./client.ts";
import { makeFolder } from "./folders.ts";
import { type StartedGateway, startGateway } from "./gateway.ts";

/** The same gateway, for another of its agents. */
const as = ({ gateway }: StartedGateway, agent: string) => {
  const { url, token } = gateway.agents[agent] as { readonly url: string; readonly token: string };
  return { url, headers: { authorization: `Bearer ${token}` } };
};

const namesOf = async (started: Pick<StartedGateway, "url" | "headers">) => {
  const client = await connect(started);
  return (await client.listTools(undefined, { cacheMode: "refresh" })).tools.map(({ name }) => name);
};

test("a source's filters take their tools, by name and by pattern, and what is denied wins", async () => {
  const server = await serveChanging(["search", "fetch", "fetch_all", "delete", "delete_all"].map((name) => entry(name)));
  const started = await startGateway({
    all: { mcp: server.url },
    allowed: { mcp: server.url, allowTools: ["search", "fetch*"] },
    denied: { mcp: server.url, denyTools: ["*_all", "delete"] },
    both: { mcp: server.url, allowTools: ["fetch*", "delete*"], denyTools: ["*all"] },
    none: { mcp: server.url, allowTools: [] },
  });
  expect(await namesOf(started)).toEqual([
    "all__delete",
    "all__delete_all",
    "all__fetch",
    "all__fetch_all",
    "all__search",
    "allowed__fetch",
    "allowed__fetch_all",
    "allowed__search",
    "both__delete",
    "both__fetch",
    "denied__fetch",
    "denied__search",
  ]);
});

test("an agent gets what it names: a tool, a pattern, a whole source, and nothing else", async () => {
  const server = await serveChanging(["search", "fetch", "fetch_all"].map((name) => entry(name)));
  const started = await startGateway(
    { kb: { mcp: server.url }, "kb-old": { mcp: server.url } },
    {
      agents: {
        one: { tools: ["kb__search"] },
        pattern: { tools: ["*__fetch*"] },
        source: { tools: ["kb"] },
        start: { tools: ["kb*"] },
        none: { tools: [] },
        wrong: { tools: ["kb__Search", "kb__", "kb__sea"] },
      },
    },
  );
  const got = Object.fromEntries(
    await Promise.all(Object.keys(started.gateway.agents).map(async (agent) => [agent, await namesOf(as(started, agent))])),
  );
  const whole = (source: string) => ["fetch", "fetch_all", "search"].map((name) => `${source}__${name}`);
  expect(got).toEqual({
    all: [...whole("kb-old"), ...whole("kb")],
    one: ["kb__search"],
    pattern: ["kb-old__fetch", "kb-old__fetch_all", "kb__fetch", "kb__fetch_all"],
    source: whole("kb"),
    start: [...whole("kb-old"), ...whole("kb")],
    none: [],
    wrong: [],
  });
  await expect(startGateway({ kb: { mcp: server.url } }, { agents: { lost: { tools: ["search"] } } })).rejects.toThrow(
    'agents.lost.tools.0: "search" names no source; sources: kb',
  );
});

test("list and call agree for every tool and agent, and the report with both [gateway.reasons]", async () => {
  const server = await serveChanging([entry("a"), entry("b"), entry("c", { inputSchema: "none" }), entry("x".repeat(80))]);
  const started = await startGateway({ kb: { mcp: server.url, denyTools: ["b"] } }, { agents: { some: { tools: ["kb__b", "kb__x*"] } } });
  for (const agent of ["all", "some"]) {
    const client = await connect(as(started, agent));
    const listed = (await client.listTools()).tools.map(({ name }) => name);
    const [report] = await started.gateway.toolSources(agent);
    expect(report?.tools.filter(({ isGiven }) => isGiven).map(({ name }) => name)).toEqual(listed);
    for (const { name, sourceName, isGiven, reason, fix } of report?.tools ?? []) {
      const called = client.callTool({ name, arguments: {} });
      if (isGiven) expect(textOf(await called)).toBe(`${sourceName} done`);
      else await expect(called).rejects.toThrow(`Unknown tool: ${name}; ${reason}: ${fix}`);
    }
  }
});

test("a folder's tools are reported, listed and called as those of others are", async () => {
  const desk = makeFolder();
  desk.write("one", "return 'first';", "The first");
  const started = await startGateway({ desk: { tools: desk.path, denyTools: ["two"] } });
  expect(await namesOf(started)).toEqual(["desk__one"]);
  desk.write("two", "return 'second';");
  const two = async () => (await reportsOf(started)).desk?.tools.find(({ name }) => name === "desk__two");
  await expect.poll(two, { timeout: 10_000 }).toMatchObject({ isGiven: false, reason: "denied_by_filter" });
  expect(await namesOf(started)).toEqual(["desk__one"]);
});
