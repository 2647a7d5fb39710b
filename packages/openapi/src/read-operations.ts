// The operations of a document of OpenAPI 3.0, 3.1 or 3.2. A bad operation is a diagnostic, never the end of the others.

import { isObject } from "@toolcrib/core";
import { type Report, step } from "./diagnostics.ts";
import type { DocumentObject } from "./document.ts";
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
}

/** Where a parameter goes unless it says otherwise (Parameter Object, `style`). */
const DEFAULT_STYLE: Readonly<Record<ParameterLocation, Style>> = {
  path: "simple",
  query: "form",
  header: "simple",
  cookie: "form",
  querystring: "form",
};

export function readOperations(reading: Reading): readonly Operation[] {
  const { paths } = reading.document;
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) => readPathItem(reading, path, item));
}

function readPathItem(reading: Reading, path: string, value: unknown): readonly Operation[] {
  const pointer = step("#/paths", path);
  if (path.startsWith("x-")) return [];
  const item = reading.references.follow({ value, base: "" });
  if (item === undefined || !isObject(item.value) || !path.startsWith("/")) {
    reading.report("operation_skipped", pointer, path.startsWith("/") ? "the path item can't be found" : "a path begins with a slash");
    return [];
  }
  const own = item.value;
  const further = isObject(own.additionalOperations) ? Object.entries(own.additionalOperations) : [];
  const listed = [...METHODS.filter((method) => own[method] !== undefined).map((method) => [method, own[method]] as const), ...further];
  return listed.flatMap(([method, operation]) => {
    const where = step(pointer, ...(further.some(([name]) => name === method) ? ["additionalOperations"] : []), method);
    try {
      return [readOperation(reading, { path, method, item: own, operation, base: item.base, pointer: where })];
    } catch (error) {
      reading.report("operation_skipped", where, error instanceof Error ? error.message : String(error));
      return [];
    }
  });
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
  // Further methods are sent as they are written (Path Item Object, `additionalOperations`).
  const sent = METHODS.some((known) => known === method) ? method.toUpperCase() : method;
  if (FORBIDDEN_METHODS.includes(sent.toUpperCase())) throw new Error(`${sent} can't be sent by fetch`);
  return {
    method: sent,
    path,
    id: typeof operation.operationId === "string" && operation.operationId !== "" ? operation.operationId : undefined,
    ...textsOf(operation, item),
    tags: Array.isArray(operation.tags) ? operation.tags.map(String) : [],
    deprecated: operation.deprecated === true,
    parameters: readParameters(reading, [item.parameters, operation.parameters], base, pointer),
    body: BODILESS_METHODS.includes(sent)
      ? withoutBody(reading, operation.requestBody, sent, pointer)
      : readBody(reading, operation.requestBody, base, pointer),
    security: toSecurity(operation.security) ?? toSecurity(document.security),
    server: serverOf([operation.servers, item.servers, document.servers]),
    response: () => readResponse(reading, operation.responses, base),
    extensions: [document["x-mcp"], item["x-mcp"], operation["x-mcp"]],
    pointer,
  };
}

export function textsOf(operation: DocumentObject, item: DocumentObject): { readonly summary?: string; readonly description?: string } {
  const pick = (name: "summary" | "description") => [operation[name], item[name]].find((text) => typeof text === "string" && text !== "");
  const [summary, description] = [pick("summary"), pick("description")] as (string | undefined)[];
  return { ...(summary === undefined ? {} : { summary }), ...(description === undefined ? {} : { description }) };
}

export function toSecurity(value: unknown): SecuritySets | undefined {
  return Array.isArray(value) ? (value.filter(isObject) as unknown as SecuritySets) : undefined;
}

/** Those of the operation win over those of the path by name and place. */
function readParameters(reading: Reading, lists: readonly unknown[], base: string, pointer: string): readonly Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const list of lists) {
    if (!Array.isArray(list)) continue;
    for (const [index, value] of list.entries()) {
      const parameter = readParameter(reading, { value, base });
      if (parameter === undefined)
        reading.report("parameter_skipped", step(pointer, "parameters", index), "the parameter can't be found or read");
      else if (!(parameter.in === "header" && NOT_PARAMETERS.includes(parameter.name.toLowerCase())))
        parameters.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  return [...parameters.values()];
}

function readParameter({ references, parameters }: Reading, located: Located): Parameter | undefined {
  const found = references.follow(located);
  if (found === undefined || !isObject(found.value)) return undefined;
  if (!parameters.has(found.value)) parameters.set(found.value, toParameter(found.value, found.base));
  return parameters.get(found.value);
}

function toParameter(value: DocumentObject, base: string): Parameter | undefined {
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
    allowReserved: allowReserved === true,
    ...(contentType === undefined ? {} : { contentType }),
  };
}

function withoutBody({ report }: Reading, value: unknown, method: string, pointer: string): undefined {
  if (value !== undefined)
    report("parameter_skipped", step(pointer, "requestBody"), `fetch sends no body with ${method}; the tool has none`);
}

function readBody({ references, report }: Reading, value: unknown, base: string, pointer: string): Body | undefined {
  if (value === undefined) return undefined;
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
  const { schema, itemSchema, encoding } = isObject(media.value) ? media.value : {};
  return {
    required: required === true,
    ...(typeof description === "string" ? { description } : {}),
    mediaType,
    schema: { value: schema ?? (itemSchema === undefined ? {} : { type: "array", items: itemSchema }), base: media.base },
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
