// The schemas an author may hand in, and what TypeScript infers from each. TypeBox is known by its shape alone:
// importing its types here would put it into every reader of this package.

import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import type { JsonSchema } from "@toolcrib/core";

/** What TypeBox adds to its JSON Schemas for TypeScript's eyes. */
export interface TypeBoxSchema {
  readonly params: unknown[];
  readonly static: unknown;
}

/** Zod 4, ArkType, Valibot (through its converter) and everything else that speaks Standard JSON Schema. */
export type StandardSchema = StandardSchemaV1;

/** The two halves of a Standard Schema: the check, and where the library has it, the JSON Schema of either side. */
export type StandardProps = StandardSchemaV1.Props & Partial<StandardJSONSchemaV1.Props>;

/** What a Standard Schema's own check found. */
export type StandardIssue = StandardSchemaV1.Issue;

/** Any schema an author may write. */
export type ToolSchema = StandardSchemaV1 | TypeBoxSchema | JsonSchema;

/** The type a handler gets: what the schema makes of its input. */
export type Parsed<Schema> =
  Schema extends StandardSchemaV1<unknown, infer Value>
    ? Value
    : Schema extends TypeBoxSchema
      ? (Schema & { params: [] })["static"]
      : Readonly<Record<string, unknown>>;

/** The type a handler must return for its output schema; without one, any JSON value. */
export type Returned<Schema> =
  Schema extends StandardSchemaV1<unknown, infer Value>
    ? Value
    : Schema extends TypeBoxSchema
      ? (Schema & { params: [] })["static"]
      : unknown;
