// Public reports about strict clients: what is published is read here as they read it, by Ajv, and judged by both.

import { ANONYMOUS, type JsonSchema } from "@toolcrib/core";
import { schema, tool } from "@toolcrib/tools";
import { CallAbort, createToolset, type PreparedTool, runCall, type ToolSchema } from "@toolcrib/tools/run";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { call, json, serve, stateless, type Wire } from "../../packages/server/test/mcp.ts";

const prepare = (input: ToolSchema, output?: ToolSchema) =>
  createToolset({ it: tool({ description: "x", input, output, execute: () => "ran" as never }) }).get("it") as PreparedTool;

async function runs(prepared: PreparedTool, args: unknown): Promise<boolean> {
  const call = { arguments: args, identity: ANONYMOUS, callId: "c", idempotencyKey: "c", answers: [], approved: false };
  const end = await runCall(prepared, { ...call, abort: new CallAbort() });
  return end.type === "result" && end.result.isError === undefined;
}

describe("modelcontextprotocol/typescript-sdk#2721, modelcontextprotocol/typescript-sdk#2084: a strict reader of 2020-12 compiles what each library's schema is published as", () => {
  test.each<readonly [string, ToolSchema]>([
    ["TypeBox", schema.Object({ id: schema.String(), pair: schema.Optional(schema.Tuple([schema.Number(), schema.Number()])) })],
    ["Zod", z.object({ id: z.string(), pair: z.tuple([z.number(), z.number()]).optional() })],
    ["ArkType", type({ id: "string", "pair?": ["number", "number"] })],
    ["Valibot", toStandardJsonSchema(v.object({ id: v.string(), pair: v.optional(v.tuple([v.number(), v.number()])) }))],
  ])("%s", (_library, written) => {
    const { input, output } = prepare(written, written);
    for (const side of [input.published, output?.published]) {
      expect(JSON.stringify(side)).not.toContain("$schema");
      // Strict about keywords and dialect; that a tuple without minItems is unusual is Ajv's own taste.
      const fits = new Ajv2020({ strict: true, strictTuples: false }).compile(side as JsonSchema);
      expect([fits({ id: "a", pair: [1, 2] }), fits({ id: "a", pair: ["1", 2] }), fits({ id: 1 })]).toEqual([true, false, false]);
    }
  });
});

describe("firecrawl/firecrawl-mcp-server#373: what the published schema of a record allows runs, and what it forbids does not", () => {
  const VALUES = [
    {},
    { r: {} },
    { r: { a: 1 } },
    { r: { a: 1, b: 2 } },
    { r: { a: "1" } },
    { r: [] },
    { r: null },
    { r: { a: {} } },
    { s: 1 },
  ];

  test.each<readonly [string, ToolSchema]>([
    ["TypeBox", schema.Object({ r: schema.Record(schema.String(), schema.Number()) })],
    ["TypeBox, keys by a pattern", schema.Object({ r: schema.Record(schema.String({ pattern: "^a" }), schema.Number()) })],
    ["Zod", z.object({ r: z.record(z.string(), z.number()) })],
    ["Zod, keys by a list", z.object({ r: z.partialRecord(z.enum(["a", "b"]), z.number()) })],
    ["ArkType", type({ r: type.Record("string", "number") })],
    ["Valibot", toStandardJsonSchema(v.object({ r: v.record(v.string(), v.number()) }))],
    ["plain", { type: "object", properties: { r: { type: "object", additionalProperties: { type: "number" } } } }],
    ["an open object inside", schema.Object({ r: schema.Object({}, { additionalProperties: true }) })],
  ])("%s", async (_library, input) => {
    const prepared = prepare(input);
    const allowed = new Ajv2020().compile(prepared.input.published);
    const ran = await Promise.all(VALUES.map((value) => runs(prepared, value)));
    expect(ran).toEqual(VALUES.map((value) => allowed(value)));
    expect(ran).toContain(true);
  });
});

test("mastra-ai/mastra#5488, remotion-dev/remotion#6275: the structure of a success fits the schema that was listed with it", async () => {
  const output = schema.Object({
    rows: schema.Array(schema.Object({ at: schema.String(), n: schema.Union([schema.Number(), schema.Null()]) })),
  });
  const execute = () => ({ rows: [{ at: new Date(0).toISOString(), n: null }] });
  const handler = serve({ it: tool({ description: "x", output, execute }) });
  const [it] = (await json(handler(stateless("tools/list")))).result.tools as unknown as readonly Wire[];
  const fits = new Ajv2020().compile(it.outputSchema as unknown as JsonSchema);
  expect(fits((await json(handler(call("it")))).result.structuredContent)).toBe(true);
});
