import { compileSchema, UNIQUE_ITEMS_MAX } from "@toolcrib/core";
import { describe, expect, test } from "vitest";

test("this suite runs where code generation is forbidden, and schemas are judged all the same [tool.no-code-generation]", () => {
  expect(() => new Function("return 1")).toThrow(EvalError);
  expect(compileSchema({ type: "object", properties: { a: { pattern: "^x" } } }).judge({ a: "y" })).toHaveLength(1);
});

describe("a compiled schema", () => {
  test("names every failing path and what was expected there, quoting the schema and never the value [tool.every-failing-path-named]", () => {
    const schema = compileSchema({
      type: "object",
      properties: {
        orderId: { type: "string", minLength: 3 },
        lines: { type: "array", items: { type: "object", properties: { count: { type: "integer", minimum: 1 } }, required: ["sku"] } },
        state: { enum: ["open", "closed"] },
      },
      required: ["customer"],
      additionalProperties: false,
    });

    expect(schema.judge({ orderId: "x9", lines: [{ count: 0 }], state: "secret", token: "hunter2" })).toEqual([
      { path: "/customer", message: "is required" },
      { path: "/orderId", message: "expected at least 3 characters" },
      { path: "/lines/0/sku", message: "is required" },
      { path: "/lines/0/count", message: "expected at least 1" },
      { path: "/state", message: 'expected one of "open", "closed"' },
      { path: "/token", message: "is not allowed here" },
    ]);
  });

  test("joins the alternatives of a union", () => {
    const schema = compileSchema({ properties: { limit: { anyOf: [{ type: "string" }, { type: "null" }] } } });
    expect(schema.judge({ limit: 5 })).toEqual([{ path: "/limit", message: "expected string or null" }]);
  });

  test("says when several forms of a oneOf match, and nothing of those that don't", () => {
    const schema = compileSchema({ oneOf: [{ type: "number" }, { minimum: 3 }, { type: "string" }] });
    expect(schema.judge(5)).toEqual([{ path: "", message: "expected exactly one of the allowed forms; several match" }]);
    expect(schema.judge(1)).toEqual([]);
    expect(schema.judge("x")).not.toEqual([]);
  });

  test("follows references into definitions, by pointer, by id and by anchor", () => {
    const schema = compileSchema({
      properties: { a: { $ref: "#/$defs/text" }, b: { $ref: "number" }, c: { $ref: "#yes" } },
      $defs: { text: { type: "string", maxLength: 2 }, n: { $id: "number", type: "number" }, y: { $anchor: "yes", const: true } },
    });
    expect(schema.judge({ a: "abc", b: "x", c: false })).toEqual([
      { path: "/a", message: "expected at most 2 characters" },
      { path: "/b", message: "expected number" },
      { path: "/c", message: "expected true" },
    ]);
  });

  test("names members with slashes, tildes and percent signs as JSON Pointers", () => {
    const schema = compileSchema({ additionalProperties: { type: "string" }, required: ["x/y"] });
    expect(schema.judge({ "a/b": 1, "50%": 2, "~": 3, ü: 4 }).map(({ path }) => path)).toEqual(["/x~1y", "/a~1b", "/50%", "/~0", "/ü"]);
  });

  test("leaves the author's schema untouched", () => {
    const written = Object.freeze({
      type: "object",
      properties: Object.freeze({ a: Object.freeze({ $ref: "#/$defs/b" }) }),
      $defs: { b: { type: "string" } },
    });
    compileSchema(written).judge({ a: 1 });
    expect(Object.getOwnPropertyNames(written)).toEqual(["type", "properties", "$defs"]);
  });

  test.each([
    [{ $ref: "https://example.com/schema.json" }, "never fetched"],
    [{ $ref: "#/$defs/missing" }, "points to nothing"],
    [{ $schema: "https://example.com/my-dialect" }, "no dialect read here"],
    [{ properties: { a: { $dynamicRef: "#x" } } }, "use $ref"],
    [{ pattern: "(" }, "no regular expression"],
    [{ patternProperties: { "[": {} } }, "no regular expression"],
  ])("refuses %j when it is compiled: %s", (schema, words) => {
    expect(() => compileSchema(schema)).toThrow(words);
  });

  test.each(["https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#"])(
    "reads the dialect %s",
    ($schema) => {
      expect(compileSchema({ $schema, type: "string" }).judge(1)).toHaveLength(1);
    },
  );

  test("survives a hundred thousand members that do not fit, and half a surrogate pair as a name", () => {
    const schema = compileSchema({ type: "object", properties: { a: { type: "object", additionalProperties: false } } });
    const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`k${index}`, 1]));
    expect(schema.judge({ a: many })).toEqual([{ path: "", message: "expected fewer members that do not fit the schema" }]);
    expect(schema.judge({ a: { "\ud800": 1 } })).toEqual([{ path: "", message: "expected member names of well-formed Unicode" }]);
  });

  test("does not compare all pairs of an array too long for it", () => {
    const schema = compileSchema({ type: "array", uniqueItems: true });
    expect(schema.judge(Array.from({ length: UNIQUE_ITEMS_MAX }, (_, index) => index))).toEqual([]);
    expect(schema.judge(Array.from({ length: UNIQUE_ITEMS_MAX + 1 }, (_, index) => index))[0]?.message).toContain("no array of more than");
    expect(schema.judge([1, 1])).toEqual([{ path: "", message: "expected items that differ from each other" }]);
  });

  test("looks only at a value's own members", () => {
    const schema = compileSchema({
      type: "object",
      properties: { constructor: { type: "string" } },
      required: ["toString"],
      additionalProperties: false,
    });
    expect(schema.judge({})).toEqual([{ path: "/toString", message: "is required" }]);
    expect(schema.judge(JSON.parse('{"toString":1,"__proto__":2}')).map(({ path }) => path)).toEqual(["/toString", "/__proto__"]);
  });
});
