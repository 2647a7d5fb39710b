// The arguments of an operation: its parameters by name, and its body. Only this outermost object is closed.

import { isObject, type JsonSchema } from "@toolcrib/core";
import { type Report, step } from "./diagnostics.ts";
import { kindOf } from "./media-type.ts";
import type { Body, Operation } from "./operation.ts";
import { BODY_ARGUMENT, toArgumentNames } from "./request-shape.ts";
import type { SchemaSlicer } from "./schema-slice.ts";
import { cut } from "./tool-texts.ts";

export interface InputParts {
  readonly slicer: SchemaSlicer;
  readonly report: Report;
  readonly descriptionMaxBytes: number;
}

export function toInputSchema(operation: Operation, { slicer, report, descriptionMaxBytes }: InputParts): JsonSchema {
  const { parameters, body, pointer } = operation;
  const names = toArgumentNames(operation);
  const properties: Record<string, JsonSchema | boolean> = {};
  const required: string[] = [];
  const references = new Set<string>();

  const add = (name: string, part: { readonly schema: JsonSchema | boolean; readonly references: ReadonlySet<string> }) => {
    Object.defineProperty(properties, name, { value: part.schema, enumerable: true, configurable: true, writable: true });
    for (const reference of part.references) references.add(reference);
  };
  for (const [index, parameter] of parameters.entries()) {
    const where = step(pointer, "parameters", parameter.name);
    const name = names[index] ?? parameter.name;
    const { schema, references: reached } = slicer.convert(parameter.schema, "input", where);
    const description = parameter.description === undefined ? undefined : cut(parameter.description, descriptionMaxBytes, where, report);
    add(name, { schema: describe(schema, description), references: reached });
    if (parameter.required) required.push(name);
  }
  if (body !== undefined) {
    const where = step(pointer, "requestBody");
    const { schema, references: reached } = slicer.convert(body.schema, "input", where);
    const description = body.description === undefined ? undefined : cut(body.description, descriptionMaxBytes, where, report);
    add(BODY_ARGUMENT, { schema: describe(asWritten(body, schema), description), references: reached });
    if (body.required) required.push(BODY_ARGUMENT);
  }
  const own = { type: "object", properties, ...(required.length === 0 ? {} : { required }), additionalProperties: false };
  return slicer.close(own, references, "input", pointer);
}

/** Bytes and text have no other form, whatever the document says of them. */
function asWritten({ mediaType }: Body, schema: JsonSchema | boolean): JsonSchema | boolean {
  const kind = kindOf(mediaType);
  const isOpen = schema === true || (isObject(schema) && schema.type === undefined && schema.$ref === undefined);
  if (kind === "binary" && isOpen) return { ...(isObject(schema) ? schema : {}), type: "string", contentEncoding: "base64" };
  if (kind === "text" && isOpen) return { ...(isObject(schema) ? schema : {}), type: "string" };
  return schema;
}

function describe(schema: JsonSchema | boolean, description: string | undefined): JsonSchema | boolean {
  // Handshake clients can't read a boolean under a root's properties.
  const object = schema === true ? {} : schema === false ? { not: {} } : schema;
  return description === undefined ? object : { ...object, description };
}
