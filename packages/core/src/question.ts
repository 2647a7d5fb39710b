// What a tool may ask a person: MCP's form elicitation, a flat object of primitive fields
// (2026-07-28, client/elicitation). A form that no client could show is refused before it is sent.

import type { JsonSchema } from "./json.ts";
import { compileSchema } from "./schema.ts";
import type { SchemaProblem } from "./schema-problems.ts";

/** A question to a person. */
export interface Question {
  /** What the person reads. */
  readonly message: string;
  /** A flat object schema: strings, numbers, integers, booleans, and choices from a list. */
  readonly form: JsonSchema;
  /** The question's name on the wire, for clients that answer by program. Default: `answer`. */
  readonly key?: string;
}

/** A person's answer: the fields of the form. */
export type Answer = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export const DEFAULT_QUESTION_KEY = "answer";

const text = { type: "string" };
const choices = { type: "array", items: text, minItems: 1 };
const titledChoices = {
  type: "array",
  minItems: 1,
  items: { type: "object", properties: { const: text, title: text }, required: ["const", "title"], additionalProperties: false },
};
const common = { title: text, description: text };

function field(properties: Record<string, unknown>, required: readonly string[] = []): JsonSchema {
  return { type: "object", properties: { ...common, ...properties }, required: ["type", ...required], additionalProperties: false };
}

const FIELDS: Readonly<Record<string, JsonSchema>> = {
  string: {
    anyOf: [
      field({
        type: { const: "string" },
        minLength: { type: "integer", minimum: 0 },
        maxLength: { type: "integer", minimum: 0 },
        pattern: text,
        format: { enum: ["email", "uri", "date", "date-time"] },
        default: text,
      }),
      field({ type: { const: "string" }, enum: choices, enumNames: choices, default: text }, ["enum"]),
      field({ type: { const: "string" }, oneOf: titledChoices, default: text }, ["oneOf"]),
    ],
  },
  number: field({ type: { const: "number" }, minimum: { type: "number" }, maximum: { type: "number" }, default: { type: "number" } }),
  integer: field({ type: { const: "integer" }, minimum: { type: "number" }, maximum: { type: "number" }, default: { type: "integer" } }),
  boolean: field({ type: { const: "boolean" }, default: { type: "boolean" } }),
  array: field(
    {
      type: { const: "array" },
      minItems: { type: "integer", minimum: 0 },
      maxItems: { type: "integer", minimum: 0 },
      items: {
        anyOf: [
          {
            type: "object",
            properties: { type: { const: "string" }, enum: choices },
            required: ["type", "enum"],
            additionalProperties: false,
          },
          { type: "object", properties: { anyOf: titledChoices }, required: ["anyOf"], additionalProperties: false },
        ],
      },
      default: { type: "array", items: text },
    },
    ["items"],
  ),
};

const FORM: JsonSchema = {
  type: "object",
  properties: {
    $schema: text,
    type: { const: "object" },
    properties: {
      type: "object",
      additionalProperties: {
        type: "object",
        properties: { type: { enum: Object.keys(FIELDS) } },
        required: ["type"],
        anyOf: Object.values(FIELDS),
      },
    },
    required: { type: "array", items: text },
    additionalProperties: { const: false },
  },
  required: ["type", "properties"],
  additionalProperties: false,
};

let formSchema: ReturnType<typeof compileSchema> | undefined;

/** What is wrong with a form, path by path; nothing when a client can show it. */
export function checkForm(form: unknown): readonly SchemaProblem[] {
  formSchema ??= compileSchema(FORM);
  return formSchema.judge(form);
}
