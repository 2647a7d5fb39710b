// Every reason that a tool is not given for, or a source is not listed for, brought about once.

import { TOOL_REASONS, type ToolReason, type ToolSourceReport } from "@toolcrib/core";
import { expect, test, vi } from "vitest";
import { startBadServers } from "./bad-servers.ts";
import { entry, serveChanging } from "./changing-server.ts";
import { listen, startGateway } from "./gateway.ts";

// The half minute that a list may take is shortened, as no test should wait for it.
vi.mock(import("@toolcrib/core"), async (importOriginal) => {
  const core = await importOriginal();
  return { ...core, SOURCE_LIST: { ...core.SOURCE_LIST, timeoutMs: 2_000 as never } };
});

/** Each reason a tool or a source can have, with what brings it about. */
const REASONS: Readonly<Record<ToolReason, (reports: Readonly<Record<string, ToolSourceReport>>) => unknown>> = {
  denied_by_filter: ({ held }) => held?.tools.find(({ sourceName }) => sourceName === "denied"),
  not_allowed: ({ held }) => held?.tools.find(({ sourceName }) => sourceName === "other"),
  name_shortened: ({ held }) => held?.tools.find(({ sourceName }) => sourceName.startsWith("long")),
  name_collision: ({ held }) => held?.tools.find(({ sourceName, isGiven }) => sourceName === "twice" && !isGiven),
  schema_invalid: ({ held }) => held?.tools.find(({ sourceName }) => sourceName === "unreadable"),
  source_unreachable: ({ dead }) => dead,
  source_timeout: ({ slow }) => slow,
  source_auth_failed: ({ forbidden }) => forbidden,
  oauth_required: ({ oauth }) => oauth,
  code_mode_only: ({ code }) => code?.tools[0],
  added_since_save: ({ held }) => held?.tools.find(({ sourceName }) => sourceName === "added"),
  changed_since_save: ({ held }) => held?.tools.find(({ sourceName }) => sourceName === "changed"),
  gone: ({ held }) => held?.tools.find(({ sourceName }) => sourceName === "gone"),
  over_limit: ({ more }) => more?.tools.find(({ isGiven }) => !isGiven),
};

test("every reason is reached, with a way out [gateway.reasons]", async () => {
  const bad = await startBadServers();
  const held = await serveChanging([
    entry("denied"),
    entry("other"),
    entry(`long_${"x".repeat(80)}`),
    entry("twice"),
    entry("twice"),
    entry("unreadable", { inputSchema: { type: "object", properties: { a: { $ref: "#/nowhere" } } } }),
    entry("changed"),
    entry("gone"),
  ]);
  const many = await serveChanging(Array.from({ length: 2_600 }, (_, index) => entry(`t${index}`)));
  const oauth = await serveChanging([]);
  oauth.interfere = (request, response) => {
    const { origin } = new URL(oauth.url);
    if (request.url === "/.well-known/oauth-protected-resource") {
      response.end(JSON.stringify({ resource: oauth.url, authorization_servers: [`${origin}/issuer`] }));
      return true;
    }
    response.setHeader("www-authenticate", `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource"`);
    response.writeHead(401).end();
    return true;
  };
  const refusing = await listen((_request, response) => response.writeHead(401).end());
  const code = await serveChanging([entry("only")]);
  const started = await startGateway(
    {
      held: { mcp: held.url, denyTools: ["denied"] },
      dead: { mcp: bad.url("no-json") },
      slow: { mcp: bad.url("hangs-on-list") },
      forbidden: { mcp: refusing },
      oauth: { mcp: oauth.url },
      code: { mcp: code.url, exposure: "codemode" },
      many: { mcp: many.url },
      // A second one of the same: of both together an agent can't have all.
      more: { mcp: many.url },
    },
    { agents: { some: { tools: ["held__twice", "code", "held__changed", "held__gone", "held__long*", "many", "more"] } } },
  );
  await started.gateway.ready();
  held.tools = [
    ...held.tools.filter(({ name }) => name !== "gone" && name !== "changed"),
    entry("changed", { title: "New" }),
    entry("added"),
  ];
  const reports = Object.fromEntries(
    (await started.gateway.toolSources("some", { refresh: true })).map((report) => [report.source, report]),
  );
  const reached = Object.entries(REASONS).map(([reason, find]) => {
    const found = find(reports) as { readonly reason?: string; readonly fix?: string } | undefined;
    return [reason, found?.reason, found?.fix];
  });
  expect(reached).toEqual(Object.entries(TOOL_REASONS).map(([reason, fix]) => [reason, reason, fix]));
  const origin = new URL(oauth.url).origin;
  expect(reports.oauth).toMatchObject({ authorizationServer: `${origin}/issuer`, detail: `it wants a token of ${origin}/issuer` });
});
