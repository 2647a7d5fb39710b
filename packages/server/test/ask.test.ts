import { ANONYMOUS, createRequestStateCodec, REQUEST_STATE_LIFE_MS } from "@toolcrib/core";
import { schema, tool } from "@toolcrib/tools";
import { createToolset } from "@toolcrib/tools/run";
import { describe, expect, test } from "vitest";
import { CallRegistry } from "../src/engine/call-registry.ts";
import { createEngine } from "../src/engine/engine.ts";
import { SpentApprovals } from "../src/engine/spent-approvals.ts";
import { SubscriptionRegistry } from "../src/engine/subscription-registry.ts";
import { toFetchHandler } from "../src/fetch.ts";
import { call, handshakeCall, json, type RpcAnswer, serve } from "./mcp.ts";

const capabilities = { elicitation: { form: {} } };
const accept = (content: unknown) => ({ action: "accept", content });

function setUp({ now }: { readonly now?: () => number } = {}) {
  const runs: unknown[] = [];
  const book = tool({
    description: "Book a table",
    input: schema.Object({ day: schema.String() }),
    ask: (_args, { answers }) => {
      if (answers.length === 0) return { message: "How many guests?", form: schema.Object({ guests: schema.Integer({ minimum: 1 }) }) };
      if (Number(answers[0]?.guests) > 6 && answers.length === 1)
        return { message: "That is many. Sure?", form: schema.Object({ sure: schema.Boolean() }), key: "sure" };
      return undefined;
    },
    execute: ({ day }, { answers, callId }) => {
      runs.push({ day, answers, callId });
      return "booked";
    },
  });
  const stateKeys = ["a key of thirty-two bytes or more"];
  const handler = serve({ book, other: book }, { stateKeys, ...(now === undefined ? {} : { now }) });
  const send = async (params: object = {}, args: object = { day: "Monday" }, name = "book") => {
    const request = call(name, args, { capabilities });
    const body = JSON.parse(await request.clone().text());
    return json(handler(new Request(request, { body: JSON.stringify({ ...body, params: { ...body.params, ...params } }) })));
  };
  return { runs, handler, send };
}

const answerOf = (asked: RpcAnswer, response: unknown, key = "answer") => ({
  requestState: asked.result.requestState,
  inputResponses: { [key]: response },
});

test("a call that must ask answers with a form and a signed state, and runs when the answer comes [wire.asking]", async () => {
  const { runs, send } = setUp();
  const asked = await send();
  expect(asked.result).toMatchObject({
    resultType: "input_required",
    inputRequests: {
      answer: {
        method: "elicitation/create",
        params: {
          mode: "form",
          message: "How many guests?",
          requestedSchema: { type: "object", properties: { guests: { type: "integer", minimum: 1 } }, required: ["guests"] },
        },
      },
    },
  });
  expect(runs).toEqual([]);

  const done = await send(answerOf(asked, accept({ guests: 4, extra: "ignored" })));
  expect(done.result.content[0].text).toBe("booked");
  const callId = asked.result._meta["agent-runtime/callId"];
  expect(done.result._meta["agent-runtime/callId"]).toBe(callId);
  expect(runs).toEqual([{ day: "Monday", answers: [{ guests: 4 }], callId }]);
});

test("a second question follows the first answer, and the call stays the same call", async () => {
  const { runs, send } = setUp();
  const first = await send();
  const second = await send(answerOf(first, accept({ guests: 9 })));
  expect(second.result.inputRequests.sure.params.message).toBe("That is many. Sure?");
  expect(second.result.requestState).not.toBe(first.result.requestState);
  expect((await send(answerOf(second, accept({ sure: true }), "sure"))).result.content[0].text).toBe("booked");
  expect(runs).toMatchObject([{ answers: [{ guests: 9 }, { sure: true }], callId: first.result._meta["agent-runtime/callId"] }]);
});

test.each(["decline", "cancel"])("%s: the tool does not run, class aborted [tool.ask-declined]", async (action) => {
  const { runs, send } = setUp();
  const { result } = await send(answerOf(await send(), { action }));
  expect(result).toMatchObject({ isError: true, _meta: { "agent-runtime/errorType": "aborted", "agent-runtime/outcome": "no_effect" } });
  expect(runs).toEqual([]);
});

test("a missing answer is asked for again, and a state without responses too", async () => {
  const { runs, send } = setUp();
  const asked = await send();
  for (const params of [{ requestState: asked.result.requestState }, answerOf(asked, accept({ guests: 1 }), "wrong_key")]) {
    expect((await send(params)).result).toMatchObject({
      resultType: "input_required",
      inputRequests: { answer: { params: { message: "How many guests?" } } },
    });
  }
  expect(runs).toEqual([]);
});

test("responses without a state can answer the first question and no other", async () => {
  const { runs, send } = setUp();
  const answer = accept({ guests: 2 });
  expect((await send({ inputResponses: { answer, unknown: accept({}) } })).result.content[0].text).toBe("booked");
  expect(runs).toMatchObject([{ answers: [{ guests: 2 }] }]);

  const second = await send({ inputResponses: { answer: accept({ guests: 9 }), sure: accept({ sure: true }) } });
  expect(second.result.inputRequests.sure.params.message).toBe("That is many. Sure?");
  expect((await send(answerOf(second, accept({ sure: true }), "sure"))).result.content[0].text).toBe("booked");
  expect(runs).toMatchObject([{}, { answers: [{ guests: 9 }, { sure: true }] }]);
});

test("a caller that leaves while its call runs with an answer it had brought along is noticed", async () => {
  let reason: { readonly code?: string } | undefined;
  const waiting = tool({
    description: "x",
    ask: (_args, { answers, signal }) => {
      signal.throwIfAborted();
      return answers.length === 0 ? { message: "?", form: schema.Object({ ok: schema.Boolean() }) } : undefined;
    },
    execute: (_args, { signal }) =>
      new Promise(() => {
        signal.addEventListener("abort", () => {
          reason = signal.reason;
        });
      }),
  });
  const abort = new AbortController();
  const request = call("waiting", {}, { capabilities });
  const body = JSON.parse(await request.clone().text());
  const params = { ...body.params, inputResponses: { answer: accept({ ok: true }) } };
  serve({ waiting })(new Request(request, { body: JSON.stringify({ ...body, params }), signal: abort.signal }));
  await new Promise((resolve) => setImmediate(resolve));
  abort.abort();
  await new Promise((resolve) => setImmediate(resolve));
  expect(reason?.code).toBe("client_disconnected");
});

test.each([{ answer: 5 }, { answer: accept({ guests: 0 }) }, { other: accept({ guests: 1 }) }, null, 5])(
  "responses without a state that answer nothing, %j, are asked again",
  async (inputResponses) => {
    const { runs, send } = setUp();
    expect((await send({ inputResponses })).result.resultType).toBe("input_required");
    expect(runs).toEqual([]);
  },
);

test.each([
  ["a number", 5],
  ["no action", { content: { guests: 1 } }],
  ["an unknown action", { action: "maybe" }],
  ["no content", { action: "accept" }],
  ["a content that does not fit its form", accept({ guests: 0 })],
  ["a content that is a list", accept([])],
])("an answer that is %s is -32602 [tool.answers-checked]", async (_name, response) => {
  const { runs, send } = setUp();
  expect((await send(answerOf(await send(), response))).error.code).toBe(-32602);
  expect(runs).toEqual([]);
});

describe("a state has no effect [wire.state-bound] when it", () => {
  const accepted = { inputResponses: { answer: accept({ guests: 2 }) } };

  test("was altered", async () => {
    const { runs, send } = setUp();
    const requestState = String((await send()).result.requestState);
    for (const altered of [`${requestState}x`, requestState.slice(1), requestState.replace(".", ""), "", 5]) {
      expect((await send({ requestState: altered, ...accepted })).error.code).toBe(-32602);
    }
    expect(runs).toEqual([]);
  });

  test("belongs to another tool or to other arguments", async () => {
    const { runs, send } = setUp();
    const { requestState } = (await send()).result;
    expect((await send({ requestState, ...accepted }, { day: "Tuesday" })).error.code).toBe(-32602);
    expect((await send({ requestState, ...accepted }, { day: "Monday" }, "other")).error.code).toBe(-32602);
    expect(runs).toEqual([]);
  });

  test("belongs to another caller", async () => {
    const asking = tool({
      description: "x",
      ask: () => ({ message: "?", form: schema.Object({ ok: schema.Boolean() }) }),
      execute: () => "ran",
    });
    let key = "alice";
    const engine = createEngine(
      {
        toolset: createToolset({ asking }),
        live: undefined,
        serverInfo: { name: "x", version: "1" },
        serverInfoJson: "{}",
        instructions: undefined,
        requestStates: createRequestStateCodec([]),
        calls: new CallRegistry(),
        subscriptions: new SubscriptionRegistry(),
        spentApprovals: new SpentApprovals(),
        refuseBody: undefined,
        now: Date.now,
        newCallId: () => "call-1",
        onError: undefined,
      },
      { loopbackOnly: true, origins: [], parameterHeaders: [], answerOpen: () => undefined, verify: () => ({ identity: ANONYMOUS, key }) },
    );
    const handler = toFetchHandler(engine);
    const { requestState } = (await json(handler(call("asking", {}, { capabilities })))).result;
    const request = call("asking", {}, { capabilities });
    const body = JSON.parse(await request.clone().text());
    const again = () =>
      handler(new Request(request.clone(), { body: JSON.stringify({ ...body, params: { ...body.params, requestState } }) }));
    expect((await json(again())).result.resultType).toBe("input_required");
    key = "mallory";
    expect((await json(again())).error.code).toBe(-32602);
  });

  test("is older than ten minutes", async () => {
    let nowMs = 1_800_000_000_000;
    const { runs, send } = setUp({ now: () => nowMs });
    const { requestState } = (await send()).result;
    nowMs += REQUEST_STATE_LIFE_MS;
    expect((await send({ requestState, ...accepted })).error.code).toBe(-32602);
    expect(runs).toEqual([]);
  });

  test("was signed with another key; with the same keys another instance reads it", async () => {
    const asked = await setUp().send();
    const second = setUp();
    expect((await second.send(answerOf(asked, accept({ guests: 2 })))).result.content[0].text).toBe("booked");
    const stranger = serve({ book: tool({ description: "x", input: schema.Object({ day: schema.String() }), execute: () => "ran" }) });
    const request = call("book", { day: "Monday" });
    const body = JSON.parse(await request.clone().text());
    const answer = await json(
      stranger(
        new Request(request, { body: JSON.stringify({ ...body, params: { ...body.params, requestState: asked.result.requestState } }) }),
      ),
    );
    expect(answer.error.code).toBe(-32602);
  });
});

describe("where nobody can be asked the tool never runs [wire.nobody-to-ask]", () => {
  test("on a handshake revision the result is an error of class not_configured", async () => {
    const { runs, handler } = setUp();
    const { result } = await json(handler(handshakeCall("book", { day: "Monday" })));
    expect(result).toMatchObject({
      isError: true,
      _meta: { "agent-runtime/errorType": "not_configured", "agent-runtime/outcome": "no_effect" },
    });
    expect(result.content[0].text).toContain("a client of the 2026-07-28 revision that declares elicitation");
    expect(runs).toEqual([]);
  });

  test.each([{}, { elicitation: { url: {} } }, { elicitation: true }, { sampling: {} }])(
    "a client that declared %j gets 400 -32021 with what is missing",
    async (declared) => {
      const { runs, handler } = setUp();
      const response = await handler(call("book", { day: "Monday" }, { capabilities: declared }));
      expect(response.status).toBe(400);
      expect((await json(response)).error).toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } });
      expect(runs).toEqual([]);
    },
  );

  test("an empty declaration means forms", async () => {
    const { handler } = setUp();
    expect((await json(handler(call("book", { day: "Monday" }, { capabilities: { elicitation: {} } })))).result.resultType).toBe(
      "input_required",
    );
  });
});
