// The test story that people ask for: no port, no subprocess, no mock of what is under test, and every caller there is.

import { getEventListeners } from "node:events";
import { serveTools } from "@toolcrib/server";
import { failed, refused, succeeded, testRuntime, toolMatchers } from "@toolcrib/testing";
import { CallError, schema, tool } from "@toolcrib/tools";
import { describe, expect, test, vi } from "vitest";
import { openHandles } from "./garbage.ts";

const SHOP = "https://shop.test/mcp";

const refund = tool({
  description: "Refunds an order",
  input: schema.Object({ orderId: schema.String() }),
  execute: ({ orderId }, { identity, idempotencyKey }) => ({ orderId, by: identity.subject, key: idempotencyKey }),
});

describe("modelcontextprotocol/typescript-sdk#1126, modelcontextprotocol/python-sdk#1252: a tool is tested through the whole server", () => {
  test("without a port, a process, or the network", async () => {
    const network = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("no network in a test"));
    const before = openHandles();
    const runtime = await testRuntime();
    const handler = serveTools({ refund }, runtime.options);
    expect((await runtime.listTools(handler, SHOP)).map(({ name }) => name)).toEqual(["refund"]);
    expect((await runtime.callTool(handler, SHOP, "refund", { orderId: "A1" })).structuredContent).toMatchObject({ orderId: "A1" });
    expect((await runtime.callTool(handler, SHOP, "refund", { orderId: 1 })).text).toContain("- /orderId: expected string");
    expect(openHandles()).toEqual(before);
    expect(network).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  test("with matchers that read as a sentence, and plain functions for every other runner", async () => {
    expect.extend(toolMatchers);
    const runtime = await testRuntime();
    const busy = tool({ description: "x", execute: () => Promise.reject(new CallError("busy", { errorType: "rate_limited" })) });
    const handler = serveTools({ refund, busy }, runtime.options);
    const good = await runtime.callTool(handler, SHOP, "refund", { orderId: "A1" });
    const bad = await runtime.callTool(handler, SHOP, "busy");
    const out = await runtime.callTool(handler, SHOP, "busy", {}, { fault: "wrong_tenant" });
    expect([succeeded(good), failed(bad, "rate_limited"), refused(out)]).toEqual([true, true, true]);
    const verdicts = [toolMatchers.toSucceed(bad), toolMatchers.toFail(good), toolMatchers.toBeRefused(good)];
    expect(verdicts.map(({ pass }) => pass)).toEqual([false, false, false]);
    expect(verdicts[0]?.message()).toContain("busy");
  });
});

describe("PrefectHQ/fastmcp#1162: a test says who calls", () => {
  test("subject, agent, actor, tenant and context arrive as a real runtime's would", async () => {
    const runtime = await testRuntime({ tenant: "acme" });
    const who = tool({ description: "x", execute: (_args, { identity }) => identity as never });
    const handler = serveTools({ who }, runtime.options);
    const options = { subject: "user:alice", agent: "helper", actor: "user:bob", context: { plan: "free" } };
    expect((await runtime.callTool(handler, SHOP, "who", {}, options)).structuredContent).toEqual({
      tenant: "acme",
      via: "runtime",
      ...options,
    });
  });

  test.each(["token_expired", "wrong_audience", "wrong_tenant", "bad_signature", "token_missing"] as const)(
    "a caller that must not get in: %s",
    async (fault) => {
      const runtime = await testRuntime();
      const handler = serveTools({ refund }, runtime.options);
      expect((await runtime.callTool(handler, SHOP, "refund", { orderId: "A1" }, { fault })).status).toBe(401);
    },
  );

  test("at another time, by the test's own clock", async () => {
    let nowMs = Date.parse("2030-01-01T00:00:00Z");
    const runtime = await testRuntime({ now: () => nowMs });
    const handler = serveTools({ refund }, runtime.options);
    const request = await runtime.request(SHOP, "refund", { orderId: "A1" });
    nowMs += 3_600_000;
    expect((await handler(request)).status).toBe(401);
    expect((await runtime.callTool(handler, SHOP, "refund", { orderId: "A1" })).status).toBe(200);
  });

  test("again, as the same call: with the same key", async () => {
    const runtime = await testRuntime();
    const handler = serveTools({ refund }, runtime.options);
    const keyOf = async (callId: string, attempt: number) =>
      (
        (await runtime.callTool(handler, SHOP, "refund", { orderId: "A1" }, { callId, attempt })).structuredContent as {
          readonly key: string;
        }
      ).key;
    expect(await keyOf("one", 2)).toBe(await keyOf("one", 1));
    expect(await keyOf("two", 1)).not.toBe(await keyOf("one", 1));
  });

  test("and leaves half-way, and nothing listens to it any more", async () => {
    const runtime = await testRuntime();
    const abort = new AbortController();
    let stop: (code: unknown) => void = () => {};
    const stopped = new Promise((resolve) => void (stop = resolve));
    const wait = tool({
      description: "x",
      execute: (_args, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            stop(signal.reason.code);
            reject(signal.reason);
          });
          abort.abort();
        }),
    });
    const gone = runtime.callTool(serveTools({ wait }, runtime.options), SHOP, "wait", {}, { signal: abort.signal });
    gone.catch(() => {});
    expect(await stopped).toBe("client_disconnected");
    expect(getEventListeners(abort.signal, "abort").length).toBeLessThanOrEqual(1);
  });
});
