// Identity end to end: the runtime in memory signs, the server verifies, nothing in between is ours to fake.

import { serveTools } from "@toolcrib/server";
import { type Fault, failed, refused, succeeded, testRuntime, toolMatchers } from "@toolcrib/testing";
import { CallError, schema, tool } from "@toolcrib/tools";
import { describe, expect, test } from "vitest";

expect.extend(toolMatchers);

declare module "vitest" {
  interface Matchers<T> {
    toSucceed(): T;
    toFail(errorType?: string): T;
    toBeRefused(): T;
  }
}

const URL_OF_SHOP = "https://shop.test/mcp";
const refund = tool({
  description: "Refund",
  input: schema.Object({ orderId: schema.String() }),
  execute: ({ orderId }, { identity, callId, idempotencyKey }) => ({ orderId, identity, callId, idempotencyKey }),
});

test("the claims of a token, and no others [identity.claims-pinned]", async () => {
  const rt = await testRuntime({ now: () => 1_800_000_000_000 });
  const read = (request: Request) => {
    const [header = "", payload = ""] = (request.headers.get("authorization") ?? "").slice("Bearer ".length).split(".");
    return [header, payload].map((part) => JSON.parse(Buffer.from(part, "base64url").toString()));
  };
  const [header, claims] = read(
    await rt.request(URL_OF_SHOP, "refund", { orderId: "o" }, { callId: "call-1", idempotencyKey: "key-1", context: { org: "o1" } }),
  );
  expect(header).toEqual({ alg: "EdDSA", typ: "tool-call+jwt", kid: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) });
  expect(claims).toEqual({
    iss: "https://test-runtime.invalid",
    aud: URL_OF_SHOP,
    sub: "test-subject",
    tenant: "test-tenant",
    act: { sub: "agent:test-agent" },
    agent: "test-agent",
    ctx: { org: "o1" },
    txn: "test-run",
    call: "call-1",
    idk: "key-1",
    att: 1,
    tool: "refund",
    args_s256: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    jti: expect.any(String),
    iat: 1_800_000_000,
    exp: 1_800_000_060,
  });
});

test("the reference's own lines run: a signed call with an identity [tool.identity-proven]", async () => {
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

test("a retry of the same call runs again under the same key, another call under another [tool.repeated-without-store] [wire.authenticated-key]", async () => {
  const rt = await testRuntime();
  const handler = serveTools({ refund }, rt.options);
  const keyOf = async (callId: string, attempt: number) =>
    (await rt.callTool(handler, URL_OF_SHOP, "refund", { orderId: "o" }, { callId, attempt })).structuredContent as {
      readonly idempotencyKey: string;
    };
  expect((await keyOf("a", 1)).idempotencyKey).toBe((await keyOf("a", 2)).idempotencyKey);
  expect((await keyOf("a", 1)).idempotencyKey).not.toBe((await keyOf("b", 1)).idempotencyKey);
});

describe("a token with one thing wrong is a 401 before any handler runs, and the log alone knows why [wire.token-bound-to-body]", () => {
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

test("questions and approval are answered in a test as a runtime's user would", async () => {
  const rt = await testRuntime();
  const book = tool({
    description: "x",
    approval: "always",
    ask: (_args, { answers }) =>
      answers.length === 0 ? { message: "How many?", form: schema.Object({ guests: schema.Integer() }) } : undefined,
    execute: (_args, { answers }) => ({ answers }),
  });
  const handler = serveTools({ book }, rt.options);
  const answer =
    (yes: boolean) =>
    ({ key }: { readonly key?: string }) =>
      key === "approval" ? { approve: yes } : { guests: 4 };
  expect(await rt.callTool(handler, URL_OF_SHOP, "book", {}, { answer: answer(true) })).toMatchObject({
    structuredContent: { answers: [{ guests: 4 }] },
  });
  expect(await rt.callTool(handler, URL_OF_SHOP, "book", {}, { answer: answer(false) })).toMatchObject({
    isError: true,
    errorType: "aborted",
  });
  expect((await rt.callTool(handler, URL_OF_SHOP, "book")).error?.code).toBe(-32021);
});

test("progress is captured, and the list is read", async () => {
  const rt = await testRuntime();
  const steps = tool({
    description: "Reports",
    execute: (_args, { progress }) => {
      progress("started");
      return "done";
    },
  });
  const handler = serveTools({ steps }, rt.options);
  const heard: (string | undefined)[] = [];
  expect((await rt.callTool(handler, URL_OF_SHOP, "steps", {}, { onProgress: ({ message }) => heard.push(message) })).text).toBe("done");
  expect(heard).toEqual(["started"]);
  expect((await rt.listTools(handler, URL_OF_SHOP)).map(({ name }) => name)).toEqual(["steps"]);
});

test("a caller that goes away half-way aborts the handler", async () => {
  const rt = await testRuntime();
  const abort = new AbortController();
  let aborted: (code: unknown) => void;
  const code = new Promise<unknown>((resolve) => (aborted = resolve));
  const endless = tool({
    description: "Never ends by itself",
    execute: (_args, { signal }) =>
      new Promise(() => {
        signal.addEventListener("abort", () => aborted(signal.reason.code));
        abort.abort();
      }),
  });
  const gone = rt.callTool(serveTools({ endless }, rt.options), URL_OF_SHOP, "endless", {}, { signal: abort.signal });
  gone.catch(() => {});
  expect(await code).toBe("client_disconnected");
});

test("the matchers and their plain twins say the same", async () => {
  const rt = await testRuntime();
  const fails = tool({
    description: "x",
    execute: () => {
      throw new CallError("busy", { errorType: "rate_limited" });
    },
  });
  const handler = serveTools({ refund, fails }, rt.options);
  const [good, bad, out] = await Promise.all([
    rt.callTool(handler, URL_OF_SHOP, "refund", { orderId: "o" }),
    rt.callTool(handler, URL_OF_SHOP, "fails"),
    rt.callTool(handler, URL_OF_SHOP, "refund", { orderId: "o" }, { fault: "token_expired" }),
  ]);
  expect(good).toSucceed();
  expect(bad).toFail("rate_limited");
  expect(bad).not.toFail("timeout");
  expect(out).toBeRefused();
  expect([succeeded(good), failed(bad, "rate_limited"), failed(bad, "timeout"), refused(out)]).toEqual([true, true, false, true]);
  expect(() => expect(bad).toSucceed()).toThrow("expected the call to succeed; it was answered with 200 busy");
});

test("two hundred calls at once for two hundred subjects are never mixed", async () => {
  const rt = await testRuntime();
  const who = tool({
    description: "x",
    execute: async (_args, { identity }) => {
      await new Promise((resolve) => setImmediate(resolve));
      return identity.subject;
    },
  });
  const handler = serveTools({ who }, rt.options);
  const subjects = Array.from({ length: 200 }, (_, index) => `user-${index}`);
  const answers = await Promise.all(subjects.map((subject) => rt.callTool(handler, URL_OF_SHOP, "who", {}, { subject })));
  expect(answers.map(({ text }) => text)).toEqual(subjects);
});
