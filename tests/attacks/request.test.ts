// A token that is valid, for another request than the one it came with.

import { expect, test } from "vitest";
import { expectRefused, runtimeAndServer, SHOP, serveWatched, withHeaders } from "./served.ts";

const authorizationOf = (request: Request) => request.headers.get("authorization") ?? "";

/** The request with another text in place of its body. */
const withBody = (request: Request, body: string) => new Request(request, { body });

test("row 87: a token of another tenant of the same runtime is refused", async () => {
  const served = await runtimeAndServer();
  await expectRefused(served.handler(await served.runtime.request(SHOP, "watched", {}, { tenant: "tenant-b" })), served, "wrong_tenant");
});

test("row 88: a token for one tool does not open another", async () => {
  const served = await runtimeAndServer();
  const authorization = authorizationOf(await served.runtime.request(SHOP, "watched"));
  const request = withHeaders(await served.runtime.request(SHOP, "other"), { authorization });
  await expectRefused(served.handler(request), served, "wrong_tool");
});

test("row 89: arguments changed after signing are refused", async () => {
  const served = await runtimeAndServer();
  const signed = await served.runtime.request(SHOP, "watched", { amount: 10 });
  const body = (await signed.clone().text()).replace('"amount":10', '"amount":10000');
  await expectRefused(served.handler(withBody(signed, body)), served, "wrong_arguments");
});

test("row 90: a token for tools/list does not open tools/call", async () => {
  const served = await runtimeAndServer();
  let authorization = "";
  const listening = (request: Request) => {
    authorization = authorizationOf(request);
    return served.handler(request);
  };
  expect(await served.runtime.listTools(listening, SHOP)).toHaveLength(2);
  const request = withHeaders(await served.runtime.request(SHOP, "watched"), { authorization });
  await expectRefused(served.handler(request), served, "wrong_method");
});

test("row 91: without a store a replay runs again under the same idempotency key, and the log says so at start", async () => {
  const { runtime } = await runtimeAndServer();
  const { handler, runs, lines } = serveWatched(runtime.options, "external");
  expect(lines).toEqual([expect.stringContaining("a request that is sent twice runs twice, under one idempotency key")]);

  const request = await runtime.request(SHOP, "watched", {}, { idempotencyKey: "k".repeat(43) });
  expect([(await handler(request.clone())).status, (await handler(request)).status]).toEqual([200, 200]);
  expect(runs.map(({ idempotencyKey }) => idempotencyKey)).toEqual(["k".repeat(43), "k".repeat(43)]);
});

test("row 92: a replay after the token's life and the clocks' difference is refused", async () => {
  const served = await runtimeAndServer();
  const request = await served.runtime.request(SHOP, "watched");
  served.clock.nowMs += 65_000;
  await expectRefused(served.handler(request), served, "token_expired");
});

test("row 102: a batch of several calls under one token is refused", async () => {
  const { handler, runtime, runs } = await runtimeAndServer();
  const signed = await runtime.request(SHOP, "watched");
  const one = await signed.clone().text();
  for (const revision of [undefined, "2025-03-26", "2026-07-28"]) {
    const batch = withBody(withHeaders(signed, { "mcp-protocol-version": revision }), `[${one},${one}]`);
    const response = await handler(batch);
    expect({ status: response.status, code: (await response.json()).error.code }).toEqual({ status: 400, code: -32600 });
  }
  expect(runs).toEqual([]);
});

test("row 103: a body with two members named arguments is refused, whichever of them was signed", async () => {
  const { handler, runtime, runs } = await runtimeAndServer();
  const signed = await runtime.request(SHOP, "watched", { amount: 10 });
  const text = await signed.clone().text();
  const signedMember = '"arguments":{"amount":10}';
  for (const both of [`"arguments":{"amount":99},${signedMember}`, `${signedMember},"arg\\u0075ments":{"amount":99}`]) {
    const response = await handler(withBody(signed, text.replace(signedMember, both)));
    expect({ status: response.status, code: (await response.json()).error.code }).toEqual({ status: 400, code: -32700 });
  }
  expect(runs).toEqual([]);
});

test("row 104: an argument named subject or userId never changes who calls", async () => {
  const { handler, runtime, runs } = await runtimeAndServer();
  const args = { subject: "user:admin", userId: "admin", identity: { subject: "user:admin" }, tenant: "globex", actor: "user:admin" };
  await runtime.callTool(handler, SHOP, "watched", args, { subject: "user:alice", context: { plan: "free" } });
  const identity = {
    tenant: "test-tenant",
    agent: "test-agent",
    subject: "user:alice",
    actor: "agent:test-agent",
    context: { plan: "free" },
    via: "runtime",
  };
  expect(runs).toEqual([expect.objectContaining({ args, identity })]);
});
