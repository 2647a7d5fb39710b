// The keywords of JSON Schema that judging reads: what each one's value must be (the meta-schemas of 2020-12 and of the
// older dialects), and whether it holds further schemas. The interpreter takes a value on trust: a list where it expects
// an object would end a call with the interpreter's own complaint.

import { isObject, type JsonSchema } from "./json.ts";

/** How a keyword holds further schemas: one, a list of them, or by name. */
export type Holding = "one" | "many" | "named";

export interface SchemaKeyword {
  /** Completes the sentence "… that is not …". */
  readonly what: string;
  readonly holds: (value: unknown) => boolean;
  readonly holding?: Holding;
}

const isSchema = (value: unknown) => typeof value === "boolean" || isObject(value);
const isList = (of: (item: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(of);
const isNamed = (of: (item: unknown) => boolean) => (value: unknown) => isObject(value) && Object.values(value).every(of);
const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);
const isTexts = isList(isText);

const ONE: SchemaKeyword = { what: "a schema", holds: isSchema, holding: "one" };
const MANY: SchemaKeyword = { what: "a list of schemas", holds: isList(isSchema), holding: "many" };
const NAMED: SchemaKeyword = { what: "schemas by name", holds: isNamed(isSchema), holding: "named" };
const TEXT: SchemaKeyword = { what: "text", holds: isText };
const NUMBER: SchemaKeyword = { what: "a number", holds: isNumber };
/** A flag in draft 4, a number since. */
const BOUND: SchemaKeyword = { what: "a number", holds: (value) => isNumber(value) || typeof value === "boolean" };
const FLAG: SchemaKeyword = { what: "true or false", holds: (value) => typeof value === "boolean" };

export const SCHEMA_KEYWORDS: ReadonlyMap<string, SchemaKeyword> = new Map<string, SchemaKeyword>([
  ["contains", ONE],
  ["additionalItems", ONE],
  ["additionalProperties", ONE],
  ["unevaluatedItems", ONE],
  ["unevaluatedProperties", ONE],
  ["propertyNames", ONE],
  ["not", ONE],
  ["if", ONE],
  ["then", ONE],
  ["else", ONE],
  // One schema for all items; in older dialects also one for each.
  ["items", { what: "a schema or a list of schemas", holds: (value) => isSchema(value) || isList(isSchema)(value), holding: "one" }],
  ["allOf", MANY],
  ["anyOf", MANY],
  ["oneOf", MANY],
  ["prefixItems", MANY],
  ["properties", NAMED],
  ["patternProperties", NAMED],
  ["$defs", NAMED],
  ["definitions", NAMED],
  ["dependentSchemas", NAMED],
  ["dependencies", { what: "schemas or lists of names by name", holds: isNamed((item) => isSchema(item) || isTexts(item)) }],
  ["dependentRequired", { what: "lists of names by name", holds: isNamed(isTexts) }],
  ["required", { what: "a list of names", holds: isTexts }],
  ["enum", { what: "a list", holds: Array.isArray }],
  ["type", { what: "a type or a list of types", holds: (value) => isText(value) || isTexts(value) }],
  ["$ref", TEXT],
  ["$id", TEXT],
  ["$anchor", TEXT],
  ["$schema", TEXT],
  ["pattern", TEXT],
  // The interpreter looks a format up by its name, among inherited ones too.
  ["format", { what: "a format", holds: (value) => typeof value === "string" && !(value in {}) }],
  ["minLength", NUMBER],
  ["maxLength", NUMBER],
  ["minItems", NUMBER],
  ["maxItems", NUMBER],
  ["minProperties", NUMBER],
  ["maxProperties", NUMBER],
  ["minContains", NUMBER],
  ["maxContains", NUMBER],
  ["multipleOf", NUMBER],
  ["minimum", NUMBER],
  ["maximum", NUMBER],
  ["exclusiveMinimum", BOUND],
  ["exclusiveMaximum", BOUND],
  ["uniqueItems", FLAG],
]);

const HALF_PAIR = /\p{Surrogate}/u;

/** @throws Error that says which keyword, where, and what it must be */
export function checkKeywords(node: JsonSchema, path: readonly string[]): void {
  const place = path.length === 0 ? "the root" : `/${path.join("/")}`;
  for (const name in node) {
    const keyword = SCHEMA_KEYWORDS.get(name);
    if (keyword === undefined) continue;
    const value = node[name];
    if (!keyword.holds(value)) throw new Error(`has ${name} at ${place} that is not ${keyword.what}`);
    const names = keyword.holding === "named" ? Object.keys(value as object) : typeof value === "string" ? [value] : [];
    if (names.some((text) => HALF_PAIR.test(text))) throw new Error(`has a name in ${name} at ${place} that is not well-formed Unicode`);
  }
}
