// An OpenAPI document in, tools out: every operation that can be called, under a name, with its arguments' schema, and a
// handler that writes the request.

import { StartError } from "@toolcrib/core";
import type { Tool } from "@toolcrib/tools/run";
import { Api, type ApiOptions } from "./api.ts";
import { createDiagnostics, type Diagnostic, type Report } from "./diagnostics.ts";
import { readDocument, versionOf } from "./document.ts";
import { createFilter, type OperationFilter } from "./filter.ts";
import type { Operation } from "./operation.ts";
import { type ToolOptions, toTool } from "./operation-tool.ts";
import { type ToolOverrides, toOverrides } from "./overrides.ts";
import { readOperations } from "./read-operations.ts";
import { readSwaggerOperations } from "./read-swagger.ts";
import { References } from "./references.ts";
import { SchemaSlicer } from "./schema-slice.ts";
import { placesOf, readSchemes } from "./security.ts";
import { createServers, createSwaggerServers, type ServerOptions } from "./server-url.ts";
import { type Named, toToolNames } from "./tool-name.ts";
import { ARGUMENT_DESCRIPTION_MAX_BYTES } from "./tool-texts.ts";

/** Characters of one tool's schema; deeper parts open beyond it. */
export const SCHEMA_MAX_CHARS = 16_384;

export interface OpenApiOptions extends ApiOptions, ServerOptions, ToolOptions {
  /** Which operations become tools. Default: every one that can be called. */
  readonly include?: OperationFilter;
  /** Tools at most; the rest is reported. Default: unbounded. */
  readonly maxTools?: number;
  /** By operation id, or as `GET /path`: what a tool is beyond its operation. */
  readonly operations?: Readonly<Record<string, ToolOverrides>>;
  /** Bytes of the description of a parameter or body. Default: 128. */
  readonly argumentDescriptionMaxBytes?: number;
  /** Characters of one tool's schema. Default: 16,384. */
  readonly schemaMaxChars?: number;
  /** Further documents that references lead to, by URL, as `loadDocument` of `@toolcrib/openapi/node` gives them. */
  readonly documents?: ReadonlyMap<string, unknown>;
}

export interface OpenApiTools {
  readonly tools: Readonly<Record<string, Tool>>;
  /** What could not be taken as it stands. */
  readonly diagnostics: readonly Diagnostic[];
}

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
    argumentOf: new Map(),
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
  const server = operations.find((operation) => operation.server !== undefined)?.server;
  if (server === undefined && operations.length > 0)
    report("server_missing", "#/servers", 'no server is known; say one as "server", until then every call fails');
  const api = new Api(options, { schemes, server });
  const slicer = new SchemaSlicer({ references, version, report, maxChars: options.schemaMaxChars ?? SCHEMA_MAX_CHARS });
  const input = {
    slicer,
    references,
    report,
    descriptionMaxBytes: options.argumentDescriptionMaxBytes ?? ARGUMENT_DESCRIPTION_MAX_BYTES,
    shared: new Map(),
  };
  const parts = { slicer, report, references, api, options, input };

  const names = toToolNames(taken.map(toNamed));
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

function givenFor({ id, method, path }: Operation, { operations }: OpenApiOptions): ToolOverrides | undefined {
  if (operations === undefined) return undefined;
  const keys = [...(id === undefined ? [] : [id]), `${method} ${path}`];
  const key = keys.find((name) => Object.hasOwn(operations, name));
  return key === undefined ? undefined : operations[key];
}

function toNamed({ operation, overrides: { name } }: { readonly operation: Operation; readonly overrides: ToolOverrides }): Named {
  const { method, path, pointer } = operation;
  return name === undefined ? operation : { id: name, method, path, pointer };
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
