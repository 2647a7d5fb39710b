// The keywords of JSON Schema 2020-12 that are published. A keyword with another value than its own kind would make the
// whole schema unreadable for a strict client, so it is left out and reported.

import { type Holding, SCHEMA_KEYWORDS } from "@toolcrib/core";

const TYPES = ["null", "boolean", "object", "array", "number", "string", "integer"];
const COUNTS = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains"];

/** Names that are published beside what judging reads. */
const SAID: Readonly<Record<string, (value: unknown) => boolean>> = {
  const: () => true,
  default: () => true,
  description: (value) => typeof value === "string",
  contentEncoding: (value) => typeof value === "string",
  contentMediaType: (value) => typeof value === "string",
  deprecated: (value) => typeof value === "boolean",
};

/** Keywords of a reference or of a whole document, and of older dialects. */
const NOT_HERE = ["$ref", "$id", "$anchor", "$schema", "$defs", "definitions", "additionalItems", "dependencies"];

/** Narrower than what judging needs. */
const STRICT: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => (typeof value === "string" ? TYPES.includes(value) : isTypes(value as readonly string[])),
  enum: (value) => (value as readonly unknown[]).length > 0,
  required: (value) => isSet(value as readonly unknown[]),
  items: (value) => !Array.isArray(value),
  allOf: isFilled,
  anyOf: isFilled,
  oneOf: isFilled,
  prefixItems: isFilled,
  exclusiveMinimum: (value) => typeof value === "number",
  exclusiveMaximum: (value) => typeof value === "number",
  multipleOf: (value) => (value as number) > 0,
  pattern: isPattern,
  ...Object.fromEntries(COUNTS.map((name) => [name, (value: unknown) => Number.isInteger(value) && (value as number) >= 0])),
};

/** A keyword that is published. */
export interface PublishedKeyword {
  readonly isValid: (value: unknown) => boolean;
  readonly holding: Holding | undefined;
}

/** One look for each keyword of each schema of a document. */
export const PUBLISHED: ReadonlyMap<string, PublishedKeyword> = new Map<string, PublishedKeyword>([
  ...Object.entries(SAID).map(([name, isValid]) => [name, { isValid, holding: undefined }] as const),
  ...[...SCHEMA_KEYWORDS]
    .filter(([name]) => !NOT_HERE.includes(name))
    .map(([name, { holds, holding }]) => {
      const strict = STRICT[name];
      const isValid = strict === undefined ? holds : (value: unknown) => holds(value) && strict(value);
      return [name, { isValid, holding }] as const;
    }),
]);

function isTypes(list: readonly string[]): boolean {
  return list.length > 0 && isSet(list) && list.every((name) => TYPES.includes(name));
}

function isFilled(value: unknown): boolean {
  return (value as readonly unknown[]).length > 0;
}

function isSet(list: readonly unknown[]): boolean {
  return new Set(list).size === list.length;
}

const patterns = new Map<string, boolean>();
/** Patterns whose verdict is remembered: documents repeat a few. */
const PATTERNS_MAX = 10_000;

/** As a strict client reads it: ECMA-262 with the `u` flag. */
function isPattern(value: unknown): boolean {
  const text = value as string;
  const known = patterns.get(text);
  if (known !== undefined) return known;
  let isRegExp = true;
  try {
    new RegExp(text, "u");
  } catch {
    isRegExp = false;
  }
  if (patterns.size < PATTERNS_MAX) patterns.set(text, isRegExp);
  return isRegExp;
}

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
