// Identity end to end: the runtime in memory signs, the server verifies, nothing in between is ours to fake.

import { serveTools } from "@toolcrib/server";
import { type Fault, testRuntime, toolMatchers } from "@toolcrib/testing";
import { schema, tool } from "@toolcrib/tools";
import { describe, expect, test } from "vitest";

expect.extend(toolMatchers);

const URL_OF_SHOP = "https://shop.test/mcp";
const refund = tool({
  description: "Refund",
  input: schema.Object({ orderId: schema.String() }),
  execute: ({ orderId }, { identity, callId, idempotencyKey }) => ({ orderId, identity, callId, idempotencyKey }),
});

test("the reference's own lines run: a signed call with an identity", async () => {
  const rt = await testRuntime();
  const result = await rt.callTool(
    serveTools({ refund }, rt.options),
    "https://app.test/mcp",
    "refund",
    { orderId: "o1" },
    { subject: "alice" },
  );
  expect(result.structuredContent).toMatchObject({
    orderId: "o1",
    identity: { subject: "alice", agent: "test-agent", actor: "agent:test-agent", tenant: "test-tenant", context: {}, via: "runtime" },
  });
});

test("a retry of the same call has the same key, another call another one", async () => {
  const rt = await testRuntime();
  const handler = serveTools({ refund }, rt.options);
  const keyOf = async (callId: string, attempt: number) =>
    (await rt.callTool(handler, URL_OF_SHOP, "refund", { orderId: "o" }, { callId, attempt })).structuredContent as {
      readonly idempotencyKey: string;
    };
  expect((await keyOf("a", 1)).idempotencyKey).toBe((await keyOf("a", 2)).idempotencyKey);
  expect((await keyOf("a", 1)).idempotencyKey).not.toBe((await keyOf("b", 1)).idempotencyKey);
});

describe("a token with one thing wrong is a 401 before any handler runs, and the log alone knows why", () => {
  const faults: readonly Fault[] = [
    "token_missing",
    "token_malformed",
    "token_header",
    "token_claims",
    "token_expired",
    "token_not_yet_valid",
    "wrong_issuer",
    "wrong_tenant",
    "wrong_audience",
    "unknown_key",
    "bad_signature",
    "wrong_tool",
    "wrong_method",
    "wrong_arguments",
    "wrong_key",
  ];
  test.each(faults)("%s", async (fault) => {
    let ran = false;
    const reasons: string[] = [];
    const rt = await testRuntime();
    const watched = tool({ description: "x", input: schema.Object({}), execute: () => void (ran = true) });
    const handler = serveTools({ watched }, { ...rt.options, onReject: ({ code }) => reasons.push(code) });
    const outcome = await rt.callTool(handler, URL_OF_SHOP, "watched", {}, { fault });
    expect(outcome).toEqual(
      expect.objectContaining({
        status: 401,
        error: {
          code: -31401,
          message: fault === "token_missing" ? "a token is needed" : "the token is not valid for this request",
        },
      }),
    );
    expect(reasons).toEqual([fault]);
    expect(ran).toBe(false);
  });
});

test("two hundred calls at once for two hundred subjects are never mixed", async () => {
  const rt = await testRuntime();
  const who = tool({
    description: "x",
    execute: async (_args, { identity }) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
      return identity.subject;
    },
  });
  const handler = serveTools({ who }, rt.options);
  const subjects = Array.from({ length: 200 }, (_, index) => `user-${index}`);
  const answers = await Promise.all(subjects.map((subject) => rt.callTool(handler, URL_OF_SHOP, "who", {}, { subject })));
  expect(answers.map(({ text }) => text)).toEqual(subjects);
});
