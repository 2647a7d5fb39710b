import { ASK_ROUNDS_MAX, CallError, ERROR_TEXT_MAX_CHARS, RESULT_MAX_BYTES } from "@toolcrib/core";
import { content, schema, tool } from "@toolcrib/tools";
import { CallAbort } from "@toolcrib/tools/run";
import { describe, expect, test } from "vitest";
import { call } from "./harness.ts";

const orderId = schema.Object({ orderId: schema.String() });

test("arguments are checked before the handler runs, and every failing path is named [tool.arguments-checked-first]", async () => {
  let ran = false;
  const refund = tool({
    description: "x",
    input: schema.Object({ a: schema.String(), b: schema.Number() }),
    execute: () => void (ran = true),
  });
  const { text, result } = await call(refund, { a: 1, b: "hunter2", c: true });
  expect(text).toBe(
    "tool it did not run: its arguments do not fit\n- /a: expected string\n- /b: expected number\n- /c: is not allowed here\nerrorType: invalid_args",
  );
  expect(result).toMatchObject({
    isError: true,
    _meta: { "agent-runtime/errorType": "invalid_args", "agent-runtime/outcome": "no_effect" },
  });
  expect(ran).toBe(false);
});

test("of many failing paths fifty are named and the rest is counted", async () => {
  const input = schema.Object({ list: schema.Array(schema.String()) });
  const { text } = await call(tool({ description: "x", input, execute: () => 1 }), { list: Array(60).fill(0) });
  expect(text).toContain("/list/49");
  expect(text).not.toContain("/list/50");
  expect(text).toContain("- and 10 more");
});

test("the handler is given who calls, the call's names, the key and its declared env [tool.context] [tool.env-declared-only]", async () => {
  const told = tool({
    description: "x",
    input: orderId,
    env: ["KEY"],
    execute: (args, { identity, callId, idempotencyKey, env, answers }) => ({
      args,
      via: identity.via,
      callId,
      idempotencyKey,
      env,
      answers,
    }),
  });
  const { result } = await call(told, { orderId: "o" }, { env: { KEY: "k", OTHER: "o" } });
  expect(result?.structuredContent).toEqual({
    args: { orderId: "o" },
    via: "none",
    callId: "call-1",
    idempotencyKey: "key-1",
    env: { KEY: "k" },
    answers: [],
  });
});

describe("what a handler returns", () => {
  test.each([
    ["a string is text as it is", "plain", { content: [{ type: "text", text: "plain" }] }],
    ["nothing is an empty result", undefined, { content: [] }],
    [
      "an object is structured content plus its JSON text",
      { a: 1 },
      { content: [{ type: "text", text: '{"a":1}' }], structuredContent: { a: 1 } },
    ],
    ["a list is a JSON value", [1, 2], { content: [{ type: "text", text: "[1,2]" }], structuredContent: [1, 2] }],
    ["null is a JSON value", null, { content: [{ type: "text", text: "null" }], structuredContent: null }],
    ["a shape like content is a JSON value", { type: "text", text: "x" }, { structuredContent: { type: "text", text: "x" } }],
    ["one block of content", content.text("x"), { content: [{ type: "text", text: "x" }] }],
    [
      "blocks of content",
      [content.image("aGk=", "image/png"), content.link({ uri: "a:b", name: "n" })],
      { content: [{ type: "image" }, { type: "resource_link", uri: "a:b" }] },
    ],
  ])("%s [tool.results]", async (_name, value, wanted) => {
    const { result } = await call(tool({ description: "x", execute: () => value }));
    expect(result).toMatchObject(wanted);
    if (!("structuredContent" in wanted)) expect(result).not.toHaveProperty("structuredContent");
  });

  test("content mixed with other values is refused", async () => {
    expect((await call(tool({ description: "x", execute: () => [content.text("x"), "y"] }))).text).toContain(
      "content mixed with other values",
    );
  });

  test("a value that JSON can't carry is refused", async () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    for (const value of [loop, 5n, () => 1, Symbol("x")]) {
      const { text, result } = await call(tool({ description: "x", execute: () => value }));
      expect(text).toContain("something JSON can't carry");
      expect(result?.isError).toBe(true);
    }
  });

  test("more than 1 MiB of JSON fails as too large, never cut [tool.result-limit]", async () => {
    const of = (bytes: number) => tool({ description: "x", execute: () => "x".repeat(bytes) });
    expect((await call(of(RESULT_MAX_BYTES - 2))).result?.isError).toBeUndefined();
    expect((await call(of(RESULT_MAX_BYTES - 1))).text).toBe(
      `tool it returned more than ${RESULT_MAX_BYTES} bytes of JSON; return less, or a link to the rest\nerrorType: unknown`,
    );
  });

  test("a result that does not fit the output schema fails, without structured content [tool.output-checked]", async () => {
    const wrong = tool({ description: "x", output: schema.Object({ id: schema.String() }), execute: () => ({ id: 5 }) as never });
    const { result, text } = await call(wrong);
    expect(text).toContain("does not fit its output schema at /id: expected string");
    expect(result).not.toHaveProperty("structuredContent");
    const nothing = tool({ description: "x", output: schema.Object({}), execute: () => undefined as never });
    expect((await call(nothing)).result?.isError).toBe(true);
  });

  test("the output schema judges what goes on the wire", async () => {
    const dated = tool({ description: "x", output: schema.Object({ at: schema.String() }), execute: () => ({ at: new Date(0) }) as never });
    expect((await call(dated)).text).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
  });
});

describe("what a handler throws", () => {
  const throwing = (error: unknown, rest: object = {}) =>
    tool({
      description: "x",
      ...rest,
      execute: () => {
        throw error;
      },
    });

  test("tells the model why, word for word, with a class of its own [tool.throwing] [tool.error-class-in-text-and-meta]", async () => {
    const { text, result } = await call(throwing(new Error("The order is already refunded")));
    expect(text).toBe("The order is already refunded\nerrorType: unknown");
    expect(result?._meta).toEqual({ "agent-runtime/errorType": "unknown" });
    expect((await call(throwing(new CallError("Busy", { errorType: "rate_limited" })))).text).toBe("Busy\nerrorType: rate_limited");
    expect((await call(throwing(Object.assign(new Error("Down"), { errorType: "upstream_5xx" })))).text).toBe(
      "Down\nerrorType: upstream_5xx",
    );
    expect((await call(throwing("just text"))).text).toBe("just text\nerrorType: unknown");
    expect((await call(throwing(undefined))).text).toBe("the tool failed without saying why\nerrorType: unknown");
  });

  test("is cut at 2,000 characters, and the values of the tool's env are masked first", async () => {
    const secret = "s3cr3t-value";
    const { text } = await call(
      throwing(new Error(`${"x".repeat(ERROR_TEXT_MAX_CHARS - 6)}${secret}`), { env: ["KEY"] }),
      {},
      { env: { KEY: secret } },
    );
    expect(text).toBe(`${"x".repeat(ERROR_TEXT_MAX_CHARS - 6)}***\nerrorType: unknown`);
    expect(
      (await call(throwing(new Error(`key ${secret} refused, ${secret}!`), { env: ["KEY"] }), {}, { env: { KEY: secret } })).text,
    ).toContain("key *** refused, ***!");
  });

  test("is masked whole where one secret is a part of another", async () => {
    const env = { SHORT: "abc", LONG: "abcdef" };
    const { text } = await call(throwing(new Error("abcdef abc"), { env: ["SHORT", "LONG"] }), {}, { env });
    expect(text).toBe("*** ***\nerrorType: unknown");
  });

  test("leaves stack and cause to the author's onError, whose own failure changes nothing [tool.on-error]", async () => {
    const heard: unknown[] = [];
    const error = new Error("outside", { cause: new Error("inside") });
    const { text } = await call(
      throwing(error),
      {},
      {
        onError(thrown, failed) {
          heard.push([thrown, failed.tool, failed.callId]);
          throw new Error("the log is full");
        },
      },
    );
    expect(heard).toEqual([[error, "it", "call-1"]]);
    expect(text).toBe("outside\nerrorType: unknown");
  });
});

describe("approval", () => {
  const always = "always" as const;
  test.each([
    ["always", always],
    ["a predicate that says yes", () => true],
    [
      "a predicate that throws [tool.predicate-throws-means-approval]",
      () => {
        throw new Error("no idea");
      },
    ],
    ["a predicate that says nothing", (() => undefined) as unknown as () => boolean],
    ["a predicate that rejects", () => Promise.reject(new Error("no idea"))],
  ])("%s: a person is asked with what would run, and the tool runs only once they agreed", async (_name, approval) => {
    let runs = 0;
    const risky = tool({ description: "x", input: schema.Object({ amount: schema.Number() }), approval, execute: () => void (runs += 1) });
    const asked = await call(risky, { amount: 5 });
    expect(asked.asks).toBe("approval");
    expect(asked.question).toMatchObject({ key: "approval", message: 'Allow this call of it? Arguments: {"amount":5}' });
    expect(runs).toBe(0);
    await call(risky, { amount: 5 }, { approved: true });
    expect(runs).toBe(1);
  });

  test("a predicate that says no lets the call pass, and is given the parsed arguments", async () => {
    const input = schema.Object({ amount: schema.Number({ default: 5 }) });
    const cheap = tool({ description: "x", input, approval: ({ amount }) => amount > 100, execute: () => "ran" });
    expect((await call(cheap)).text).toBe("ran");
    expect((await call(cheap, { amount: 101 })).asks).toBe("approval");
  });

  test("arguments that do not fit are told before anybody is asked", async () => {
    expect(
      (await call(tool({ description: "x", input: schema.Object({ a: schema.String() }), approval: always, execute: () => 1 }))).text,
    ).toContain("/a: is required");
  });
});

describe("asking", () => {
  const form = schema.Object({ ok: schema.Boolean() });
  const asking = tool({
    description: "x",
    ask: (_args, { answers }) => (answers.length < 2 ? { message: `Question ${answers.length + 1}`, form } : undefined),
    execute: (_args, { answers }) => ({ answers }),
  });

  test("comes before execute, again after each answer, and execute reads the same answers [tool.ask-before-execute]", async () => {
    expect((await call(asking)).question).toEqual({
      message: "Question 1",
      form: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
    });
    expect((await call(asking, {}, { answers: [{ ok: true }] })).question?.message).toBe("Question 2");
    expect((await call(asking, {}, { answers: [{ ok: true }, { ok: false }] })).result?.structuredContent).toEqual({
      answers: [{ ok: true }, { ok: false }],
    });
  });

  test(`ends after ${ASK_ROUNDS_MAX} rounds [tool.ask-rounds-bounded]`, async () => {
    const endless = tool({ description: "x", ask: () => ({ message: "More?", form }), execute: () => 1 });
    expect((await call(endless, {}, { answers: Array(ASK_ROUNDS_MAX - 1).fill({ ok: true }) })).question).toBeDefined();
    expect((await call(endless, {}, { answers: Array(ASK_ROUNDS_MAX).fill({ ok: true }) })).text).toContain(
      `asked more than ${ASK_ROUNDS_MAX} questions`,
    );
  });

  test("of a caller who left meanwhile ends the call before the work is done", async () => {
    let ran = false;
    const source = new AbortController();
    const slow = tool({ description: "x", ask: () => source.abort(), execute: () => void (ran = true) });
    expect((await call(slow, {}, { abort: new CallAbort(source.signal) })).text).toContain("errorType: aborted");
    expect(ran).toBe(false);
  });

  test("with a form no client could show fails before anybody sees it", async () => {
    const nested = tool({
      description: "x",
      ask: () => ({ message: "?", form: schema.Object({ a: schema.Object({}) }) }),
      execute: () => 1,
    });
    expect((await call(nested)).text).toContain("its question's form can't be shown, at /properties/a");
    expect((await call(tool({ description: "x", ask: () => ({ message: "", form }), execute: () => 1 }))).text).toContain(
      "its question has no message",
    );
  });
});
