// Where a JSON Schema holds further schemas (2020-12 core, section 10, and the older spellings still in use).

import { isObject, type JsonSchema } from "./json.ts";

const ONE = [
  "items",
  "contains",
  "additionalItems",
  "additionalProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
];
const MANY = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];
const NAMED = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/** Where the walk stands: the keywords and names that lead there from the root. */
export type SchemaPath = readonly string[];

/** Calls `visit` for every object schema inside `schema`, itself first. Boolean schemas have nothing to visit. */
export function visitSchema(schema: unknown, visit: (node: JsonSchema, path: SchemaPath) => void, path: SchemaPath = []): void {
  if (!isObject(schema)) return;
  visit(schema, path);
  for (const keyword of ONE) visitSchema(schema[keyword], visit, [...path, keyword]);
  for (const keyword of MANY) {
    const branches = schema[keyword];
    if (Array.isArray(branches))
      for (const [index, branch] of branches.entries()) visitSchema(branch, visit, [...path, keyword, `${index}`]);
  }
  for (const keyword of NAMED) {
    const named = schema[keyword];
    if (isObject(named)) for (const [name, child] of Object.entries(named)) visitSchema(child, visit, [...path, keyword, name]);
  }
}
