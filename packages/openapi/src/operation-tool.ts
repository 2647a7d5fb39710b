// One operation as a tool: its listing, and a handler that writes its request.

import { EFFECTS, type Effects, isObject, type JsonSchema, type ToolAnnotations, type ToolContract } from "@toolcrib/core";
import { type Listing, type Tool, type ToolContext, WrittenInput, writtenTool } from "@toolcrib/tools/run";
import type { Api } from "./api.ts";
import type { Report } from "./diagnostics.ts";
import { type Operation, SAFE_METHODS } from "./operation.ts";
import { NO_OVERRIDES, type ToolOverrides } from "./overrides.ts";
import type { References } from "./references.ts";
import { toRequestShape } from "./request-shape.ts";
import type { SchemaSlicer } from "./schema-slice.ts";
import type { Arguments } from "./to-request.ts";
import { type InputParts, toInputJson } from "./tool-input.ts";
import { DESCRIPTION_MAX_BYTES, describeOperation } from "./tool-texts.ts";

export interface ToolOptions {
  /** Bytes of a tool's description. Default: 1,024. */
  readonly descriptionMaxBytes?: number;
  /** How long a call may stay silent, in milliseconds. Default: 60,000. */
  readonly timeoutMs?: number;
}

export interface ToolParts {
  readonly slicer: SchemaSlicer;
  readonly report: Report;
  readonly references: References;
  readonly api: Api;
  readonly options: ToolOptions;
  readonly input: InputParts;
}

const RESPONSE = Symbol.for("toolcrib.response");
const OPERATION = Symbol.for("toolcrib.operation");

/** The schema of a tool's answer, where its operation has one; it is not published unless `publishOutput` says so. */
export function responseSchemaOf(tool: Tool): JsonSchema | undefined {
  return (tool as { readonly [RESPONSE]?: () => JsonSchema | undefined })[RESPONSE]?.();
}

/** Which operation a tool calls; undefined for a tool that comes from no document. */
export function operationOf(tool: Tool): { readonly method: string; readonly path: string; readonly id: string | undefined } | undefined {
  return (tool as { readonly [OPERATION]?: Operation })[OPERATION];
}

/** Methods that do the same once or twice (RFC 9110 section 9.2.2), beside those that change nothing. */
const IDEMPOTENT = ["PUT", "DELETE"];

export function toTool(name: string, operation: Operation, overrides: ToolOverrides, parts: ToolParts): Tool {
  const { report, options, input, slicer } = parts;
  const output = overrides.publishOutput === true ? toResponseSchema(operation, slicer) : undefined;
  const isSafe = SAFE_METHODS.includes(operation.method);
  const effects = overrides.effects ?? (isSafe ? "none" : "external");
  const description = overrides.description ?? describeOperation(operation, options.descriptionMaxBytes ?? DESCRIPTION_MAX_BYTES, report);
  const inputJson = toInputJson(operation, input);
  const definition = toDefinition(name, operation, { description, effects }, parts);
  const listing: Listing = { title: operation.summary, annotations: annotationsOf(effects, operation.method), isSound: true };
  if (overrides === NO_OVERRIDES && options.timeoutMs === undefined)
    return writtenTool(definition, listing, new WrittenInput(inputJson, CONTRACTS[isSafe ? "safe" : "other"]));
  override(definition, overrides, output);
  return writtenTool(definition, listing, new WrittenInput(inputJson));
}

/** How long a call may stay silent, in milliseconds, unless somebody says otherwise. */
const TIMEOUT_MS = 60_000;

/** What a tool declares of which nobody says anything beyond its operation. */
const CONTRACTS: Readonly<Record<"safe" | "other", ToolContract>> = {
  safe: { version: 1, effects: "none", idempotency: "none", approval: "never", timeoutMs: TIMEOUT_MS },
  other: { version: 1, effects: "external", approval: "never", timeoutMs: TIMEOUT_MS },
};

interface Written {
  readonly description: string;
  readonly effects: Effects;
}

function toDefinition(
  name: string,
  operation: Operation,
  { description, effects }: Written,
  { slicer, references, api, options }: ToolParts,
): Changeable<Definition> {
  const call = api.call(name, () => toRequestShape(operation, references));
  const definition: Changeable<Definition> = {
    description,
    effects,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    execute: (args: unknown, context: ToolContext) => call(args as Arguments, context),
  };
  if (effects === "none") definition.idempotency = "none";
  definition[RESPONSE] = () => toResponseSchema(operation, slicer);
  definition[OPERATION] = operation;
  return definition;
}

/** What was said of a tool beyond what its operation says. */
function override(
  definition: Changeable<Definition>,
  { idempotency, approval, timeoutMs }: ToolOverrides,
  output: JsonSchema | undefined,
): void {
  if (output !== undefined) definition.output = output;
  if (idempotency !== undefined) definition.idempotency = idempotency;
  if (approval !== undefined) definition.approval = approval;
  if (timeoutMs !== undefined) definition.timeoutMs = timeoutMs;
}

type Changeable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** A tool without its input, and what it keeps of where it came from. */
interface Definition extends Omit<Tool, "input"> {
  readonly [RESPONSE]?: () => JsonSchema | undefined;
  readonly [OPERATION]?: Operation;
}

/** One object for all tools that are alike. */
const ANNOTATIONS = new Map<string, ToolAnnotations>();

function annotationsOf(effects: Effects, method: string): ToolAnnotations {
  const isIdempotent = IDEMPOTENT.includes(method);
  const key = `${effects} ${isIdempotent}`;
  const known = ANNOTATIONS.get(key);
  if (known !== undefined) return known;
  const annotations = { ...EFFECTS[effects].annotations, ...(isIdempotent ? { idempotentHint: true } : {}), openWorldHint: true };
  ANNOTATIONS.set(key, annotations);
  return annotations;
}

function toResponseSchema(operation: Operation, slicer: SchemaSlicer): JsonSchema | undefined {
  const { pointer } = operation;
  const response = operation.response();
  if (response === undefined) return undefined;
  const where = `${pointer}/responses`;
  const { schema, references } = slicer.convert(response, "output", where);
  if (!isObject(schema)) return undefined;
  const json = JSON.stringify(schema);
  return JSON.parse(slicer.close({ json, references, chars: json.length }, "output", where));
}
