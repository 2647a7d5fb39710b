// The door to the JSON Schema interpreter: the only file that imports it. It judges without generating code, so it
// runs where `new Function` is forbidden (Workers, strict CSPs), and it never fetches: a `$ref` that the schema
// itself does not answer is refused when the schema is compiled.

import { dereference, type OutputUnit, type Schema, type SchemaDraft, validate } from "@cfworker/json-schema";
import { isObject, type JsonSchema } from "./json.ts";
import { SCHEMA_ERRORS_MAX, UNIQUE_ITEMS_MAX } from "./limits.ts";
import { checkKeywords } from "./schema-keywords.ts";
import { describeProblems, type SchemaProblem } from "./schema-problems.ts";
import { visitSchema } from "./schema-walk.ts";

export interface CompiledSchema {
  /** Every path that fails (of very many, the first) and what is wrong there; empty when the value fits. Quotes the schema, never the value. */
  judge(value: unknown): readonly SchemaProblem[];
}

/** Which dialect a schema's `$schema` names. No `$schema` means 2020-12, as MCP has it. */
const DRAFTS: readonly (readonly [pattern: RegExp, draft: SchemaDraft])[] = [
  [/draft-0[34]/, "4"],
  [/draft-0[67]/, "7"],
  [/2019-09/, "2019-09"],
  [/2020-12/, "2020-12"],
];

/** Keywords the interpreter would pass over, so that it would allow what the schema forbids. */
const UNREADABLE = ["$dynamicRef", "$recursiveRef"];

/**
 * Prepares a schema for judging. The schema is copied; the original stays as it is.
 * @throws Error whose message says what can't be read: an unresolved `$ref`, an unknown dialect, an unreadable keyword
 */
export function compileSchema(schema: JsonSchema): CompiledSchema {
  const copy = JSON.parse(JSON.stringify(schema)) as Schema;
  visitSchema(copy, checkKeywords);
  const draft = toDraft(copy.$schema);
  const lookup = dereference(copy);
  for (const node of Object.values(lookup)) if (typeof node === "object") checkNode(node, lookup);
  const limitsUniqueItems = Object.values(lookup).some((node) => typeof node === "object" && node.uniqueItems === true);

  return {
    judge(value) {
      if (limitsUniqueItems && hasLongerArray(value, UNIQUE_ITEMS_MAX)) {
        return [{ path: "", message: `expected no array of more than ${UNIQUE_ITEMS_MAX} items, as items must be unique` }];
      }
      let errors: readonly OutputUnit[];
      try {
        const verdict = validate(value, copy, draft, lookup, false);
        if (verdict.valid) return [];
        errors = verdict.errors;
      } catch (error) {
        // The interpreter spreads its errors as arguments: a hundred thousand of them end in a RangeError.
        if (error instanceof RangeError) return [{ path: "", message: "expected fewer members that do not fit the schema" }];
        // It percent-encodes the names of members: half a surrogate pair ends in a URIError.
        if (error instanceof URIError) return [{ path: "", message: "expected member names of well-formed Unicode" }];
        throw error;
      }
      return describeProblems(errors.slice(0, SCHEMA_ERRORS_MAX), copy, lookup);
    },
  };
}

function toDraft(dialect: unknown): SchemaDraft {
  if (dialect === undefined) return "2020-12";
  const known = DRAFTS.find(([pattern]) => typeof dialect === "string" && pattern.test(dialect));
  if (known === undefined) throw new Error(`its $schema ${JSON.stringify(dialect)} is no dialect read here; leave it out for 2020-12`);
  return known[1];
}

function checkNode(node: Schema, lookup: Readonly<Record<string, unknown>>): void {
  const unreadable = UNREADABLE.find((keyword) => keyword in node);
  if (unreadable !== undefined) throw new Error(`it uses ${unreadable}, which is not read here; use $ref`);
  const target = node.__absolute_ref__;
  if (target !== undefined && lookup[target] === undefined) {
    throw new Error(
      `its $ref ${JSON.stringify(node.$ref)} points to nothing inside the schema; schemas are never fetched, so copy it into $defs`,
    );
  }
  for (const pattern of [node.pattern, ...Object.keys(isObject(node.patternProperties) ? node.patternProperties : {})]) {
    if (typeof pattern === "string") checkPattern(pattern);
  }
}

function checkPattern(pattern: string): void {
  try {
    new RegExp(pattern, "u");
  } catch {
    throw new Error(`its pattern ${JSON.stringify(pattern)} is no regular expression (ECMA-262, with the u flag)`);
  }
}

function hasLongerArray(value: unknown, maxItems: number): boolean {
  if (Array.isArray(value)) return value.length > maxItems || value.some((item) => hasLongerArray(item, maxItems));
  return isObject(value) && Object.values(value).some((item) => hasLongerArray(item, maxItems));
}
