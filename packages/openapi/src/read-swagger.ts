// The operations of a Swagger 2.0 document, in the words of 3.x: body and form parameters become a body, collection
// formats become styles, `consumes` becomes a media type. Nothing is converted that no operation uses.

import { isObject } from "@toolcrib/core";
import { step } from "./diagnostics.ts";
import type { DocumentObject } from "./document.ts";
import { pickMediaType } from "./media-type.ts";
import {
  BODILESS_METHODS,
  type Body,
  type Encoding,
  FORBIDDEN_METHODS,
  METHODS,
  type Operation,
  type Parameter,
  type Style,
} from "./operation.ts";
import { isArgument } from "./read-parameters.ts";
import { extensionsOf, type Reading, textOf, toSecurity } from "./reading.ts";
import type { Located } from "./references.ts";

/** What a parameter of 2.0 says of its value, beside its own fields. */
const SCHEMA_FIELDS = [
  "type",
  "format",
  "items",
  "default",
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "enum",
  "multipleOf",
  "x-nullable",
];

const STYLE_OF_COLLECTION: Readonly<Record<string, Pick<Parameter, "style" | "explode">>> = {
  csv: { style: "form", explode: false },
  ssv: { style: "spaceDelimited", explode: false },
  tsv: { style: "tabDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
  multi: { style: "form", explode: true },
};

export function readSwaggerOperations(reading: Reading): readonly Operation[] {
  const { paths } = reading.document;
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, value]) => {
    const pointer = step("#/paths", path);
    const item = reading.references.follow({ value, base: "" });
    if (path.startsWith("x-")) return [];
    if (!isObject(item?.value) || !path.startsWith("/")) {
      reading.report("operation_skipped", pointer, "the path item can't be found, or its path has no slash at the start");
      return [];
    }
    const own = item.value;
    return METHODS.filter((method) => own[method] !== undefined).flatMap((method) => {
      try {
        return [readOperation(reading, path, method, own, item.base)];
      } catch (error) {
        reading.report("operation_skipped", step(pointer, method), error instanceof Error ? error.message : String(error));
        return [];
      }
    });
  });
}

function readOperation(reading: Reading, path: string, method: string, item: DocumentObject, base: string): Operation {
  const operation = item[method];
  if (!isObject(operation)) throw new Error("the operation is not an object");
  if (FORBIDDEN_METHODS.includes(method.toUpperCase())) throw new Error(`${method.toUpperCase()} can't be sent by fetch`);
  const { document, serverOf } = reading;
  const pointer = step("#/paths", path, method);
  const all = collectParameters(reading, [item.parameters, operation.parameters], base, pointer);
  const consumes = [operation.consumes, document.consumes].find((list) => Array.isArray(list)) as readonly unknown[] | undefined;
  return {
    method: method.toUpperCase(),
    path,
    id: textOf(operation.operationId),
    summary: textOf(operation.summary),
    description: textOf(operation.description),
    tags: Array.isArray(operation.tags) ? operation.tags : [],
    deprecated: operation.deprecated === true,
    parameters: all
      .filter(({ value }) => value.in !== "body" && value.in !== "formData")
      .map((raw) => sharedParameter(reading, raw))
      .filter((parameter) => isArgument(reading, parameter, pointer)),
    body: BODILESS_METHODS.includes(method.toUpperCase()) ? undefined : toBody(all, (consumes ?? []).map(String)),
    security: toSecurity(operation.security ?? document.security),
    server: serverOf([operation.schemes]),
    response: () => readResponse(reading, operation.responses, base),
    extensions: extensionsOf(document, item, operation),
    pointer,
  };
}

interface RawParameter {
  readonly value: DocumentObject & { readonly name: string };
  readonly base: string;
}

function collectParameters(
  { references, report }: Reading,
  lists: readonly unknown[],
  base: string,
  pointer: string,
): readonly RawParameter[] {
  const parameters = new Map<string, RawParameter>();
  for (const list of lists) {
    for (const [index, value] of (Array.isArray(list) ? list : []).entries()) {
      const found = references.follow({ value, base });
      const isParameter = isObject(found?.value) && typeof found.value.name === "string" && LOCATIONS.includes(String(found.value.in));
      if (isParameter) parameters.set(`${found.value.in} ${found.value.name}`, found as RawParameter);
      else report("parameter_skipped", step(pointer, "parameters", index), "the parameter can't be found or read");
    }
  }
  return [...parameters.values()];
}

const LOCATIONS = ["path", "query", "header", "body", "formData"];

function sharedParameter({ parameters }: Reading, raw: RawParameter): Parameter {
  const known = parameters.get(raw.value) ?? toParameter(raw);
  parameters.set(raw.value, known);
  return known;
}

function toParameter({ value, base }: RawParameter): Parameter {
  const location = value.in as "path" | "query" | "header";
  const collection = STYLE_OF_COLLECTION[String(value.collectionFormat)] ?? { style: "form", explode: false };
  return {
    name: value.name,
    in: location,
    required: value.required === true || location === "path",
    ...(typeof value.description === "string" ? { description: value.description } : {}),
    schema: schemaOf({ value, base }),
    ...(location === "query" ? collection : { style: "simple" as Style, explode: false }),
    allowReserved: false,
  };
}

function schemaOf({ value, base }: RawParameter): Located {
  return {
    value: Object.fromEntries(SCHEMA_FIELDS.filter((field) => value[field] !== undefined).map((field) => [field, value[field]])),
    base,
  };
}

function toBody(all: readonly RawParameter[], consumes: readonly string[]): Body | undefined {
  const body = all.find(({ value }) => value.in === "body");
  if (body !== undefined) {
    const { required, description, schema } = body.value;
    return {
      required: required === true,
      ...(typeof description === "string" ? { description } : {}),
      mediaType: pickMediaType(consumes) ?? "application/json",
      schema: { value: schema ?? {}, base: body.base },
      encodings: {},
    };
  }
  const fields = all.filter(({ value }) => value.in === "formData");
  if (fields.length === 0) return undefined;
  const hasFile = fields.some(({ value }) => value.type === "file");
  const asked = consumes.find((name) => name.startsWith("multipart/")) ?? "multipart/form-data";
  const mediaType =
    hasFile || !consumes.some((name) => name.includes("urlencoded")) ? (hasFile || consumes.includes(asked) ? asked : FORM) : FORM;
  const properties = fields.map((field) => {
    const { description } = field.value;
    const schema = schemaOf(field).value as DocumentObject;
    return [field.value.name, typeof description === "string" ? { ...schema, description } : schema];
  });
  return {
    required: fields.some(({ value }) => value.required === true),
    mediaType,
    schema: {
      value: {
        type: "object",
        properties: Object.fromEntries(properties),
        required: fields.filter(({ value }) => value.required === true).map(({ value }) => value.name),
      },
      base: fields[0]?.base ?? "",
    },
    encodings: Object.fromEntries(fields.flatMap(({ value }) => toEncoding(value))),
  };
}

const FORM = "application/x-www-form-urlencoded";

function toEncoding({ name, type, collectionFormat }: RawParameter["value"]): readonly (readonly [string, Encoding])[] {
  if (type !== "array") return [];
  return [[name, STYLE_OF_COLLECTION[String(collectionFormat)] ?? { style: "form", explode: false }]];
}

function readResponse({ references }: Reading, responses: unknown, base: string): Located | undefined {
  const statuses = Object.keys(isObject(responses) ? responses : {}).filter((status) => status.startsWith("2"));
  for (const status of statuses.sort()) {
    const found = references.follow({ value: (responses as DocumentObject)[status], base });
    if (isObject(found?.value) && found.value.schema !== undefined) return { value: found.value.schema, base: found.base };
  }
  return undefined;
}
