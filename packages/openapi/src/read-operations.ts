// The operations of a document of OpenAPI 3.0, 3.1 or 3.2. A bad operation is a diagnostic, never the end of the others.

import { isObject } from "@toolcrib/core";
import { type Report, step } from "./diagnostics.ts";
import type { DocumentObject } from "./document.ts";
import { isFile } from "./file-schema.ts";
import { pickMediaType } from "./media-type.ts";
import {
  BODILESS_METHODS,
  type Body,
  type Encoding,
  FORBIDDEN_METHODS,
  METHODS,
  NOT_PARAMETERS,
  type Operation,
  type Parameter,
  type ParameterLocation,
  type SecuritySets,
  type Style,
} from "./operation.ts";
import type { Located, References } from "./references.ts";
import type { ServerOptions } from "./server-url.ts";

export interface Reading {
  readonly document: DocumentObject;
  readonly references: References;
  readonly options: ServerOptions;
  readonly report: Report;
  /** The base URL by the nearest list of servers. */
  readonly serverOf: (lists: readonly unknown[]) => string | undefined;
  /** Parameters that were read: most are shared by reference. */
  readonly parameters: Map<object, Parameter | undefined>;
  /** Where API keys go, as `query key`; names of headers in lower case. */
  readonly credentialPlaces: ReadonlySet<string>;
}

/** Where a parameter goes unless it says otherwise (Parameter Object, `style`). */
const DEFAULT_STYLE: Readonly<Record<ParameterLocation, Style>> = {
  path: "simple",
  query: "form",
  header: "simple",
  cookie: "form",
  querystring: "form",
};

// What follows runs for each of the thousands of operations of a large document, mostly before any of it is compiled:
// so loops, and no list that is made to be thrown away.

export function readOperations(reading: Reading): readonly Operation[] {
  const { paths } = reading.document;
  const operations: Operation[] = [];
  if (isObject(paths)) for (const path of Object.keys(paths)) readPathItem(reading, path, paths[path], operations);
  return operations;
}

function readPathItem(reading: Reading, path: string, value: unknown, operations: Operation[]): void {
  if (path.startsWith("x-")) return;
  const pointer = step("#/paths", path);
  const found = reading.references.follow({ value, base: "" });
  if (!isObject(found?.value) || !path.startsWith("/")) {
    reading.report("operation_skipped", pointer, path.startsWith("/") ? "the path item can't be found" : "a path begins with a slash");
    return;
  }
  const item = found.value;
  const { base } = found;
  const add = (method: string, operation: unknown, where: string) => {
    try {
      operations.push(readOperation(reading, { path, method, item, operation, base, pointer: where }));
    } catch (error) {
      reading.report("operation_skipped", where, error instanceof Error ? error.message : String(error));
    }
  };
  for (const method of METHODS) if (item[method] !== undefined) add(method.toUpperCase(), item[method], `${pointer}/${method}`);
  const { additionalOperations } = item;
  if (!isObject(additionalOperations)) return;
  // Sent as they are written (Path Item Object, `additionalOperations`).
  for (const method of Object.keys(additionalOperations))
    add(method, additionalOperations[method], step(pointer, "additionalOperations", method));
}

interface Found {
  readonly path: string;
  readonly method: string;
  readonly item: DocumentObject;
  readonly operation: unknown;
  readonly base: string;
  readonly pointer: string;
}

function readOperation(reading: Reading, { path, method, item, operation, base, pointer }: Found): Operation {
  if (!isObject(operation)) throw new Error("the operation is not an object");
  const { document, serverOf } = reading;
  if (FORBIDDEN_METHODS.includes(method.toUpperCase())) throw new Error(`${method} can't be sent by fetch`);
  const { operationId, tags, requestBody } = operation;
  return {
    method,
    path,
    id: textOf(operationId),
    summary: textOf(operation.summary) ?? textOf(item.summary),
    description: textOf(operation.description) ?? textOf(item.description),
    tags: Array.isArray(tags) ? tags : NONE,
    deprecated: operation.deprecated === true,
    parameters: readParameters(reading, item.parameters, operation.parameters, base, pointer),
    body: requestBody === undefined ? undefined : readAnyBody(reading, requestBody, method, base, pointer),
    security: toSecurity(operation.security ?? document.security),
    server: serverOf([operation.servers, item.servers, document.servers]),
    response: () => readResponse(reading, operation.responses, base),
    extensions: extensionsOf(document, item, operation),
    pointer,
  };
}

const NONE: readonly never[] = [];

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** What `x-mcp` says of the document, the path and the operation; empty where none says anything. */
export function extensionsOf(document: DocumentObject, item: DocumentObject, operation: DocumentObject): readonly unknown[] {
  const [root, path, own] = [document["x-mcp"], item["x-mcp"], operation["x-mcp"]];
  return root === undefined && path === undefined && own === undefined ? NONE : [root, path, own];
}

export function toSecurity(value: unknown): SecuritySets | undefined {
  if (!Array.isArray(value)) return undefined;
  return (value.every(isObject) ? value : value.filter(isObject)) as unknown as SecuritySets;
}

/** Those of the operation win over those of the path by name and place. */
function readParameters(reading: Reading, ofPath: unknown, ofOperation: unknown, base: string, pointer: string): readonly Parameter[] {
  const own = readList(reading, ofOperation, base, pointer);
  if (!Array.isArray(ofPath) || ofPath.length === 0) return own;
  const inherited = readList(reading, ofPath, base, pointer);
  return [...inherited.filter((one) => !own.some((other) => isSamePlace(one, other))), ...own];
}

function readList(reading: Reading, list: unknown, base: string, pointer: string): readonly Parameter[] {
  if (!Array.isArray(list) || list.length === 0) return NONE;
  const parameters: Parameter[] = [];
  for (let index = 0; index < list.length; index += 1) {
    const parameter = readParameter(reading, { value: list[index], base });
    if (parameter === undefined)
      reading.report("parameter_skipped", step(pointer, "parameters", index), "the parameter can't be found or read");
    else if (isArgument(reading, parameter, pointer) && !parameters.some((other) => isSamePlace(parameter, other)))
      parameters.push(parameter);
  }
  return parameters;
}

/** A header that `fetch` or the body writes is none, and neither is the place of a credential: no model fills it in. */
export function isArgument({ credentialPlaces, report }: Reading, parameter: Parameter, pointer: string): boolean {
  const name = parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
  if (parameter.in === "header" && NOT_PARAMETERS.includes(name)) return false;
  if (!credentialPlaces.has(`${parameter.in} ${name}`)) return true;
  report("parameter_skipped", step(pointer, "parameters", parameter.name), "the parameter is where the API key goes; it is no argument");
  return false;
}

function isSamePlace(one: Parameter, other: Parameter): boolean {
  return one.name === other.name && one.in === other.in;
}

function readParameter({ document, references, parameters }: Reading, located: Located): Parameter | undefined {
  const found = references.follow(located);
  if (found === undefined || !isObject(found.value)) return undefined;
  if (!parameters.has(found.value)) parameters.set(found.value, toParameter(found.value, found.base, document));
  return parameters.get(found.value);
}

function toParameter(value: DocumentObject, base: string, { openapi }: DocumentObject): Parameter | undefined {
  const { name, required, description, style, explode, allowReserved, schema, content } = value;
  const location = value.in as ParameterLocation;
  if (typeof name !== "string" || !Object.hasOwn(DEFAULT_STYLE, String(location))) return undefined;
  const [contentType, media] = isObject(content) ? (Object.entries(content)[0] ?? []) : [];
  const used = (typeof style === "string" ? style : DEFAULT_STYLE[location]) as Style;
  return {
    name,
    in: location,
    // A path without one of its values is another path.
    required: required === true || location === "path",
    ...(typeof description === "string" ? { description } : {}),
    schema: { value: contentType === undefined ? (schema ?? {}) : isObject(media) ? (media.schema ?? {}) : {}, base },
    style: used,
    explode: typeof explode === "boolean" ? explode : used === "form" || used === "cookie" || used === "deepObject",
    // Elsewhere than in a query it came with 3.2.
    allowReserved: allowReserved === true && (location === "query" || /^3\.[2-9]/.test(String(openapi))),
    ...(contentType === undefined ? {} : { contentType }),
  };
}

function readAnyBody(reading: Reading, value: unknown, method: string, base: string, pointer: string): Body | undefined {
  if (!BODILESS_METHODS.includes(method)) return readBody(reading, value, base, pointer);
  reading.report("parameter_skipped", step(pointer, "requestBody"), `fetch sends no body with ${method}; the tool has none`);
  return undefined;
}

function readBody({ references, report }: Reading, value: unknown, base: string, pointer: string): Body | undefined {
  const found = references.follow({ value, base });
  const content = isObject(found?.value) && isObject(found.value.content) ? found.value.content : undefined;
  const mediaType = pickMediaType(Object.keys(content ?? {}));
  if (found === undefined || content === undefined || mediaType === undefined) {
    if (found === undefined || content === undefined)
      report("reference_unresolved", step(pointer, "requestBody"), "the request body can't be found or read; the tool has none");
    return undefined;
  }
  const { required, description } = found.value as DocumentObject;
  const media = references.follow({ value: content[mediaType], base: found.base }) ?? { value: {}, base };
  const { schema: own, itemSchema, encoding } = isObject(media.value) ? media.value : {};
  const schema = { value: own ?? (itemSchema === undefined ? {} : { type: "array", items: itemSchema }), base: media.base };
  return {
    required: required === true,
    ...(typeof description === "string" ? { description } : {}),
    // Of these ranges only the schema says whether it is JSON.
    mediaType:
      ["*/*", "application/*"].includes(mediaType) && isFile(references.follow(schema)?.value) ? "application/octet-stream" : mediaType,
    schema,
    encodings: toEncodings(encoding),
  };
}

function toEncodings(value: unknown): Readonly<Record<string, Encoding>> {
  const entries = Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, DocumentObject] => isObject(entry[1]));
  return Object.fromEntries(
    entries.map(([name, { contentType, style, explode, allowReserved }]) => [
      name,
      {
        ...(typeof contentType === "string" ? { contentType } : {}),
        ...(typeof style === "string" ? { style: style as Style } : {}),
        ...(typeof explode === "boolean" ? { explode } : {}),
        ...(typeof allowReserved === "boolean" ? { allowReserved } : {}),
      },
    ]),
  );
}

/** The schema of the lowest 2xx answer in JSON. */
function readResponse({ references }: Reading, responses: unknown, base: string): Located | undefined {
  const statuses = Object.keys(isObject(responses) ? responses : {}).filter((status) => /^2/.test(status));
  for (const status of statuses.sort()) {
    const found = references.follow({ value: (responses as DocumentObject)[status], base });
    const content = isObject(found?.value) && isObject(found.value.content) ? found.value.content : {};
    const mediaType = Object.keys(content).find((name) => /[/+]json\b/i.test(name));
    const media = mediaType === undefined ? undefined : content[mediaType];
    if (found !== undefined && isObject(media) && media.schema !== undefined) return { value: media.schema, base: found.base };
  }
  return undefined;
}
