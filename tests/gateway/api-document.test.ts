// The API's own document, read by our adapter: a client that was made from it does everything the API can.

import { isObject } from "@toolcrib/core";
import { openApiTools } from "@toolcrib/openapi";
import { serveTools } from "@toolcrib/server";
import { expect, test } from "vitest";
import { startApi } from "./api.ts";
import { entry, serveChanging } from "./changing-server.ts";

test("a client that was made from the API's own document can do everything [gateway.own-document]", async () => {
  const crm = await serveChanging([entry("find")]);
  const api = await startApi({}, { allowLocalByApi: true, agents: { support: { tools: ["*"] } } });
  const document = (await (await fetch(`${api.origin}/v1/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  };
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
  const { call, names, diagnostics } = await toolClient(document, api.key);
  expect(diagnostics).toEqual([]);
  expect([...names].sort()).toEqual([...operations].sort());

  const done = new Set<string>();
  const run = async (name: string, args: object = {}) => {
    done.add(name);
    return call(name, args);
  };
  expect(await run("getMe")).toMatchObject({ tenant: "acme" });
  const source = { mcp: crm.url, auth: { type: "bearer", token: "a-token" } };
  expect(
    await run("putDefinition", { name: "crm", body: { sources: { crm: source }, agents: { sales: { tools: ["crm"] } } } }),
  ).toMatchObject({
    name: "crm",
    sources: { crm: { kind: "mcp" } },
  });
  expect(await run("listDefinitions")).toMatchObject({ items: [{ name: "crm" }] });
  expect(await run("getDefinition", { name: "crm" })).toMatchObject({ toolSources: [{ source: "crm", status: "ok" }] });
  expect(await run("putAgent", { key: "ann", body: { template: "sales", subject: "ann", context: { plan: "free" } } })).toMatchObject({
    token: expect.stringMatching(/^tca_/),
  });
  expect(await run("listAgents", { limit: 10 })).toMatchObject({ items: [{ key: "ann" }] });
  expect(await run("getAgent", { key: "ann", refresh: true })).toMatchObject({
    toolSources: [{ tools: [{ name: "crm__find", isGiven: true }] }],
  });
  expect(await run("createRun", { key: "ann", body: { expiresInS: 60 } })).toMatchObject({
    agent: "ann",
    token: expect.stringMatching(/^tca_/),
  });
  for (const key of ["ann", "sales", "support"])
    expect(await run("rotateAgentToken", { key })).toMatchObject({ key, token: expect.stringMatching(/^tca_/) });
  expect(await run("listSources")).toMatchObject({ items: [{ source: "crm", toolCount: 1 }] });
  expect(await run("getSourceDrift", { name: "crm" })).toEqual({ source: "crm", differences: [] });
  expect(await run("acceptSource", { name: "crm" })).toMatchObject({ source: "crm" });
  const made = (await run("createKey", { body: { name: "ci", scopes: ["read"] } })) as { readonly id: string };
  expect(await run("listKeys")).toMatchObject({ items: [{ name: "tests" }, { name: "ci" }] });
  await run("deleteKey", { id: made.id });
  expect(await run("listSigningKeys")).toMatchObject({ items: [{ isCurrent: true }] });
  expect(await run("rotateSigningKeys", { body: { isCompromised: true } })).toMatchObject({ items: [{ isCurrent: true }] });
  await run("deleteAgent", { key: "ann" });
  await run("deleteDefinition", { name: "crm" });
  expect(await run("getOpenApiDocument")).toMatchObject({ openapi: "3.1.0" });
  expect([...done].sort()).toEqual([...operations].sort());

  // What is refused reaches the model in words.
  await expect(call("getAgent", { key: "ann" })).rejects.toThrow("there is no agent with this key");
});

/** The document's tools, called as an MCP client calls them. */
async function toolClient(document: object, key: string) {
  const { tools, diagnostics } = await openApiTools(document, { fetch, auth: { type: "bearer", token: key } });
  const handler = serveTools(tools, { auth: "none", log() {} });
  const call = async (name: string, args: object = {}): Promise<unknown> => {
    const request = new Request("http://localhost/mcp", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
    });
    const answered: unknown = await (await handler(request)).json();
    const result = isObject(answered) && isObject(answered.result) ? answered.result : {};
    const text = (result.content as readonly { readonly text?: string }[])?.[0]?.text ?? JSON.stringify(answered);
    if (result.isError === true || !isObject(answered) || answered.error !== undefined) throw new Error(text);
    return result.structuredContent ?? (text.startsWith("{") ? JSON.parse(text) : text);
  };
  return { call, names: Object.keys(tools), diagnostics };
}
