// An OpenAPI document in, tools out: every operation that can be called, under a name, with its arguments' schema, and a
// handler that writes the request.

import { EFFECTS, type Effects, isObject, type JsonSchema, StartError, type ToolAnnotations } from "@toolcrib/core";
import { forwardedTool, type Tool, type ToolContext } from "@toolcrib/tools/run";
import { Api, type ApiOptions } from "./api.ts";
import { createDiagnostics, type Diagnostic, type Report } from "./diagnostics.ts";
import { readDocument, versionOf } from "./document.ts";
import { createFilter, type OperationFilter } from "./filter.ts";
import { type Operation, SAFE_METHODS } from "./operation.ts";
import { type ToolOverrides, toOverrides } from "./overrides.ts";
import { readOperations } from "./read-operations.ts";
import { readSwaggerOperations } from "./read-swagger.ts";
import { References } from "./references.ts";
import { toRequestShape } from "./request-shape.ts";
import { SchemaSlicer } from "./schema-slice.ts";
import { placesOf, readSchemes } from "./security.ts";
import { createServers, createSwaggerServers, type ServerOptions } from "./server-url.ts";
import type { Arguments } from "./to-request.ts";
import { type InputParts, toInputSchema } from "./tool-input.ts";
import { toToolNames } from "./tool-name.ts";
import { ARGUMENT_DESCRIPTION_MAX_BYTES, DESCRIPTION_MAX_BYTES, describeOperation } from "./tool-texts.ts";

/** Characters of one tool's schema; deeper parts open beyond it. */
export const SCHEMA_MAX_CHARS = 16_384;

export interface OpenApiOptions extends ApiOptions, ServerOptions {
  /** Which operations become tools. Default: every one that can be called. */
  readonly include?: OperationFilter;
  /** Tools at most; the rest is reported. Default: unbounded. */
  readonly maxTools?: number;
  /** By operation id, or as `GET /path`: what a tool is beyond its operation. */
  readonly operations?: Readonly<Record<string, ToolOverrides>>;
  /** Bytes of a tool's description. Default: 1,024. */
  readonly descriptionMaxBytes?: number;
  /** Bytes of the description of a parameter or body. Default: 128. */
  readonly argumentDescriptionMaxBytes?: number;
  /** Characters of one tool's schema. Default: 16,384. */
  readonly schemaMaxChars?: number;
  /** How long a call may stay silent, in milliseconds. Default: 60,000. */
  readonly timeoutMs?: number;
  /** Further documents that references lead to, by URL, as `loadDocument` of `@toolcrib/openapi/node` gives them. */
  readonly documents?: ReadonlyMap<string, unknown>;
}

export interface OpenApiTools {
  readonly tools: Readonly<Record<string, Tool>>;
  /** What could not be taken as it stands. */
  readonly diagnostics: readonly Diagnostic[];
}

const RESPONSE = Symbol.for("toolcrib.response");
const OPERATION = Symbol.for("toolcrib.operation");

/**
 * The operations of a document as tools: `const { tools } = await openApiTools(document, { fetch })`.
 * @param document of OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0: JSON or YAML text, or what either parses to
 * @throws StartError `options_invalid` for a text that can't be read or is no such document, and for a missing fetch
 */
export async function openApiTools(document: string | object, options: OpenApiOptions): Promise<OpenApiTools> {
  checkOptions(options);
  const root = await readDocument(document);
  const version = versionOf(root);
  const { list, report } = createDiagnostics();
  const references = new References(new Map([...(options.documents ?? []), ["", root]]));
  const schemes = readSchemes(root, references);
  const credentialPlaces = placesOf(schemes);
  const reading = {
    document: root,
    references,
    options,
    report,
    serverOf: version === "2.0" ? createSwaggerServers(root, options) : createServers(options),
    parameters: new Map(),
    credentialPlaces,
  };
  const operations = version === "2.0" ? readSwaggerOperations(reading) : readOperations(reading);

  const overridden = operations.map((operation) => ({ operation, overrides: toOverrides(operation, givenFor(operation, options)) }));
  const isIncluded = createFilter(options.include);
  const taken = limit(
    overridden.filter(({ operation, overrides }) => overrides.enabled !== false && isIncluded(operation)),
    options.maxTools,
    report,
  );
  const servers = operations.flatMap(({ server }) => (server === undefined ? [] : [server]));
  if (servers.length === 0 && operations.length > 0)
    report("server_missing", "#/servers", 'no server is known; say one as "server", until then every call fails');
  const api = new Api(options, { schemes, server: servers[0] });
  const slicer = new SchemaSlicer({ references, version, report, maxChars: options.schemaMaxChars ?? SCHEMA_MAX_CHARS });
  const input = {
    slicer,
    references,
    report,
    descriptionMaxBytes: options.argumentDescriptionMaxBytes ?? ARGUMENT_DESCRIPTION_MAX_BYTES,
    shared: new Map(),
  };
  const parts = { slicer, report, references, api, options, input };

  const names = toToolNames(
    taken.map(({ operation, overrides }) => (overrides.name === undefined ? operation : { ...operation, id: overrides.name })),
  );
  // Without a prototype: any name may come, and as many as a document has.
  const tools: Record<string, Tool> = Object.create(null);
  for (const [index, { operation, overrides }] of taken.entries()) {
    const name = names[index] ?? "";
    try {
      tools[name] = toTool(name, operation, overrides, parts);
    } catch (error) {
      report("operation_skipped", operation.pointer, error instanceof Error ? error.message : String(error));
    }
  }
  return { tools, diagnostics: list };
}

function checkOptions(options: OpenApiOptions | undefined): void {
  const problems: string[] = [];
  if (typeof options?.fetch !== "function")
    problems.push("openApiTools needs fetch: the one that may reach the API, openApiTools(document, { fetch })");
  const { documentUrl } = options ?? {};
  if (documentUrl !== undefined && !URL.canParse(documentUrl))
    problems.push(`documentUrl ${JSON.stringify(documentUrl)} is no URL; write it as https://api.example.com/openapi.json`);
  if (problems.length > 0) throw new StartError("options_invalid", problems);
}

/** The schema of a tool's answer, where its operation has one; it is not published unless `publishOutput` says so. */
export function responseSchemaOf(tool: Tool): JsonSchema | undefined {
  return (tool as { readonly [RESPONSE]?: () => JsonSchema | undefined })[RESPONSE]?.();
}

/** Which operation a tool calls; undefined for a tool that comes from no document. */
export function operationOf(tool: Tool): { readonly method: string; readonly path: string; readonly id: string | undefined } | undefined {
  return (tool as { readonly [OPERATION]?: Operation })[OPERATION];
}

function givenFor({ id, method, path }: Operation, { operations }: OpenApiOptions): ToolOverrides | undefined {
  if (operations === undefined) return undefined;
  const keys = [...(id === undefined ? [] : [id]), `${method} ${path}`];
  const key = keys.find((name) => Object.hasOwn(operations, name));
  return key === undefined ? undefined : operations[key];
}

function limit<Item extends { readonly operation: Operation }>(
  items: readonly Item[],
  maxTools: number | undefined,
  report: Report,
): readonly Item[] {
  if (maxTools === undefined || items.length <= maxTools) return items;
  for (const { operation } of items.slice(maxTools))
    report("over_limit", operation.pointer, `there are ${items.length} tools, and maxTools is ${maxTools}`);
  return items.slice(0, maxTools);
}

interface ToolParts {
  readonly slicer: SchemaSlicer;
  readonly report: Report;
  readonly references: References;
  readonly api: Api;
  readonly options: OpenApiOptions;
  readonly input: InputParts;
}

/** Methods that do the same once or twice (RFC 9110 section 9.2.2), beside those that change nothing. */
const IDEMPOTENT = ["PUT", "DELETE"];

function toTool(name: string, operation: Operation, overrides: ToolOverrides, parts: ToolParts): Tool {
  const { slicer, report, references, api, options, input } = parts;
  const descriptionMaxBytes = options.descriptionMaxBytes ?? DESCRIPTION_MAX_BYTES;
  const isSafe = SAFE_METHODS.includes(operation.method);
  const effects: Effects = overrides.effects ?? (isSafe ? "none" : "external");
  const idempotency = overrides.idempotency ?? (effects === "none" ? "none" : undefined);
  const toResponse = () => toResponseSchema(operation, slicer);
  const output = overrides.publishOutput === true ? toResponse() : undefined;
  const call = api.call(name, () => toRequestShape(operation, references));
  return forwardedTool(
    {
      description: overrides.description ?? describeOperation(operation, descriptionMaxBytes, report),
      input: toInputSchema(operation, input),
      ...(output === undefined ? {} : { output }),
      effects,
      ...(idempotency === undefined ? {} : { idempotency }),
      ...(overrides.approval === undefined ? {} : { approval: overrides.approval }),
      timeoutMs: overrides.timeoutMs ?? options.timeoutMs ?? 60_000,
      execute: (args: unknown, context: ToolContext) => call(args as Arguments, context),
      [RESPONSE]: toResponse,
      [OPERATION]: operation,
    } as Tool,
    { title: operation.summary, annotations: annotationsOf(effects, operation.method), isSound: true },
  );
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
  const { schema, references } = slicer.convert(response, "output", `${pointer}/responses`);
  return isObject(schema)
    ? slicer.close({ schema, references, chars: JSON.stringify(schema).length }, "output", `${pointer}/responses`)
    : undefined;
}
