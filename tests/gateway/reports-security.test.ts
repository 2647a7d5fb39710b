// Reports about what an operator can know, and nobody else.

import { expect, test } from "vitest";
import { serveGood } from "./bad-servers.ts";
import { entry, serveChanging } from "./changing-server.ts";
import { startGateway } from "./gateway.ts";

test("docker/mcp-gateway#420: for each agent every source is listed, active or not, with what that agent gets of it", async () => {
  const server = await serveChanging([entry("a"), entry("b")]);
  const started = await startGateway(
    { kb: { mcp: server.url }, good: { mcp: await serveGood() }, dead: { mcp: "http://127.0.0.1:9/mcp" } },
    { agents: { some: { tools: ["kb__a", "dead"] }, none: { tools: [] } } },
  );
  await started.gateway.ready();
  const given = async (agent: string) =>
    (await started.gateway.toolSources(agent)).map(({ source, kind, status, tools }) => ({
      source,
      kind,
      status,
      given: tools.filter(({ isGiven }) => isGiven).map(({ name }) => name),
      kept: tools.filter(({ isGiven }) => !isGiven).map(({ name, reason }) => `${name}: ${reason}`),
    }));
  expect(await given("some")).toEqual([
    { source: "kb", kind: "mcp", status: "ok", given: ["kb__a"], kept: ["kb__b: not_allowed"] },
    { source: "good", kind: "mcp", status: "ok", given: [], kept: ["good__echo: not_allowed"] },
    { source: "dead", kind: "mcp", status: "source_unreachable", given: [], kept: [] },
  ]);
  expect((await given("none")).flatMap(({ given: names }) => names)).toEqual([]);
  expect((await given("all")).flatMap(({ given: names }) => names)).toEqual(["kb__a", "kb__b", "good__echo"]);
});
