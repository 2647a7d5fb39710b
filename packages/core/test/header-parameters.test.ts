import { findHeaderMismatch, parseHeaderValue, readHeaderParameters, toHeaderValue, toParameterHeaders } from "@toolcrib/core";
import { describe, expect, test } from "vitest";

const region = { type: "string", "x-mcp-header": "Region" };

describe("reading annotations", () => {
  test("finds annotated arguments along properties alone [wire.x-mcp-header]", () => {
    const { parameters, problems } = readHeaderParameters({
      type: "object",
      properties: { region, nested: { type: "object", properties: { dry: { type: "boolean", "x-mcp-header": "Dry-Run" } } } },
    });
    expect(problems).toEqual([]);
    expect(parameters).toEqual([
      { header: "mcp-param-region", path: ["region"], type: "string" },
      { header: "mcp-param-dry-run", path: ["nested", "dry"], type: "boolean" },
    ]);
  });

  test.each([
    ["a name that is no token", { properties: { a: { type: "string", "x-mcp-header": "Bad Name" } } }, "header name"],
    ["an empty name", { properties: { a: { type: "string", "x-mcp-header": "" } } }, "header name"],
    ["a number", { properties: { a: { type: "number", "x-mcp-header": "A" } } }, "string, integer or boolean"],
    ["an array's items", { properties: { a: { type: "array", items: region } } }, '"properties" alone'],
    ["a branch", { anyOf: [{ properties: { a: region } }] }, '"properties" alone'],
    ["a definition", { $defs: { a: region } }, '"properties" alone'],
    ["the root", { type: "string", "x-mcp-header": "A" }, '"properties" alone'],
    ["a repeated name", { properties: { a: region, b: { ...region, "x-mcp-header": "REGION" } } }, "repeats"],
  ])("reports %s, which clients would drop the tool for", (_name, schema, words) => {
    expect(readHeaderParameters(schema).problems.join()).toContain(words);
  });
});

test.each(["us-west1", "Hello, 世界", " padded ", "line1\nline2", "=?base64?literal?=", "", "a b\tc", "\u0000", "🙂"])(
  "%j comes back from its header value, which is plain ASCII",
  (text) => {
    const value = toHeaderValue(text);
    expect(value).toMatch(/^[\x20-\x7e\t]*$/);
    expect(parseHeaderValue(value)).toBe(text);
  },
);

test("the examples of the specification are written as it writes them", () => {
  expect(toHeaderValue("Hello, 世界")).toBe("=?base64?SGVsbG8sIOS4lueVjA==?=");
  expect(toHeaderValue(" padded ")).toBe("=?base64?IHBhZGRlZCA=?=");
  expect(toHeaderValue(-7)).toBe("-7");
  expect(toHeaderValue(true)).toBe("true");
});

test.each(["=?base64?%%%?=", "=?base64?SGVsbG8?=", "=?base64?/w==?=", "ü", "a\u0001b"])("%j stands for nothing", (value) => {
  expect(parseHeaderValue(value)).toBeUndefined();
});

describe("comparing headers with arguments", () => {
  const { parameters } = readHeaderParameters({ properties: { region, count: { type: "integer", "x-mcp-header": "Count" } } });
  const mismatch = (args: unknown, headers: Readonly<Record<string, string>>) =>
    findHeaderMismatch(parameters, args, (name) => headers[name]);

  test.each([
    [{ region: "eu" }, { "mcp-param-region": "eu" }],
    [{ region: "zürich" }, { "mcp-param-region": "=?base64?esO8cmljaA==?=" }],
    [{ count: 42 }, { "mcp-param-count": "42.0" }],
    [{ region: null }, {}],
    [{}, {}],
  ])("%j agrees with %j", (args, headers) => expect(mismatch(args, headers)).toBeUndefined());

  test.each([{ region: "eu", count: 42 }, { region: " zürich\n", count: null }, { region: "", count: -7 }, {}])(
    "%j agrees with the headers written for it",
    (args) => {
      expect(mismatch(args, toParameterHeaders(parameters, args))).toBeUndefined();
    },
  );

  test.each([
    [{ region: "eu" }, {}, "mcp-param-region"],
    [{ region: "eu" }, { "mcp-param-region": "us" }, "mcp-param-region"],
    [{}, { "mcp-param-region": "eu" }, "mcp-param-region"],
    [{ region: null }, { "mcp-param-region": "" }, "mcp-param-region"],
    [{ region: "eu" }, { "mcp-param-region": "=?base64?!?=" }, "mcp-param-region"],
    [{ count: 42 }, { "mcp-param-count": "0x2a" }, "mcp-param-count"],
    [{ count: 42 }, { "mcp-param-count": "43" }, "mcp-param-count"],
  ])("%j differs from %j", (args, headers, header) => expect(mismatch(args, headers as Readonly<Record<string, string>>)).toBe(header));
});
