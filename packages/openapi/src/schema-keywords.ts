// The keywords of JSON Schema 2020-12 that are published, and what each one's value must be. A keyword with another
// value would make the whole schema unreadable for a strict client, so it is left out and reported.

import { isObject } from "@toolcrib/core";

export type KeywordKind = "schema" | "schemas" | "named-schemas" | "plain";

interface Keyword {
  readonly kind: KeywordKind;
  readonly isValid: (value: unknown) => boolean;
}

const TYPES = ["null", "boolean", "object", "array", "number", "string", "integer"];

const isSchema = (value: unknown) => isObject(value) || typeof value === "boolean";
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);
const isText = (value: unknown) => typeof value === "string";
const isFlag = (value: unknown) => typeof value === "boolean";
const isNames = (value: unknown) => Array.isArray(value) && value.every(isText) && new Set(value).size === value.length;
const isType = (value: unknown) =>
  (isText(value) && TYPES.includes(value as string)) ||
  (isNames(value) && (value as string[]).length > 0 && (value as string[]).every((name) => TYPES.includes(name)));

const schema: Keyword = { kind: "schema", isValid: isSchema };
const schemas: Keyword = { kind: "schemas", isValid: (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema) };
const named: Keyword = { kind: "named-schemas", isValid: (value) => isObject(value) };
const plain = (isValid: Keyword["isValid"]): Keyword => ({ kind: "plain", isValid });

export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  // Not as a member of the object below: what has one is taken for a promise.
  ["then", schema],
  ...Object.entries({
    type: plain(isType),
    enum: plain((value) => Array.isArray(value) && value.length > 0),
    const: plain(() => true),
    properties: named,
    patternProperties: named,
    dependentSchemas: named,
    required: plain(isNames),
    dependentRequired: plain((value) => isObject(value) && Object.values(value).every(isNames)),
    additionalProperties: schema,
    propertyNames: schema,
    unevaluatedProperties: schema,
    items: schema,
    prefixItems: schemas,
    contains: schema,
    unevaluatedItems: schema,
    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    not: schema,
    if: schema,
    else: schema,
    minContains: plain(isCount),
    maxContains: plain(isCount),
    minLength: plain(isCount),
    maxLength: plain(isCount),
    minItems: plain(isCount),
    maxItems: plain(isCount),
    minProperties: plain(isCount),
    maxProperties: plain(isCount),
    uniqueItems: plain(isFlag),
    multipleOf: plain((value) => isNumber(value) && (value as number) > 0),
    minimum: plain(isNumber),
    maximum: plain(isNumber),
    exclusiveMinimum: plain(isNumber),
    exclusiveMaximum: plain(isNumber),
    pattern: plain(isPattern),
    format: plain(isText),
    contentEncoding: plain(isText),
    contentMediaType: plain(isText),
    description: plain(isText),
    default: plain(() => true),
    deprecated: plain(isFlag),
  }),
]);

/** Known, and of no use to whoever calls the tool, or said in another way; left out without a word. */
export const SILENT: ReadonlySet<string> = new Set([
  "title",
  "example",
  "examples",
  "xml",
  "externalDocs",
  "discriminator",
  "nullable",
  "readOnly",
  "writeOnly",
  "$schema",
  "$comment",
  "$ref",
  "$defs",
  "definitions",
  "$id",
  "id",
  "$anchor",
  "$dynamicAnchor",
  "collectionFormat",
  "allowEmptyValue",
  "contentSchema",
]);

const patterns = new Map<string, boolean>();

/** As a strict client reads it: ECMA-262 with the `u` flag. */
function isPattern(value: unknown): boolean {
  if (typeof value !== "string") return false;
  let known = patterns.get(value);
  if (known === undefined) {
    try {
      new RegExp(value, "u");
      known = true;
    } catch {
      known = false;
    }
    if (patterns.size < PATTERNS_MAX) patterns.set(value, known);
  }
  return known;
}

/** Patterns whose verdict is remembered: documents repeat a few. */
const PATTERNS_MAX = 10_000;
