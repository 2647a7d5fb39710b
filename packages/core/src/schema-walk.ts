// Where a JSON Schema holds further schemas (2020-12 core, section 10, and the older spellings still in use).

import { isObject, type JsonSchema } from "./json.ts";
import { type Holding, SCHEMA_KEYWORDS } from "./schema-keywords.ts";

/** Where the walk stands: the keywords and names that lead there from the root. */
export type SchemaPath = readonly string[];

/** Calls `visit` for every object schema inside `schema`, itself first. Boolean schemas have nothing to visit. */
export function visitSchema(schema: unknown, visit: (node: JsonSchema, path: SchemaPath) => void, path: SchemaPath = []): void {
  if (!isObject(schema)) return;
  visit(schema, path);
  for (const keyword in schema) {
    const holding = SCHEMA_KEYWORDS.get(keyword)?.holding;
    if (holding !== undefined && Object.hasOwn(schema, keyword)) visitBelow(schema[keyword], holding, visit, [...path, keyword]);
  }
}

function visitBelow(value: unknown, holding: Holding, visit: (node: JsonSchema, path: SchemaPath) => void, path: SchemaPath): void {
  if (Array.isArray(value)) {
    // The items of older dialects are one schema or a list of them.
    if (holding !== "named") for (const [index, branch] of value.entries()) visitSchema(branch, visit, [...path, `${index}`]);
  } else if (holding === "one") visitSchema(value, visit, path);
  else if (holding === "named" && isObject(value)) {
    for (const [name, child] of Object.entries(value)) visitSchema(child, visit, [...path, name]);
  }
}
