// Agents of single users, as the servers behind the gateway see them.

import type { Identity } from "@toolcrib/core";
import { GatewayApiError } from "@toolcrib/gateway/client";
import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import { schema, tool } from "@toolcrib/tools";
import { expect, test } from "vitest";
import { startApi } from "./api.ts";
import { entry, serveChanging } from "./changing-server.ts";
import { connect, textOf } from "./client.ts";
import { listen } from "./gateway.ts";
import { serveCounter } from "./upstreams.ts";

const SUPPORT = { support: { tools: ["*"] } };

test("a user's agent acts for its subject, with its context, as itself [gateway.agent-identity] [gateway.runs]", async () => {
  const seen: Identity[] = [];
  const tokens: unknown[] = [];
  const serving: { listener?: ReturnType<typeof nodeListener> } = {};
  const url = await listen((request, response) => {
    tokens.push(JSON.parse(Buffer.from(request.headers.authorization?.split(".")[1] ?? "", "base64url").toString()));
    serving.listener?.(request, response);
  });
  const api = await startApi({ shop: { mcp: url, auth: { type: "runtime" } } }, { agents: SUPPORT });
  const note = tool({
    description: "Notes who calls",
    input: schema.Object({}),
    effects: "none",
    execute: (_args, { identity }) => {
      seen.push(identity);
      return "noted";
    },
  });
  serving.listener = nodeListener(serveTools({ note }, { runtime: api.origin, tenant: "acme", audience: url, log() {} }));
  await api.gateway.toolSources("all", { refresh: true });

  const settings = { template: "support", subject: "ann@example.com", context: { plan: "free" } };
  const ann = await api.client.agents.upsert("ann", settings);
  const run = await api.client.runs.create("ann", { expiresInS: 60 });
  for (const token of [ann.token, run.token]) {
    const client = await connect({ url: ann.url, headers: { authorization: `Bearer ${token}` } });
    expect(textOf(await client.callTool({ name: "shop__note", arguments: {} }))).toBe("noted");
  }
  const identity = {
    tenant: "acme",
    agent: "ann",
    subject: "ann@example.com",
    actor: "agent:ann",
    context: { plan: "free" },
    via: "runtime",
  };
  expect(seen).toEqual([identity, identity]);
  const calls = tokens.filter((claims) => (claims as { readonly tool?: string }).tool === "note") as { readonly txn?: string }[];
  expect(calls.map(({ txn }) => txn)).toEqual([undefined, run.run]);
});

test("the run's id travels in each call's _meta too", async () => {
  const kb = await serveChanging([entry("find")]);
  const api = await startApi({ kb: { mcp: kb.url } }, { agents: SUPPORT });
  const ann = await api.client.agents.upsert("ann", { template: "support", subject: "ann" });
  const run = await api.client.runs.create("ann");
  const client = await connect({ url: ann.url, headers: { authorization: `Bearer ${run.token}` } });
  await client.callTool({ name: "kb__find", arguments: {} });
  const call = JSON.parse(kb.requests.find(({ method }) => method === "tools/call")?.body ?? "{}");
  expect(call.params._meta).toMatchObject({ "agent-runtime/runId": run.run, "agent-runtime/actor": "agent:ann" });
  // Its token goes no further than the gateway.
  expect(JSON.stringify(kb.requests)).not.toContain(run.token);
});

test("each user's agent has a session of its own with a server that keeps state", async () => {
  const counter = await serveCounter();
  const api = await startApi({ counter: { mcp: counter.url } }, { agents: SUPPORT });
  const counted = [];
  for (const key of ["ann", "bob", "ann"]) {
    const { url, token } = await api.client.agents.upsert(key, { template: "support", subject: key, rotate: true });
    const client = await connect({ url, headers: { authorization: `Bearer ${token}` } });
    counted.push(textOf(await client.callTool({ name: "counter__increment", arguments: {} })));
  }
  expect(counted).toEqual(["1", "1", "2"]);
});

test("the typed client does what the API does [gateway.client]", async () => {
  const { client, origin } = await startApi({}, { agents: SUPPORT, allowLocalByApi: true });
  expect(await client.me()).toMatchObject({ tenant: "acme", origin, scopes: ["read", "approve", "write"] });
  const saved = await client.upsertDefinition("crm", {
    sources: { away: { mcp: "http://127.0.0.1:1/mcp" } },
    agents: { sales: { tools: ["away"] } },
  });
  expect(saved.toolSources).toMatchObject([{ source: "away", status: "source_unreachable" }]);
  expect((await client.definitions.list()).items).toMatchObject([{ name: "crm" }]);
  expect(await client.definitions.get("crm")).toMatchObject({ sources: { away: { kind: "mcp" } } });

  await client.agents.upsert("ann", { template: "sales", subject: "ann" });
  await client.agents.upsert("bob", { template: "support", subject: "bob" });
  expect(await client.agents.get("ann")).toMatchObject({ key: "ann", template: "sales" });
  const first = await client.agents.list({ limit: 1 });
  const second = await client.agents.list({ limit: 1, cursor: first.nextCursor ?? "" });
  expect([...first.items, ...second.items].map(({ key }) => key)).toEqual(["ann", "bob"]);
  expect(await client.toolSources("ann", { refresh: true })).toMatchObject([{ source: "away", reason: "source_unreachable" }]);
  expect((await client.sources.list()).items).toMatchObject([{ source: "away", definition: "crm", toolCount: 0 }]);
  expect(await client.sources.drift("away")).toEqual({ source: "away", differences: [] });
  await expect(client.sources.accept("away")).rejects.toMatchObject({ status: 409, detail: expect.stringContaining("was never listed") });

  const made = await client.keys.create({ name: "ci", scopes: ["read"] });
  expect((await client.keys.list()).items.map(({ name }) => name)).toEqual(["tests", "ci"]);
  await client.keys.revoke(made.id);
  expect((await client.signingKeys.list()).items).toHaveLength(1);
  expect((await client.signingKeys.rotate()).items).toHaveLength(2);

  // Somebody is still made from it: it goes all the same, and the agent says why it gets nothing.
  await client.agents.revoke("ann");
  await client.definitions.remove("crm");
  const refused = await client.agents.upsert("ann", { template: "sales", subject: "ann" }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(GatewayApiError);
  expect(refused).toMatchObject({
    status: 400,
    title: "The request is not valid",
    problems: ["template: there is none of this name; templates: all, support"],
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(() => client.agents.get("..")).toThrow('".." is no name');
});
