import { checkForm } from "@toolcrib/core";
import { expect, test } from "vitest";

const form = (properties: unknown, rest: object = {}) => ({ type: "object", properties, ...rest });

test("every field MCP's elicitation knows can be asked for [tool.form-is-flat]", () => {
  expect(
    checkForm(
      form(
        {
          name: { type: "string", title: "Name", description: "…", minLength: 1, maxLength: 9, default: "x" },
          mail: { type: "string", format: "email" },
          count: { type: "integer", minimum: 0, maximum: 9, default: 3 },
          price: { type: "number" },
          sure: { type: "boolean", default: false },
          size: { type: "string", enum: ["s", "m"], enumNames: ["Small", "Medium"] },
          colour: { type: "string", oneOf: [{ const: "r", title: "Red" }] },
          tags: { type: "array", minItems: 1, items: { type: "string", enum: ["a", "b"] } },
          titled: { type: "array", items: { anyOf: [{ const: "a", title: "A" }] } },
        },
        { required: ["name"], $schema: "https://json-schema.org/draft/2020-12/schema" },
      ),
    ),
  ).toEqual([]);
});

test.each([
  ["no object", null],
  ["a list", []],
  ["no properties", { type: "object" }],
  ["a nested object", form({ a: { type: "object", properties: {} } })],
  ["a list of objects", form({ a: { type: "array", items: { type: "object" } } })],
  ["a field without a type", form({ a: {} })],
  ["a reference", form({ a: { $ref: "#" } })],
  ["a format no client knows", form({ a: { type: "string", format: "password" } })],
])("%s can't be shown", (_name, bad) => {
  expect(checkForm(bad)).not.toEqual([]);
});
