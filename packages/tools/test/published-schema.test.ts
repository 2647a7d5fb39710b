import { schema, tool } from "@toolcrib/tools";
import type { ToolSchema } from "@toolcrib/tools/run";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { call, prepare } from "./harness.ts";

const published = (input: ToolSchema) => prepare(tool({ description: "x", input, execute: () => 1 })).input.published;
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
const closed = { additionalProperties: false };

describe("what is published", () => {
  test("is 2020-12 without $schema, closed where the author said nothing [tool.published-dialect] [tool.objects-closed]", () => {
    const wanted = object({ a: { type: "string" } }, { required: ["a"], ...closed });
    expect(published(schema.Object({ a: schema.String() }))).toEqual(wanted);
    expect(published(z.object({ a: z.string() }))).toEqual(wanted);
    expect(published(type({ a: "string" }))).toEqual(wanted);
    expect(published(toStandardJsonSchema(v.object({ a: v.string() })))).toEqual(wanted);
  });

  test("is a plain JSON Schema unchanged, $schema and all [tool.plain-schema-unchanged]", () => {
    const plain = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      ...object({ a: { $ref: "#/$defs/b" } }),
      $defs: { b: { $anchor: "b", type: "string" } },
      "x-own": 1,
    };
    expect(published(plain)).toEqual(plain);
  });

  test("of a tool without input is an object without properties, and a call may leave arguments out", async () => {
    const bare = tool({ description: "x", execute: () => "ran" });
    expect(prepare(bare).input.published).toEqual(object({}, closed));
    expect((await call(bare)).text).toBe("ran");
  });

  test("keeps what the author said about further properties", () => {
    expect(published(schema.Object({}, { additionalProperties: true }))).toMatchObject({ additionalProperties: true });
    expect(published(z.looseObject({ a: z.string() }))).toMatchObject({ additionalProperties: {} });
    expect(
      published(schema.Object({ any: schema.Record(schema.String(), schema.Number()), free: schema.Unsafe({ type: "object" }) })),
    ).toMatchObject({
      properties: { free: { type: "object" } },
    });
  });

  test("leaves branches of allOf open and closes the object around them [tool.allof-stays-open]", () => {
    const both = schema.Intersect([schema.Object({ a: schema.String() }), schema.Object({ b: schema.Number() })]);
    expect(published(both)).toEqual({
      type: "object",
      allOf: [object({ a: { type: "string" } }, { required: ["a"] }), object({ b: { type: "number" } }, { required: ["b"] })],
      unevaluatedProperties: false,
    });
  });

  test("leaves a definition open that shares its object with others, and closes it where it is used alone", () => {
    const base = object({ id: { type: "string" } });
    const shared = schema.Unsafe({
      type: "object",
      allOf: [{ $ref: "#/$defs/base" }, object({ note: { type: "string" } })],
      properties: { parent: { $ref: "#/$defs/base" } },
      $defs: { base },
    });
    expect(published(shared)).toEqual({
      type: "object",
      allOf: [{ $ref: "#/$defs/base" }, object({ note: { type: "string" } })],
      properties: { parent: { $ref: "#/$defs/base", unevaluatedProperties: false } },
      $defs: { base },
      unevaluatedProperties: false,
    });
    const { judge } = prepare(tool({ description: "x", input: shared, execute: () => 1 })).input;
    expect(judge({ id: "a", note: "b", parent: { id: "c" } })).toEqual([]);
    expect(judge({ id: "a", more: 1, parent: { note: "c" } }).map(({ path }) => path)).toEqual(["/parent/note", "/more"]);
  });

  test("closes each alternative of a union, and says at its root that it is an object", () => {
    const union = published(z.discriminatedUnion("k", [z.object({ k: z.literal("a"), x: z.string() }), z.object({ k: z.literal("b") })]));
    expect(union).toMatchObject({ type: "object", oneOf: [closed, closed] });
    expect(published(schema.Union([schema.Object({ a: schema.String() }), schema.Object({ b: schema.String() })]))).toMatchObject({
      type: "object",
      anyOf: [closed, closed],
    });
  });

  test("leaves conditions as they are", () => {
    const conditional = schema.Unsafe({
      type: "object",
      properties: { a: {}, b: {} },
      not: { properties: { a: { const: 1 } }, required: ["a"] },
    });
    expect(published(conditional)).toMatchObject({ not: { properties: { a: { const: 1 } }, required: ["a"] }, ...closed });
  });
});

test("a property with a default may be left out, and the handler gets the default [tool.defaults-filled]", async () => {
  const paging = schema.Object({
    limit: schema.Integer({ default: 10 }),
    filter: schema.Object({ state: schema.String({ default: "open" }) }, { default: {} }),
  });
  const echo = tool({ description: "x", input: paging, execute: (args) => args });
  expect(prepare(echo).input.published).toMatchObject({ properties: { filter: { properties: { state: { default: "open" } } } } });
  expect(prepare(echo).input.published).not.toHaveProperty("required");
  expect((await call(echo)).result?.structuredContent).toEqual({ limit: 10, filter: { state: "open" } });
  expect((await call(echo, { limit: 3, filter: { state: "all" } })).result?.structuredContent).toEqual({
    limit: 3,
    filter: { state: "all" },
  });
});

test("a plain schema's defaults are filled too, and its required stays required", async () => {
  const input = object({ a: { type: "number", default: 1 }, b: { type: "number", default: 2 } }, { required: ["b"] });
  const echo = tool({ description: "x", input, execute: (args) => args });
  expect((await call(echo, { b: 5 })).result?.structuredContent).toEqual({ a: 1, b: 5 });
  expect((await call(echo)).text).toContain("/b: is required");
});

test("a Standard Schema transforms and fills for itself, after the published schema has judged [tool.standard-schema-after]", async () => {
  const input = z.object({ day: z.string().transform((text) => text.length), limit: z.number().default(10) });
  const echo = tool({ description: "x", input, execute: (args) => args });
  expect((await call(echo, { day: "Monday" })).result?.structuredContent).toEqual({ day: 6, limit: 10 });
  expect((await call(echo, { day: 5 })).text).toContain("- /day: expected string");
});

test("a refinement can only refuse more, in its own words, at its own path", async () => {
  const range = z
    .object({ from: z.number(), to: z.number() })
    .refine(({ from, to }) => from < to, { message: "to must come after from", path: ["to"] });
  expect((await call(tool({ description: "x", input: range, execute: () => 1 }), { from: 5, to: 3 })).text).toContain(
    "- /to: to must come after from",
  );
  const even = type({ n: "number % 2" });
  const refused = await call(tool({ description: "x", input: even, execute: () => 1 }), { n: 31_337 });
  expect(refused.text).toContain("/n");
  expect(refused.text).not.toContain("31337");
});

test("recursive schemas are published with their references and judged through them", async () => {
  const tree = schema.Recursive((self) => schema.Object({ name: schema.String(), kids: schema.Array(self) }));
  const typebox = tool({ description: "x", input: tree, execute: () => "fine" });
  const Node = z.object({
    name: z.string(),
    get kids() {
      return z.array(Node);
    },
  });
  const zod = tool({ description: "x", input: Node, execute: () => "fine" });
  const module = schema.Module({ Root: schema.Object({ name: schema.String(), kids: schema.Array(schema.Ref("Root")) }) });
  const imported = tool({ description: "x", input: module.Import("Root"), execute: () => "fine" });

  for (const recursive of [typebox, zod, imported]) {
    expect((await call(recursive, { name: "a", kids: [{ name: "b", kids: [] }] })).text).toBe("fine");
    const refused = await call(recursive, { name: "a", kids: [{ name: "b", kids: [], extra: 1 }, { name: 5 }] });
    expect(refused.text).toContain("/kids/0/extra: is not allowed here");
    expect(refused.text).toContain("/kids/1/name: expected string");
  }
});
