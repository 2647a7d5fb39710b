// The arguments of an operation: its parameters by name, and its body. Only this outermost object is closed.

import { isObject, type JsonSchema } from "@toolcrib/core";
import { type Report, step } from "./diagnostics.ts";
import { kindOf } from "./media-type.ts";
import type { Body, Operation, Parameter } from "./operation.ts";
import type { References } from "./references.ts";
import { BODY_ARGUMENT, toArgumentNames } from "./request-shape.ts";
import type { SchemaSlicer } from "./schema-slice.ts";
import { cut } from "./tool-texts.ts";

export interface InputParts {
  readonly slicer: SchemaSlicer;
  readonly references: References;
  readonly report: Report;
  readonly descriptionMaxBytes: number;
  /** What was made of a parameter, for the next operation that shares it. */
  readonly shared: Map<Parameter, Part>;
}

/** One argument: its schema, what that reaches, and how long its JSON is. */
interface Part {
  readonly schema: JsonSchema;
  readonly references: ReadonlySet<string>;
  readonly chars: number;
}

export function toInputSchema(operation: Operation, parts: InputParts): JsonSchema {
  const { parameters, body, pointer } = operation;
  const names = toArgumentNames(operation);
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const references = new Set<string>();
  let chars = EMPTY_CHARS;

  const add = (name: string, part: Part, isRequired: boolean) => {
    if (name === "__proto__") Object.defineProperty(properties, name, { value: part.schema, enumerable: true });
    else properties[name] = part.schema;
    if (isRequired) required.push(name);
    for (const reference of part.references) references.add(reference);
    chars += part.chars + (isRequired ? 2 : 1) * (name.length + NAME_CHARS);
  };
  for (const [index, parameter] of parameters.entries())
    add(names[index] ?? parameter.name, toPart(parameter, pointer, parts), parameter.required);
  if (body !== undefined) add(BODY_ARGUMENT, toBodyPart(body, pointer, parts), body.required);
  const schema = { type: "object", properties, ...(required.length === 0 ? {} : { required }), additionalProperties: false };
  return parts.slicer.close({ schema, references, chars }, "input", pointer);
}

/** What the outermost object is without arguments, and a name beyond its own characters: quotes, colon, comma. */
const EMPTY_CHARS = JSON.stringify({ type: "object", properties: {}, required: [], additionalProperties: false }).length;
const NAME_CHARS = 4;

function toPart(parameter: Parameter, pointer: string, parts: InputParts): Part {
  const known = parts.shared.get(parameter);
  if (known !== undefined) return known;
  const where = step(pointer, "parameters", parameter.name);
  const { schema, references } = parts.slicer.convert(parameter.schema, "input", where);
  const part = measured(describe(schema, parameter.description, where, parts), references);
  parts.shared.set(parameter, part);
  return part;
}

function toBodyPart(body: Body, pointer: string, parts: InputParts): Part {
  const where = step(pointer, "requestBody");
  const kind = kindOf(body.mediaType);
  const plain = kind === "text" || kind === "binary" ? parts.references.follow(body.schema)?.value : undefined;
  // Text and bytes have no other form, whatever structure the document describes.
  if (kind === "text" && !isScalar(plain)) return measured(describe({ type: "string" }, textFor(body), where, parts), new Set());
  const { schema, references } = parts.slicer.convert(body.schema, "input", where);
  const isOpen = kind === "binary" && isObject(plain) && plain.type === undefined;
  const written = isOpen && isObject(schema) ? { ...schema, type: "string", contentEncoding: "base64" } : schema;
  return measured(describe(written, body.description, where, parts), references);
}

function isScalar(schema: unknown): boolean {
  return isObject(schema) && ["string", "integer", "number", "boolean"].includes(String(schema.type));
}

function textFor({ description, mediaType }: Body): string {
  const whole = `The whole text, as ${mediaType}`;
  return description === undefined ? whole : `${description} ${whole}`;
}

function measured(schema: JsonSchema, references: ReadonlySet<string>): Part {
  return { schema, references, chars: JSON.stringify(schema).length };
}

function describe(
  schema: JsonSchema | boolean,
  description: string | undefined,
  where: string,
  { report, descriptionMaxBytes }: InputParts,
): JsonSchema {
  // Handshake clients can't read a boolean under a root's properties.
  const object = schema === true ? {} : schema === false ? { not: {} } : schema;
  return description === undefined ? object : { ...object, description: cut(description, descriptionMaxBytes, where, report) };
}
