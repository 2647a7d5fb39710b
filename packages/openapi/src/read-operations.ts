// The operations of a document of OpenAPI 3.0, 3.1 or 3.2. A bad operation is a diagnostic, never the end of the others.

import { isObject } from "@toolcrib/core";
import { step } from "./diagnostics.ts";
import type { DocumentObject } from "./document.ts";
import { isFile } from "./file-schema.ts";
import { pickMediaType } from "./media-type.ts";
import {
  BODILESS_METHODS,
  type Body,
  type Encoding,
  FORBIDDEN_METHODS,
  METHODS,
  type Operation,
  type Parameter,
  type SecuritySets,
  type Style,
} from "./operation.ts";
import { readParameters } from "./read-parameters.ts";
import { extensionsOf, type Reading, textOf, toSecurity } from "./reading.ts";
import type { Located } from "./references.ts";

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
  const place = { reading, path, item: found.value, base: found.base };
  readMethods(place, pointer, operations);
  const { additionalOperations } = place.item;
  if (!isObject(additionalOperations)) return;
  // Sent as they are written (Path Item Object, `additionalOperations`).
  for (const method of Object.keys(additionalOperations))
    readOperation(
      place,
      { method, operation: additionalOperations[method], pointer: step(pointer, "additionalOperations", method) },
      operations,
    );
}

function readMethods(place: Place, pointer: string, operations: Operation[]): void {
  const methods = METHODS.filter((method) => place.item[method] !== undefined);
  for (const method of methods)
    readOperation(place, { method: method.toUpperCase(), operation: place.item[method], pointer: `${pointer}/${method}` }, operations);
}

/** A path of the document. */
interface Place {
  readonly reading: Reading;
  readonly path: string;
  readonly item: DocumentObject;
  readonly base: string;
}

interface Found {
  readonly method: string;
  readonly operation: unknown;
  readonly pointer: string;
}

function readOperation(place: Place, found: Found, operations: Operation[]): void {
  try {
    operations.push(new DescribedOperation(place, found));
  } catch (error) {
    place.reading.report("operation_skipped", found.pointer, error instanceof Error ? error.message : String(error));
  }
}

/** What listing needs is read at once, the rest when it is asked for: most operations are never called. */
class DescribedOperation implements Operation {
  readonly method: string;
  readonly path: string;
  readonly pointer: string;
  readonly id: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly server: string | undefined;
  readonly #place: Place;
  readonly #operation: DocumentObject;

  constructor(place: Place, { method, operation, pointer }: Found) {
    if (!isObject(operation)) throw new Error("the operation is not an object");
    if (FORBIDDEN_METHODS.includes(method.toUpperCase())) throw new Error(`${method} can't be sent by fetch`);
    const { reading, path, item, base } = place;
    this.method = method;
    this.path = path;
    this.pointer = pointer;
    this.id = textOf(operation.operationId);
    this.summary = textOf(operation.summary) ?? textOf(item.summary);
    this.description = textOf(operation.description) ?? textOf(item.description);
    this.parameters = readParameters({ reading, base, pointer }, item.parameters, operation.parameters);
    this.body = operation.requestBody === undefined ? undefined : readAnyBody(reading, operation.requestBody, method, base, pointer);
    this.server = reading.serverOf([operation.servers, item.servers, reading.document.servers]);
    this.#place = place;
    this.#operation = operation;
  }

  get tags(): readonly unknown[] {
    const { tags } = this.#operation;
    return Array.isArray(tags) ? tags : NONE;
  }

  get deprecated(): boolean {
    return this.#operation.deprecated === true;
  }

  get security(): SecuritySets | undefined {
    return toSecurity(this.#operation.security ?? this.#place.reading.document.security);
  }

  get extensions(): readonly unknown[] {
    return extensionsOf(this.#place.reading.document, this.#place.item, this.#operation);
  }

  response(): Located | undefined {
    return readResponse(this.#place.reading, this.#operation.responses, this.#place.base);
  }
}

const NONE: readonly never[] = [];

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
