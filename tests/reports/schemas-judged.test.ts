// Which arguments a tool runs with: those its published schema allows, and no others.

import { schema, tool } from "@toolcrib/tools";
import type { ToolSchema } from "@toolcrib/tools/run";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { call, handshakeCall, json, serve } from "../../packages/server/test/mcp.ts";

const textOf = async (handler: ReturnType<typeof serve>, args: object) =>
  String((await json(handler(call("it", args)))).result.content[0]?.text);

describe("a value of the wrong type is judged as it was sent", () => {
  const typed = schema.Object({ n: schema.Integer(), yes: schema.Boolean(), list: schema.Array(schema.String()), o: schema.Object({}) });
  const handler = serve({ it: tool({ description: "x", input: typed, execute: () => "ran" }) });

  test("mpfaffenberger/code_puppy#506, vectorize-io/hindsight#899, jgravelle/jcodemunch-mcp#135, NousResearch/hermes-agent#9728: a model that sends text for a number, a boolean, a list or an object reads for each what was expected", async () => {
    expect(await textOf(handler, { n: "5", yes: "false", list: '["a"]', o: "{}" })).toBe(
      "tool it did not run: its arguments do not fit\n" +
        "- /n: expected integer\n- /yes: expected boolean\n- /list: expected array\n- /o: expected object\nerrorType: invalid_args",
    );
    expect(await textOf(handler, { n: 5, yes: false, list: ["a"], o: {} })).toBe("ran");
  });

  test.each(['["a"]', '{"a":1}', "5", "true", "null", " 5 ", '"quoted"', ""])(
    "continuedev/continue#11852: %j sent for text stays that text",
    async (text) => {
      for (const input of [schema.Object({ text: schema.String() }), z.object({ text: z.string() }), type({ text: "string" })]) {
        const echo = serve({
          it: tool({ description: "x", input, execute: (args) => ({ got: (args as { readonly text: string }).text }) }),
        });
        expect((await json(echo(call("it", { text })))).result.structuredContent).toEqual({ got: text });
      }
    },
  );
});

describe("arguments that no schema names", () => {
  const CLOSED: readonly (readonly [string, ToolSchema])[] = [
    ["TypeBox", schema.Object({ text: schema.Optional(schema.String()) })],
    ["Zod", z.object({ text: z.string().optional() })],
    ["ArkType", type({ "text?": "string" })],
    ["Valibot", toStandardJsonSchema(v.object({ text: v.optional(v.string()) }))],
  ];
  test.each(CLOSED)(
    "yutori-ai/yutori-mcp#132, daintreehq/daintree#6639: %s: a misspelt one is refused by its name",
    async (_library, input) => {
      const handler = serve({ it: tool({ description: "x", input, execute: () => "ran" }) });
      for (const send of [call, handshakeCall]) {
        const { result } = await json(handler(send("it", { txet: "shoes" })));
        expect(result).toMatchObject({ isError: true });
        expect(result.content[0].text).toContain("- /txet: is not allowed here");
      }
    },
  );

  test.each<readonly [string, ToolSchema]>([
    ["TypeBox", schema.Object({ text: schema.String() }, { additionalProperties: true })],
    ["Zod", z.looseObject({ text: z.string() })],
    ["Valibot", toStandardJsonSchema(v.objectWithRest({ text: v.string() }, v.unknown()))],
    ["plain", { type: "object", properties: { text: { type: "string" } } }],
  ])("prebid/salesagent#1161: %s: an author who opened the object gets them", async (_library, input) => {
    const handler = serve({ it: tool({ description: "x", input, execute: (args) => args }) });
    const args = { text: "shoes", extra: [1] };
    expect((await json(handler(call("it", args)))).result.structuredContent).toEqual(args);
  });
});

test("Valibot's looseObject is closed all the same: its converter writes it as it writes object, and objectWithRest says what is meant", async () => {
  const handler = serve({ it: tool({ description: "x", input: toStandardJsonSchema(v.looseObject({})), execute: () => "ran" }) });
  expect(await textOf(handler, { extra: 1 })).toContain("- /extra: is not allowed here");
});

describe("openai/openai-agents-js#1914, openai/openai-agents-js#1511: a predicate for approval", () => {
  const ASKABLE = { capabilities: { elicitation: {} } };
  const input = z.object({ amount: z.number().nullable().default(7), note: z.string().transform((text) => text.trim()) });

  test("reads what the handler would get: defaults filled in, transforms done", async () => {
    const seen: unknown[] = [];
    const approval = (args: unknown) => seen.push(args) < 0;
    const handler = serve({ it: tool({ description: "x", input, approval, execute: (args) => args }) });
    expect((await json(handler(call("it", { note: " a " }, ASKABLE)))).result.structuredContent).toEqual({ amount: 7, note: "a" });
    expect(seen).toEqual([{ amount: 7, note: "a" }]);
  });

  test("is not asked about arguments that do not fit, and nothing runs", async () => {
    const asked: unknown[] = [];
    const ran: unknown[] = [];
    const approval = () => asked.push(1) < 0;
    const handler = serve({ it: tool({ description: "x", input, approval, execute: () => void ran.push(1) }) });
    expect((await json(handler(call("it", { amount: "7" }, ASKABLE)))).result.isError).toBe(true);
    expect([asked, ran]).toEqual([[], []]);
  });

  test.each<readonly [string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("no such account");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no such account"))],
    ["says nothing", () => undefined],
    ["says something that is no boolean", () => 0],
  ])("that %s means that a person is asked", async (_what, approval) => {
    const ran: unknown[] = [];
    const handler = serve({ it: tool({ description: "x", approval: approval as () => boolean, execute: () => void ran.push(1) }) });
    expect((await json(handler(call("it", {}, ASKABLE)))).result.resultType).toBe("input_required");
    expect((await json(handler(handshakeCall("it")))).result.isError).toBe(true);
    expect(ran).toEqual([]);
  });
});
