// What a call gives back: the same table for every way a call can end, in both eras.

import { CallError, content, schema, tool } from "@toolcrib/tools";
import type { ToolSchema } from "@toolcrib/tools/run";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { call, handshake, handshakeCall, json, serve, stateless, type Wire } from "../../packages/server/test/mcp.ts";

const ERAS = [
  ["2025-11-25", handshakeCall, handshake],
  ["2026-07-28", call, stateless],
] as const;

const order = schema.Object({ id: schema.String(), total: schema.Number() });
const fail = (error: unknown) => () => {
  throw error;
};
const declared = (execute: () => never) =>
  tool({ description: "x", input: schema.Object({ n: schema.Optional(schema.Integer()) }), output: order, execute });

const handler = serve({
  good: tool({ description: "x", output: order, execute: () => ({ id: "o", total: 1 }) }),
  throws: declared(fail(new Error("the provider is down"))),
  throws_structure: declared(fail(Object.assign(new Error("the provider is down"), { structuredContent: { id: "o", total: 1 } }))),
  throws_class: declared(fail(new CallError("the provider is down", { errorType: "upstream_5xx" }))),
  throws_text: declared(fail("the provider is down")),
  breaks_schema: declared((() => ({ id: 7 })) as () => never),
  too_large: tool({ description: "x", output: schema.Object({ s: schema.String() }), execute: () => ({ s: "x".repeat(1_100_000) }) }),
  approved: tool({ description: "x", output: order, approval: "always", execute: () => ({ id: "o", total: 1 }) }),
});

describe.each(ERAS)("in %s", (revision, sendCall, send) => {
  test.each<readonly [string, ToolSchema, () => unknown]>([
    ["an object", order, () => ({ id: "o", total: 1 })],
    ["an object, awaited", order, async () => ({ id: "o", total: 1 })],
    ["a Zod object", z.object({ id: z.string(), total: z.number() }), () => ({ id: "o", total: 1 })],
  ])(
    "mastra-ai/mastra#5488, remotion-dev/remotion#6275: %s returned under an output schema is structure and the same as text",
    async (_what, output, execute) => {
      const { result } = await json(serve({ it: tool({ description: "x", output, execute: execute as () => never }) })(sendCall("it")));
      expect(result).toMatchObject({ structuredContent: { id: "o", total: 1 }, content: [{ type: "text", text: '{"id":"o","total":1}' }] });
    },
  );

  test("under an output schema of another kind, structure goes where the era has a place for it, and is not promised elsewhere", async () => {
    const lists = serve({ it: tool({ description: "x", output: schema.Array(schema.Number()), execute: () => [1, 2] }) });
    const { result } = await json(lists(sendCall("it")));
    const [it] = (await json(lists(send("tools/list")))).result.tools as unknown as readonly Wire[];
    expect(result.content[0].text).toBe("[1,2]");
    expect(result.structuredContent).toEqual(revision === "2026-07-28" ? [1, 2] : undefined);
    expect(it !== undefined && "outputSchema" in it).toBe(revision === "2026-07-28");
  });

  test.each(["throws", "throws_structure", "throws_class", "throws_text", "breaks_schema", "too_large"])(
    "yamadashy/repomix#833, ArcadeAI/arcade-mcp#817, mongodb-js/mongodb-mcp-server#869: %s: an error carries no structure that its output schema could judge",
    async (name) => {
      const { result } = await json(handler(sendCall(name)));
      expect(result.isError).toBe(true);
      expect(result).not.toHaveProperty("structuredContent");
    },
  );

  test.each(["throws", "throws_structure", "throws_class", "throws_text"])(
    "openai/openai-agents-python#4224: %s: the words of an error are the first thing in its content",
    async (name) => {
      const { result } = await json(handler(sendCall(name)));
      expect(result.content[0]).toMatchObject({ type: "text", text: expect.stringMatching(/^the provider is down\nerrorType: \w+$/) });
    },
  );

  test.each([
    ["no such tool", "nope", {}, -32602],
    ["arguments that do not fit", "throws", { n: "1" }, "isError"],
    ["arguments nobody knows", "throws", { m: 1 }, "isError"],
    ["a handler that throws", "throws", {}, "isError"],
    ["a result that does not fit", "breaks_schema", {}, "isError"],
    ["a result too large", "too_large", {}, "isError"],
    ["success", "good", {}, "result"],
  ])(
    "modelcontextprotocol/ruby-sdk#228, modelcontextprotocol/ruby-sdk#285, MongLong0214/logic-pro-mcp#216, fr0ster/mcp-abap-adt#155: %s ends as one kind of answer",
    async (_what, name, args, kind) => {
      const response = await handler(sendCall(name, args));
      const { result, error } = await json(response);
      expect(response.status).toBe(200);
      expect(error === undefined ? (result.isError === undefined ? "result" : "isError") : error.code).toBe(kind);
    },
  );

  test.each([{ arguments: "text" }, { arguments: [] }, { arguments: 7 }, { arguments: null }])(
    "params that are no call of any tool are -32602: %j",
    async (broken) => {
      expect((await json(handler(send("tools/call", { name: "good", ...broken })))).error.code).toBe(-32602);
    },
  );

  test("github/github-mcp-server#1952: every refusal and failure that a model reads is marked as one, with a class", async () => {
    const ends = [
      ["throws", { n: "1" }, "invalid_args"],
      ["throws", {}, "unknown"],
      ["throws_class", {}, "upstream_5xx"],
      ["breaks_schema", {}, "unknown"],
      ["too_large", {}, "unknown"],
      ...(revision === "2026-07-28" ? [] : [["approved", {}, "not_configured"] as const]),
    ] as const;
    for (const [name, args, errorType] of ends) {
      const { result } = await json(handler(sendCall(name, args)));
      expect([name, result.isError, result._meta["agent-runtime/errorType"]]).toEqual([name, true, errorType]);
      expect(String(result.content[0].text).endsWith(`errorType: ${errorType}`)).toBe(true);
    }
  });
});

test("content that an author made stays content under a tool without an output schema, and is never taken for structure", async () => {
  const made = serve({
    it: tool({ description: "x", execute: () => [content.text("a"), content.link({ uri: "https://a.test", name: "a" })] }),
  });
  expect((await json(made(call("it")))).result).toMatchObject({ content: [{ type: "text", text: "a" }, { type: "resource_link" }] });
  expect((await json(made(call("it")))).result).not.toHaveProperty("structuredContent");
});
