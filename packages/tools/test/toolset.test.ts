import { StartError, TOOLS_MAX } from "@toolcrib/core";
import { schema, tool } from "@toolcrib/tools";
import { createToolset, type Tool } from "@toolcrib/tools/run";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const plain = (rest: object = {}) => tool({ description: "Does it", execute: () => "done", ...rest } as never);

function problemsOf(tools: Readonly<Record<string, Tool>>, env?: Readonly<Record<string, string>>): readonly string[] {
  try {
    createToolset(tools, env);
  } catch (error) {
    if (error instanceof StartError) return error.problems;
    throw error;
  }
  return [];
}

test("tools come out in the order of their names, and a name in the definition wins over the key [tool.name-wins]", () => {
  expect([...createToolset({ b: plain(), c: plain({ name: "a" }) }).keys()]).toEqual(["a", "b"]);
});

test("what an author leaves out has the documented defaults [tool.contract-defaults]", () => {
  expect(createToolset({ a: plain() }).get("a")?.contract).toEqual({
    version: 1,
    effects: "external",
    approval: "never",
    timeoutMs: 15_000,
  });
});

test("what an author declares travels in the contract [tool.contract-travels]", () => {
  const declared = plain({
    effects: "none",
    idempotency: "none",
    approval: () => true,
    exposure: "codemode",
    timeoutMs: 60_000,
    maxAttempts: 2,
    ask: () => undefined,
  });
  expect(createToolset({ a: declared }).get("a")?.contract).toEqual({
    version: 1,
    effects: "none",
    idempotency: "none",
    approval: "conditional",
    exposure: "codemode",
    timeoutMs: 60_000,
    maxAttempts: 2,
    asks: true,
  });
});

describe("starting is refused, with the way out, for", () => {
  test.each([
    [
      "a timeout below a second [tool.bad-values-refused-at-start]",
      { timeoutMs: 999 },
      "timeoutMs must be a whole number from 1000 to 1200000",
    ],
    ["a timeout above twenty minutes", { timeoutMs: 1_200_001 }, "timeoutMs must be"],
    ["a timeout that is no number", { timeoutMs: "60s" }, "timeoutMs must be"],
    [
      "a pure read with effects [tool.idempotency-none-needs-effects-none]",
      { idempotency: "none" },
      'idempotency "none" means a pure read, so it needs effects: "none"',
    ],
    ["an unknown effect", { effects: "some" }, "effects must be one of none, sandbox, external"],
    ["an unknown exposure", { exposure: "secret" }, "exposure must be one of direct, codemode, both"],
    ["an unknown approval", { approval: true }, 'approval must be "never", "always" or a predicate'],
    ["no attempts", { maxAttempts: 0 }, "maxAttempts must be a whole number of 1 or more"],
    ["a missing description", { description: " " }, "needs a description"],
    ["a missing handler", { execute: undefined }, "needs execute"],
    ["a field nobody reads", { colour: "red" }, 'has "colour", which nobody reads; known: description, input'],
    [
      "another library's name for a field [tool.old-names]",
      { handler: () => 1 },
      'has "handler"; here that is execute: (args, context) => …',
    ],
    ["another library's name for approval", { needsApproval: true }, 'has "needsApproval"; here that is approval: "always"'],
    ["another library's name for the schema", { parameters: {}, outputSchema: {} }, 'has "outputSchema"; here that is output'],
    ["an illegal name", { name: "no spaces" }, "its name must be 1 to 128 characters"],
    [
      "an input that is no object [tool.object-root]",
      { input: schema.String() },
      'has the type "string" at its root; arguments are always an object; wrap it',
    ],
    ["a plain input without a type", { input: { properties: {} } }, 'has no type: "object" at its root; add it'],
    ["a union that may be no object", { input: schema.Union([schema.Object({}), schema.String()]) }, "is not an object at its root"],
    ["a type JSON can't carry", { input: schema.Object({ when: schema.Date() }) }, 'has the type "Date" at /properties/when'],
    [
      "a TypeBox Transform",
      { input: schema.Object({ n: schema.Transform(schema.String()).Decode(Number).Encode(String) }) },
      "has a TypeBox Transform at /properties/n",
    ],
    [
      "a default its own schema refuses",
      { input: schema.Object({ n: schema.Integer({ default: "x" }) }) },
      "has a default that its own schema refuses at /n: expected integer",
    ],
    [
      "a reference to the network",
      { input: { type: "object", properties: { a: { $ref: "https://example.com/a" } } } },
      "schemas are never fetched",
    ],
    [
      "an annotation clients would drop the tool for",
      { input: { type: "object", properties: { a: { type: "number", "x-mcp-header": "A" } } } },
      "x-mcp-header at /properties/a needs type string, integer or boolean",
    ],
    ["a Zod schema JSON can't describe", { input: z.object({ d: z.date() }) }, "Date cannot be represented"],
    [
      "a Valibot schema without its converter",
      { input: v.object({ a: v.string() }) },
      "toStandardJsonSchema(…) from @valibot/to-json-schema",
    ],
    [
      "a boolean among the properties",
      { input: { type: "object", properties: { a: true } } },
      'has true as the schema of "a", which older clients can\'t read; write {}',
    ],
    ["env that is no list", { env: "KEY" }, "env must be a list of names"],
  ])("%s", (_name, rest, words) => {
    expect(problemsOf({ a: plain(rest) }).join("\n")).toContain(words);
  });

  test("everything at once, listed tool by tool [tool.all-problems-listed]", () => {
    expect(problemsOf({ a: plain({ timeoutMs: 1 }), b: plain({ name: "c" }), c: plain(), d: {} as Tool, "bad name": plain() })).toEqual([
      'tool "a": timeoutMs must be a whole number from 1000 to 1200000 milliseconds',
      'tool name "c" is used twice, by "b" and "c"; give one of them another name',
      '"d" is not a tool; make it with tool({ … })',
      'tool "bad name": its name must be 1 to 128 characters of A-Z, a-z, 0-9, "_", "." and "-"; set name: "…" in its definition',
    ]);
  });

  test("missing env values, all of them [tool.env-checked-at-start]", () => {
    const needy = plain({ env: ["PAYMENTS_KEY", "REGION", "EMPTY"] });
    expect(problemsOf({ a: needy }, { REGION: "eu", EMPTY: "" })).toEqual([
      'tool "a": needs PAYMENTS_KEY, EMPTY; hand the values in as "env" where the tools are served',
    ]);
  });

  test("more tools than one server holds [wire.limits]", () => {
    const many = Object.fromEntries(Array.from({ length: TOOLS_MAX + 1 }, (_, index) => [`t${index}`, plain()]));
    expect(problemsOf(many)).toEqual([`there are ${TOOLS_MAX + 1} tools; one server holds at most ${TOOLS_MAX}`]);
  });
});
