// Every feature of a schema that the versions know, each with values that its tool takes and values that it refuses.

import type { Schemas, Version } from "./document.ts";

export interface Feature {
  readonly name: string;
  readonly version: Version;
  /** The first is the one that is judged. */
  readonly schemas: Schemas;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
  /** Names of the exceptions without which the document would say otherwise. */
  readonly exceptions?: readonly string[];
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const NULLABLE = ["nullable is always read"];
const TEXT = { type: "string" };

const cat = { type: "object", properties: { kind: TEXT, lives: { type: "integer" } } };
const dog = { type: "object", properties: { kind: TEXT, barks: { type: "boolean" } } };

const DRAFT_4: readonly Feature[] = [
  { name: "nullable beside a type", version: "3.0", schemas: { A: { type: "string", nullable: true } }, valid: ["a", null], invalid: [1] },
  { name: "nullable: false", version: "3.0", schemas: { A: { type: "string", nullable: false } }, valid: ["a"], invalid: [null] },
  {
    name: "nullable beside an enum",
    version: "3.0",
    schemas: { A: { type: "string", enum: ["a", "b"], nullable: true } },
    valid: ["a", null],
    invalid: ["c", 1],
    exceptions: NULLABLE,
  },
  {
    name: "nullable beside an enum that has null",
    version: "3.0",
    schemas: { A: { type: "string", enum: ["a", null], nullable: true } },
    valid: ["a", null],
    invalid: ["c"],
  },
  {
    name: "nullable without a type",
    version: "3.0",
    schemas: { A: { nullable: true, minLength: 2 } },
    valid: ["ab", null, 1],
    invalid: ["a"],
  },
  {
    name: "nullable beside a reference",
    version: "3.0",
    schemas: { A: { $ref: "#/components/schemas/B", nullable: true }, B: TEXT },
    valid: ["a", null],
    invalid: [1],
    exceptions: NULLABLE,
  },
  {
    name: "nullable beside allOf",
    version: "3.0",
    schemas: { A: { nullable: true, allOf: [ref("B")] }, B: TEXT },
    valid: ["a", null],
    invalid: [1],
    exceptions: NULLABLE,
  },
  {
    name: "nullable beside a type and allOf",
    version: "3.0",
    schemas: { A: { type: "object", nullable: true, allOf: [ref("B")] }, B: { type: "object", required: ["a"] } },
    valid: [{ a: 1 }, null],
    invalid: [{}],
    exceptions: NULLABLE,
  },
  {
    name: "nullable beside oneOf",
    version: "3.0",
    schemas: { A: { nullable: true, oneOf: [TEXT, { type: "integer" }] } },
    valid: ["a", 1, null],
    invalid: [true],
    exceptions: NULLABLE,
  },
  {
    name: "a nullable member",
    version: "3.0",
    schemas: { A: { type: "object", properties: { a: { type: "array", items: TEXT, nullable: true } }, required: ["a"] } },
    valid: [{ a: null }, { a: ["b"] }],
    invalid: [{}, { a: [null] }],
  },
  {
    name: "exclusive bounds as flags",
    version: "3.0",
    schemas: { A: { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: true } },
    valid: [0.1, 4.9],
    invalid: [0, 5, -1],
  },
  {
    name: "exclusive bounds that are off, or bound nothing",
    version: "3.0",
    schemas: { A: { type: "number", minimum: 0, exclusiveMinimum: false, exclusiveMaximum: true } },
    valid: [0, 1e9],
    invalid: [-1],
  },
  {
    name: "nothing beside a reference",
    version: "3.0",
    schemas: { A: { $ref: "#/components/schemas/B", maxLength: 1 }, B: TEXT },
    valid: ["long"],
    invalid: [1],
  },
  {
    name: "format byte and binary",
    version: "3.0",
    schemas: { A: { type: "object", properties: { a: { type: "string", format: "byte" }, b: { type: "string", format: "binary" } } } },
    valid: [{ a: "aGk=", b: "anything" }],
    invalid: [{ a: 1 }],
  },
  {
    name: "a list of items",
    version: "3.0",
    schemas: { A: { type: "array", items: { type: "integer" }, minItems: 1, maxItems: 2, uniqueItems: true } },
    valid: [[1], [1, 2]],
    invalid: [[], ["a"], [1, 1], [1, 2, 3]],
  },
  {
    name: "x-nullable",
    version: "2.0",
    schemas: { A: { type: "string", "x-nullable": true } },
    valid: ["a", null],
    invalid: [1],
    exceptions: NULLABLE,
  },
  {
    name: "items, one for each place",
    version: "2.0",
    schemas: { A: { type: "array", items: [TEXT, { type: "integer" }], additionalItems: false } },
    valid: [["a", 1], ["a"], []],
    invalid: [[1], ["a", 1, 2]],
  },
  {
    name: "a file",
    version: "2.0",
    schemas: { A: { type: "object", properties: { a: { type: "file" } } } },
    valid: [{ a: "aGk=" }],
    invalid: [{ a: 1 }],
  },
  {
    name: "a discriminator of 2.0, which binds nothing",
    version: "2.0",
    schemas: { A: { type: "object", discriminator: "kind", properties: { kind: TEXT }, required: ["kind"] } },
    valid: [{ kind: "x" }],
    invalid: [{}],
  },
];

const ANY_VERSION: readonly Feature[] = [
  {
    name: "allOf",
    version: "3.0",
    schemas: {
      A: { allOf: [ref("B"), { type: "object", properties: { b: { type: "integer" } }, required: ["b"] }] },
      B: { type: "object", properties: { a: TEXT }, required: ["a"] },
    },
    valid: [{ a: "x", b: 1 }],
    invalid: [{ a: "x" }, { b: 1 }],
  },
  {
    name: "oneOf",
    version: "3.0",
    schemas: { A: { oneOf: [{ type: "integer" }, { type: "number", minimum: 5 }] } },
    valid: [1, 5.5],
    invalid: [6, 1.5, "a"],
  },
  {
    name: "anyOf",
    version: "3.0",
    schemas: { A: { anyOf: [{ type: "integer" }, { type: "number", minimum: 5 }] } },
    valid: [1, 5.5, 6],
    invalid: [1.5, "a"],
  },
  { name: "not", version: "3.0", schemas: { A: { type: "string", not: { enum: ["no"] } } }, valid: ["yes"], invalid: ["no", 1] },
  {
    name: "a discriminator without a mapping",
    version: "3.0",
    schemas: { A: { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" } }, Cat: cat, Dog: dog },
    valid: [{ kind: "Cat", lives: 9 }, { kind: "Dog" }],
    invalid: [{ kind: "Bird" }, { lives: 9 }, { kind: "Cat", lives: "9" }],
    exceptions: ["discriminators bind"],
  },
  {
    name: "a discriminator with a mapping",
    version: "3.0",
    schemas: {
      A: {
        oneOf: [ref("Cat"), ref("Dog")],
        discriminator: { propertyName: "kind", mapping: { c: "#/components/schemas/Cat", kitten: "Cat", d: "#/components/schemas/Dog" } },
      },
      Cat: cat,
      Dog: dog,
    },
    valid: [{ kind: "c" }, { kind: "kitten" }, { kind: "d" }],
    invalid: [{ kind: "Cat" }, { kind: "Dog" }],
    exceptions: ["discriminators bind"],
  },
  {
    name: "a discriminator of anyOf whose branches overlap",
    version: "3.1",
    schemas: {
      A: { anyOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" } },
      Cat: { ...cat, required: ["lives"] },
      Dog: dog,
    },
    valid: [{ kind: "Dog" }, { kind: "Cat", lives: 1 }],
    invalid: [{ kind: "Cat" }],
    exceptions: ["discriminators bind"],
  },
  {
    name: "readOnly members, which no request has",
    version: "3.0",
    schemas: {
      A: {
        type: "object",
        properties: { id: { type: "integer", readOnly: true }, a: TEXT },
        required: ["id", "a"],
        additionalProperties: false,
      },
    },
    valid: [{ a: "x" }],
    invalid: [{ id: 1, a: "x" }, {}],
  },
  {
    name: "readOnly behind a reference",
    version: "3.1",
    schemas: { A: { type: "object", properties: { id: ref("Id"), a: TEXT }, required: ["id"] }, Id: { type: "integer", readOnly: true } },
    valid: [{ a: "x" }, {}],
    invalid: [{ a: 1 }],
  },
  {
    name: "writeOnly members",
    version: "3.0",
    schemas: { A: { type: "object", properties: { password: { type: "string", writeOnly: true } }, required: ["password"] } },
    valid: [{ password: "x" }],
    invalid: [{}, { password: 1 }],
  },
  {
    name: "additionalProperties: a schema",
    version: "3.0",
    schemas: { A: { type: "object", properties: { a: TEXT }, additionalProperties: { type: "integer" } } },
    valid: [{ a: "x", b: 1 }],
    invalid: [{ b: "x" }, { a: 1 }],
  },
  {
    name: "additionalProperties: false",
    version: "3.0",
    schemas: { A: { type: "object", properties: { a: TEXT }, additionalProperties: false } },
    valid: [{}, { a: "x" }],
    invalid: [{ b: 1 }],
  },
  {
    name: "an open object stays open",
    version: "3.0",
    schemas: { A: { type: "object", properties: { a: TEXT } } },
    valid: [{ b: 1 }],
    invalid: [{ a: 1 }],
  },
  {
    name: "recursion",
    version: "3.0",
    schemas: {
      A: { type: "object", properties: { children: { type: "array", items: ref("A") }, value: { type: "integer" } }, required: ["value"] },
    },
    valid: [{ value: 1, children: [{ value: 2, children: [] }] }],
    invalid: [{ value: 1, children: [{}] }],
  },
  {
    name: "recursion through allOf, maps and one another",
    version: "3.1",
    schemas: {
      A: { allOf: [ref("B")] },
      B: { type: "object", additionalProperties: ref("C") },
      C: { anyOf: [{ type: "null" }, ref("A")] },
    },
    valid: [{}, { a: null }, { a: { b: {} } }],
    invalid: [{ a: 1 }, { a: { b: 1 } }],
  },
  {
    name: "members named as keywords",
    version: "3.0",
    schemas: {
      A: {
        type: "object",
        properties: { $ref: TEXT, properties: { type: "integer" }, type: TEXT, required: { type: "boolean" }, "x-a": TEXT },
        required: ["type"],
      },
    },
    valid: [{ type: "a", properties: 1, required: true, "x-a": "y" }],
    invalid: [{}, { type: 1 }, { type: "a", properties: "a" }, { type: "a", "x-a": 1 }],
  },
  {
    name: "a date",
    version: "3.0",
    schemas: { A: { type: "string", format: "date" } },
    valid: ["2026-11-30"],
    invalid: ["yesterday"],
    exceptions: ["formats are asserted"],
  },
  {
    name: "formats of numbers, which bound nothing",
    version: "3.0",
    schemas: { A: { type: "integer", format: "int32" } },
    valid: [5_000_000_000],
    invalid: [1.5],
  },
  {
    name: "lengths of characters, not of code units",
    version: "3.0",
    schemas: { A: { type: "string", maxLength: 2 } },
    valid: ["😀😀"],
    invalid: ["abc"],
  },
  { name: "multipleOf", version: "3.0", schemas: { A: { type: "number", multipleOf: 0.5 } }, valid: [1.5], invalid: [1.3] },
  {
    name: "minProperties and maxProperties",
    version: "3.0",
    schemas: { A: { type: "object", minProperties: 1, maxProperties: 2 } },
    valid: [{ a: 1 }],
    invalid: [{}, { a: 1, b: 2, c: 3 }],
  },
  { name: "a pattern", version: "3.0", schemas: { A: { type: "string", pattern: "^\\d+$" } }, valid: ["12"], invalid: ["1a"] },
  {
    name: "patternProperties in 3.0",
    version: "3.0",
    schemas: { A: { type: "object", patternProperties: { "^x-": { type: "integer" } } } },
    valid: [{ "x-a": 1, a: "b" }],
    invalid: [{ "x-a": "b" }],
    exceptions: ["keywords of later dialects are read"],
  },
];

const DRAFT_2020: readonly Feature[] = [
  {
    name: "bounds as flags in a document of 3.1",
    version: "3.1",
    schemas: { A: { type: "number", minimum: 0, exclusiveMinimum: true } },
    valid: [1],
    invalid: [0],
    exceptions: ["keywords of draft 4 are read in 3.1"],
  },
  {
    name: "nullable in a document of 3.1",
    version: "3.1",
    schemas: { A: { type: "string", nullable: true } },
    valid: ["a", null],
    invalid: [1],
    exceptions: NULLABLE,
  },
  {
    name: "a list of types",
    version: "3.1",
    schemas: { A: { type: ["string", "null"], maxLength: 2 } },
    valid: ["ab", null],
    invalid: ["abc", 1],
  },
  {
    name: "const",
    version: "3.1",
    schemas: { A: { type: "object", properties: { a: { const: { b: [1] } }, c: { const: null } } } },
    valid: [{ a: { b: [1] }, c: null }],
    invalid: [{ a: { b: [2] } }, { c: 0 }],
  },
  {
    name: "prefixItems",
    version: "3.1",
    schemas: { A: { type: "array", prefixItems: [TEXT, { type: "integer" }], items: false } },
    valid: [["a", 1], []],
    invalid: [[1], ["a", 1, 2]],
  },
  {
    name: "keywords beside a reference",
    version: "3.1",
    schemas: { A: { $ref: "#/components/schemas/B", maxLength: 2 }, B: TEXT },
    valid: ["ab"],
    invalid: ["abc", 1],
  },
  {
    name: "boolean schemas",
    version: "3.1",
    schemas: { A: { type: "object", properties: { any: true, none: false } } },
    valid: [{ any: 1 }, {}],
    invalid: [{ none: 1 }],
  },
  {
    name: "a named schema that is true",
    version: "3.1",
    schemas: { A: { type: "array", items: ref("B"), maxItems: 1 }, B: true },
    valid: [[1], []],
    invalid: [[1, 2]],
  },
  {
    name: "exclusive bounds as numbers",
    version: "3.1",
    schemas: { A: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 5 } },
    valid: [0.1],
    invalid: [0, 5],
  },
  {
    name: "if, then, else",
    version: "3.1",
    schemas: {
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      A: { type: "object", if: { properties: { a: { const: 1 } }, required: ["a"] }, then: { required: ["b"] }, else: { required: ["c"] } },
    },
    valid: [{ a: 1, b: 1 }, { c: 1 }],
    invalid: [{ a: 1 }, { a: 2 }],
  },
  {
    name: "dependentRequired and dependentSchemas",
    version: "3.1",
    schemas: { A: { type: "object", dependentRequired: { a: ["b"] }, dependentSchemas: { c: { maxProperties: 1 } } } },
    valid: [{ a: 1, b: 1 }, { c: 1 }],
    invalid: [{ a: 1 }, { c: 1, d: 1 }],
  },
  {
    name: "patternProperties and propertyNames",
    version: "3.1",
    schemas: { A: { type: "object", patternProperties: { "^x-": { type: "integer" } }, propertyNames: { maxLength: 4 } } },
    valid: [{ "x-a": 1 }],
    invalid: [{ "x-a": "b" }, { longer: 1 }],
  },
  {
    name: "contains",
    version: "3.1",
    schemas: { A: { type: "array", contains: { const: 1 }, minContains: 2, maxContains: 3 } },
    valid: [
      [1, 1],
      [1, 2, 1, 1],
    ],
    invalid: [[1], [1, 1, 1, 1]],
  },
  {
    name: "unevaluatedProperties",
    version: "3.1",
    schemas: { A: { allOf: [{ type: "object", properties: { a: TEXT } }], unevaluatedProperties: false } },
    valid: [{ a: "x" }],
    invalid: [{ a: "x", b: 1 }],
  },
  {
    name: "definitions inside a schema",
    version: "3.1",
    schemas: { A: { $ref: "#/components/schemas/B/$defs/C" }, B: { $defs: { C: { type: "integer" } } } },
    valid: [1],
    invalid: ["a"],
  },
  {
    name: "the $defs of another interpreter's tuple",
    version: "3.1",
    schemas: { A: { type: "array", prefixItems: [ref("B")], unevaluatedItems: { type: "integer" } }, B: TEXT },
    valid: [["a", 1]],
    invalid: [["a", "b"]],
  },
];

export const FEATURES: readonly Feature[] = [...DRAFT_4, ...ANY_VERSION, ...DRAFT_2020];
