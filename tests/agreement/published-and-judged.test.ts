// Both ways: what the published schema allows we run, and what it forbids we refuse. Ajv, which shares no code with
// our interpreter, reads the schema as a client would; fast-check makes schemas and values for it.

import { ANONYMOUS, type JsonSchema } from "@toolcrib/core";
import { schema, tool } from "@toolcrib/tools";
import { CallAbort, createToolset, type PreparedTool, runCall, type ToolSchema } from "@toolcrib/tools/run";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const RUNS = 400;

function prepare(input: ToolSchema): PreparedTool {
  return createToolset({ it: tool({ description: "x", input, execute: () => "ran" }) }).get("it") as PreparedTool;
}

async function runs(prepared: PreparedTool, value: unknown): Promise<boolean> {
  const end = await runCall(prepared, {
    arguments: value,
    identity: ANONYMOUS,
    callId: "c",
    idempotencyKey: "c",
    answers: [],
    approved: false,
    abort: new CallAbort(),
  });
  return end.type === "result" && end.result.isError === undefined;
}

async function agree(input: ToolSchema, values: fc.Arbitrary<unknown>) {
  const prepared = prepare(input);
  const allowed = new Ajv2020({ strict: false, ownProperties: true }).compile(prepared.input.published as JsonSchema);
  await fc.assert(
    fc.asyncProperty(values, async (value) => {
      expect(await runs(prepared, value), JSON.stringify({ published: prepared.input.published, value })).toBe(allowed(value));
    }),
    { numRuns: RUNS },
  );
}

/**
 * Values that often fit: the right names, mostly the right types, sometimes neither. Names of Object.prototype are left to the interpreter's own
 * tests: Ajv takes `constructor` and `__proto__` for evaluated when nobody evaluated them.
 */
const scalar = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.integer({ min: -3, max: 12 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -5, max: 5 }),
  fc.boolean(),
  fc.constant(null),
);
const names = fc.constantFrom("a", "b", "c", "k", "kids");
const values: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: "small", withCrossShrink: true }, scalar, fc.array(tie("value"), { maxLength: 3 }), tie("object")),
  object: fc
    .array(fc.tuple(names, tie("value")), { maxLength: 4 })
    .map((entries) => JSON.parse(`{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`)),
})).object;

describe("published and judged agree [tool.published-is-judged]", () => {
  test.each<[string, ToolSchema]>([
    [
      "a flat object",
      schema.Object({ a: schema.String({ minLength: 1, maxLength: 3 }), b: schema.Optional(schema.Integer({ minimum: 0 })) }),
    ],
    [
      "defaults",
      schema.Object({ a: schema.Integer({ default: 3 }), b: schema.Object({ c: schema.Boolean({ default: true }) }, { default: {} }) }),
    ],
    ["an intersection", schema.Intersect([schema.Object({ a: schema.Unknown() }), schema.Object({ b: schema.Optional(schema.Number()) })])],
    [
      "an intersection of unions",
      schema.Intersect([
        schema.Union([schema.Object({ a: schema.String() }), schema.Object({ b: schema.Number() })]),
        schema.Object({ c: schema.Optional(schema.Null()) }),
      ]),
    ],
    ["a union", schema.Union([schema.Object({ k: schema.Literal("a"), a: schema.Number() }), schema.Object({ k: schema.Literal("b") })])],
    ["a record", schema.Object({ a: schema.Record(schema.String(), schema.Number()) })],
    ["a tuple", schema.Object({ a: schema.Tuple([schema.String(), schema.Number()]) })],
    ["a recursive schema", schema.Recursive((self) => schema.Object({ a: schema.Optional(schema.String()), kids: schema.Array(self) }))],
    [
      "Zod: a discriminated union",
      z.discriminatedUnion("k", [z.object({ k: z.literal("a"), a: z.number() }), z.object({ k: z.literal("b") })]),
    ],
    [
      "Zod: defaults and nullables",
      z.object({ a: z.string().nullable(), b: z.number().default(1), c: z.array(z.boolean()).max(2).optional() }),
    ],
    ["Zod: a loose object", z.looseObject({ a: z.int() })],
  ])("%s", async (_name, input) => {
    await agree(input, values);
  });

  test("any schema of a hundred", async () => {
    await fc.assert(
      fc.asyncProperty(schemas, fc.array(values, { minLength: 8, maxLength: 8 }), async (input, samples) => {
        const prepared = prepare(input);
        const allowed = new Ajv2020({ strict: false, ownProperties: true }).compile(prepared.input.published);
        for (const value of samples)
          expect(await runs(prepared, value), JSON.stringify({ published: prepared.input.published, value })).toBe(allowed(value));
      }),
      { numRuns: 100 },
    );
  });
});

/** Schemas as an author could write them: TypeBox's shape without TypeBox, so that they can be generated. */
const schemas: fc.Arbitrary<JsonSchema> = fc
  .letrec<{ value: JsonSchema; object: JsonSchema; root: JsonSchema }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.record({ type: fc.constantFrom("string", "integer", "boolean", "null", "number") }),
      fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3, selector: (item) => JSON.stringify(item) }) }),
      fc.record({ type: fc.constant("array"), items: tie("value"), maxItems: fc.integer({ min: 0, max: 3 }) }),
      fc.record({ anyOf: fc.array(tie("value"), { minLength: 1, maxLength: 2 }) }),
      tie("object"),
    ),
    object: fc
      .record({
        entries: fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "k"), tie("value")), { maxLength: 3, selector: ([name]) => name }),
        required: fc.boolean(),
      })
      .map(({ entries, required }) => ({
        type: "object",
        properties: Object.fromEntries(entries),
        ...(required && entries.length > 0 ? { required: [entries[0]?.[0]] } : {}),
      })),
    root: fc.oneof(
      tie("object"),
      fc.tuple(tie("object"), tie("object")).map(([a, b]) => ({ type: "object", allOf: [a, b] })),
      fc.tuple(tie("object"), tie("object")).map(([a, b]) => ({ type: "object", anyOf: [a, b] })),
      fc.tuple(tie("object"), tie("object"), tie("object")).map(([a, b, c]) => ({ ...a, oneOf: [b, c] })),
      fc.tuple(tie("object"), tie("object")).map(([a, b]) => ({ ...a, $defs: { other: b }, allOf: [{ $ref: "#/$defs/other" }] })),
      fc
        .tuple(tie("object"), tie("object"))
        .map(([a, b]) => ({ type: "object", properties: { a: { $ref: "#/$defs/other" }, b: a }, $defs: { other: b } })),
    ),
  }))
  .root.map((root) => Object.defineProperty({ ...root }, Symbol.for("TypeBox.Kind"), { value: "Unsafe", enumerable: true }));
