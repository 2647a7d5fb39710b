// Schemas: such as authors write, in three libraries, and such as nobody should.

import { schema } from "@toolcrib/tools";
import type { ToolSchema } from "@toolcrib/tools/run";
import fc from "fast-check";
import { z } from "zod";
import { STRANGE_TEXTS, strangeValue } from "./strange-values.ts";

const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null", "Date", "undefined", "any"];
const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("a", "b", "c") },
  { weight: 1, arbitrary: fc.constantFrom(...STRANGE_TEXTS.filter((text) => text.length < 100)) },
);
const reference = fc.constantFrom(
  "#",
  "#/$defs/a",
  "#/$defs/b",
  "#/properties/a",
  "#/$defs/%",
  "#/$defs/~2",
  "#a",
  "other.json",
  "https://a.test/b",
  "#/$defs/a/$defs/b",
  "",
);
const pattern = fc.constantFrom("^a$", "(", "[", "\\p{L}", "(?<=a)b", "\\u{1f600}", "", "^[^/]+$");

/** Any JSON Schema: mostly keywords with values of their kind, sometimes of none. */
export const jsonSchema: fc.Arbitrary<unknown> = fc.letrec((tie) => {
  const named = fc.array(fc.tuple(name, tie("schema")), { maxLength: 3 }).map((entries) => Object.fromEntries(entries));
  const list = fc.array(tie("schema"), { maxLength: 3 });
  const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    type: fc.oneof(
      fc.constantFrom(...TYPES),
      fc.constantFrom(...TYPES).map((type) => [type, "null"]),
    ),
    properties: named,
    patternProperties: fc.tuple(pattern, tie("schema")).map(([key, value]) => ({ [key]: value })),
    required: fc.array(name, { maxLength: 3 }),
    additionalProperties: tie("schema"),
    unevaluatedProperties: tie("schema"),
    propertyNames: tie("schema"),
    items: fc.oneof(tie("schema"), list),
    prefixItems: list,
    contains: tie("schema"),
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: tie("schema"),
    if: tie("schema"),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: tie("schema"),
    else: tie("schema"),
    dependentSchemas: named,
    dependentRequired: fc.constantFrom({ a: ["b"] }, { a: "b" }),
    $defs: named,
    definitions: named,
    $ref: reference,
    $dynamicRef: reference,
    $id: fc.constantFrom("a", "#a", "https://a.test/b", "", "::"),
    $anchor: fc.constantFrom("a", "", "/"),
    $schema: fc.constantFrom(
      "https://json-schema.org/draft/2020-12/schema",
      "http://json-schema.org/draft-07/schema#",
      "http://json-schema.org/draft-04/schema#",
      "nonsense",
    ),
    enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
    const: fc.jsonValue({ maxDepth: 1 }),
    default: fc.jsonValue({ maxDepth: 2 }),
    pattern,
    format: fc.constantFrom("email", "date-time", "nonsense", "regex"),
    minLength: fc.integer({ min: -1, max: 5 }),
    maximum: fc.double(),
    multipleOf: fc.constantFrom(0, -1, 0.1, 3),
    uniqueItems: fc.boolean(),
    "x-mcp-header": fc.constantFrom("City", "a b", "", 7, "city"),
    description: fc.string({ maxLength: 5 }),
  };
  const member = fc.oneof(
    {
      weight: 12,
      arbitrary: fc.oneof(...Object.entries(keywords).map(([keyword, value]) => value.map((one): [string, unknown] => [keyword, one]))),
    },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...Object.keys(keywords), "__proto__"), strangeValue) },
  );
  return {
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      {
        weight: 1,
        arbitrary: fc.oneof(
          fc.boolean(),
          fc.constant({}),
          fc.constantFrom(...TYPES).map((type) => ({ type })),
        ),
      },
      { weight: 3, arbitrary: tie("object") },
    ),
    object: fc.array(member, { maxLength: 4 }).map((members) => Object.fromEntries(members)),
    root: fc.oneof(
      { weight: 4, arbitrary: tie("object").map((object) => ({ type: "object", ...(object as object) })) },
      { weight: 2, arbitrary: tie("schema") },
    ),
  };
}).root;

/** What TypeScript would never let an author write, and JavaScript does. */
export const noSchema: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withNullPrototype: true,
    withObjectString: true,
  }),
  fc.constantFrom<unknown>(
    () => ({}),
    class {},
    Symbol("s"),
    new Proxy({}, {}),
    Object.assign(Object.create(null), { type: "object" }),
    cyclic(),
    { type: "object", properties: { a: 1n } },
    { "~standard": null },
    { "~standard": {} },
    { "~standard": { version: 1, vendor: "x", validate: () => ({ value: 1 }), jsonSchema: { input: () => null, output: () => null } } },
    { "~standard": { version: 1, vendor: "x", validate: null, jsonSchema: { input: () => ({ type: "object" }) } } },
    { "~standard": { version: 1, vendor: "x", jsonSchema: { input: () => Promise.reject(new Error("later")).catch(() => {}) } } },
  ),
);

function cyclic(): unknown {
  const node: Record<string, unknown> = { type: "object" };
  node.properties = { self: node };
  return node;
}

/** TypeBox and Zod, built at random: most of what they can say of an object. */
export const typeBox: fc.Arbitrary<ToolSchema> = fc.letrec<{ root: ToolSchema; value: ToolSchema }>((tie) => {
  const fields = fc
    .array(fc.tuple(fc.constantFrom("a", "b", "c"), tie("value")), { maxLength: 3 })
    .map((entries) => Object.fromEntries(entries));
  const object = fc
    .tuple(fields, fc.constantFrom({}, { additionalProperties: true }, { default: {} }))
    .map(([members, options]) => schema.Object(members as never, options));
  return {
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(
        ...[
          schema.String(),
          schema.Integer({ default: 1 }),
          schema.Boolean(),
          schema.Null(),
          schema.Any(),
          schema.Unknown(),
          schema.Never(),
          schema.Date(),
          schema.BigInt(),
          schema.Undefined(),
          schema.Literal("x"),
          schema.RegExp(/a/),
          schema.Uint8Array(),
        ],
      ),
      tie("value").map((item) => schema.Array(item as never)),
      tie("value").map((item) => schema.Optional(item as never)),
      tie("value").map((item) => schema.Record(schema.String(), item as never)),
      fc.array(tie("value"), { maxLength: 3 }).map((items) => schema.Tuple(items as never)),
      fc.array(tie("value"), { maxLength: 3 }).map((items) => schema.Union(items as never)),
      tie("value").map((item) => schema.Not(item as never)),
      object,
    ),
    root: fc.oneof(
      object,
      fc.array(object, { minLength: 1, maxLength: 3 }).map((parts) => schema.Intersect(parts as never)),
      fc.array(object, { minLength: 1, maxLength: 3 }).map((parts) => schema.Union(parts as never)),
      object.map((part) => schema.Recursive((self) => schema.Object({ part: part as never, kids: schema.Array(self) }))),
      object.map((part) => schema.Partial(part as never)),
      tie("value"),
    ),
  } as never;
}).root;

export const zod: fc.Arbitrary<ToolSchema> = fc.letrec<{ root: z.ZodType; value: z.ZodType }>((tie) => {
  const fields = fc
    .array(fc.tuple(fc.constantFrom("a", "b", "c"), tie("value")), { maxLength: 3 })
    .map((entries) => Object.fromEntries(entries));
  const object = fc
    .tuple(fields, fc.constantFrom("object", "strictObject", "looseObject" as const))
    .map(([members, kind]) => z[kind](members));
  return {
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom<z.ZodType[]>(
        z.string(),
        z.email(),
        z.int(),
        z.boolean(),
        z.null(),
        z.any(),
        z.unknown(),
        z.never(),
        z.date(),
        z.bigint(),
        z.undefined(),
        z.literal("x"),
        z.enum(["x", "y"]),
        z.symbol(),
        z.nan(),
        z.void(),
        z.custom(),
        z.string().transform(Number),
        z.coerce.number(),
        z.json(),
        z.file(),
        z.map(z.string(), z.string()),
        z.promise(z.string()),
      ),
      tie("value").map((item) => z.array(item)),
      tie("value").map((item) => item.optional()),
      tie("value").map((item) => item.nullable()),
      tie("value").map((item) => z.record(z.string(), item)),
      tie("value").map((item) => z.lazy(() => item)),
      tie("value").map((item) => item.default("x")),
      tie("value").map((item) => item.catch("x")),
      tie("value").map((item) => item.refine(() => false)),
      fc.tuple(tie("value"), tie("value")).map((items) => z.tuple(items)),
      fc.tuple(tie("value"), tie("value")).map((items) => z.union(items)),
      object,
    ),
    root: fc.oneof(
      object,
      fc.tuple(object, object).map((parts) => z.union(parts)),
      fc.tuple(object, object).map(([a, b]) => z.intersection(a, b)),
      tie("value"),
    ),
  } as never;
}).root as fc.Arbitrary<ToolSchema>;
