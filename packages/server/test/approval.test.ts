import { REQUEST_STATE_LIFE_MS } from "@toolcrib/core";
import { schema, tool } from "@toolcrib/tools";
import { describe, expect, test } from "vitest";
import { call, handshakeCall, json, type RpcAnswer, serve } from "./mcp.ts";

const capabilities = { elicitation: {} };

function setUp({ now = Date.now }: { readonly now?: () => number } = {}) {
  const runs: unknown[] = [];
  const wipe = tool({
    description: "Wipe a disk",
    input: schema.Object({ disk: schema.String() }),
    approval: "always",
    ask: (_args, { answers }) =>
      answers.length === 0 ? { message: "Which label?", form: schema.Object({ label: schema.String() }) } : undefined,
    execute: ({ disk }, { answers, callId }) => void runs.push({ disk, answers, callId }),
  });
  const handler = serve({ wipe }, { stateKeys: ["a key of thirty-two bytes or more"], now });
  const send = async (params: object = {}, args: object = { disk: "sda" }) => {
    const request = call("wipe", args, { capabilities });
    const body = JSON.parse(await request.clone().text());
    return json(handler(new Request(request, { body: JSON.stringify({ ...body, params: { ...body.params, ...params } }) })));
  };
  return { runs, handler, send };
}

const approve = (asked: RpcAnswer, answer: unknown = { action: "accept", content: { approve: true } }) => ({
  requestState: asked.result.requestState,
  inputResponses: { approval: answer },
});

test("approval is asked for by elicitation, marked as such, before the tool asks for itself [wire.approval-on-the-wire]", async () => {
  const { runs, send } = setUp();
  const asked = await send();
  expect(asked.result.inputRequests.approval.params).toMatchObject({
    mode: "form",
    message: 'Allow this call of wipe? Arguments: {"disk":"sda"}',
    _meta: { "agent-runtime/approval": true },
  });
  const question = await send(approve(asked));
  expect(question.result.inputRequests.answer.params).not.toHaveProperty("_meta");
  expect(runs).toEqual([]);
  const label = { action: "accept", content: { label: "old" } };
  await send({ requestState: question.result.requestState, inputResponses: { answer: label } });
  expect(runs).toEqual([{ disk: "sda", answers: [{ label: "old" }], callId: asked.result._meta["agent-runtime/callId"] }]);
});

describe("the tool does not run", () => {
  test.each([
    ["declined", { action: "decline" }],
    ["cancelled", { action: "cancel" }],
    ["answered with no", { action: "accept", content: { approve: false } }],
  ])("when the approval is %s, class aborted", async (_name, answer) => {
    const { runs, send } = setUp();
    const { result } = await send(approve(await send(), answer));
    expect(result).toMatchObject({ isError: true, _meta: { "agent-runtime/errorType": "aborted", "agent-runtime/outcome": "no_effect" } });
    expect(runs).toEqual([]);
  });

  test("when an approval comes without the state that asked for it", async () => {
    const { runs, send } = setUp();
    expect((await send({ inputResponses: { approval: { action: "accept", content: { approve: true } } } })).result.resultType).toBe(
      "input_required",
    );
    expect(runs).toEqual([]);
  });

  test("for other arguments than those that were approved", async () => {
    const { runs, send } = setUp();
    expect((await send(approve(await send()), { disk: "sdb" })).error.code).toBe(-32602);
    expect(runs).toEqual([]);
  });

  test("twice on one approval, for as long as its state lives", async () => {
    let nowMs = 1_800_000_000_000;
    const { send } = setUp({ now: () => nowMs });
    const asked = await send();
    expect((await send(approve(asked))).result.resultType).toBe("input_required");
    nowMs += REQUEST_STATE_LIFE_MS - 1;
    expect((await send(approve(asked))).error).toMatchObject({ code: -32602, message: "this approval was used already; ask again" });
    nowMs += 1;
    expect((await send(approve(asked))).error.code).toBe(-32602);
  });

  test("where nobody can be asked, and both eras say what is missing [tool.approval-not-configured]", async () => {
    const { runs, handler } = setUp();
    const { result } = await json(handler(handshakeCall("wipe", { disk: "sda" })));
    expect(result).toMatchObject({ isError: true, _meta: { "agent-runtime/errorType": "not_configured" } });
    expect(result.content[0].text).toContain("it needs a person's approval");
    const response = await handler(call("wipe", { disk: "sda" }));
    expect(response.status).toBe(400);
    expect((await json(response)).error).toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } });
    expect(runs).toEqual([]);
  });
});
