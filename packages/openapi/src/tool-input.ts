// The arguments of an operation: its parameters by name, and its body. Only this outermost object is closed.
//
// Written as JSON and not as an object: of thousands of tools few are ever called, and all are listed. What a parameter
// is was written once, for all operations that share it.

import { isObject, type JsonSchema } from "@toolcrib/core";
import { type Report, step } from "./diagnostics.ts";
import { kindOf } from "./media-type.ts";
import { inObjectOrder, isIndex } from "./object-order.ts";
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

/** One argument, as it stands in the JSON of a schema. */
interface Part {
  /** Its name and schema, a comma before them. */
  readonly property: string;
  /** Its name where it is required, a comma before it; else nothing. */
  readonly required: string;
  /** What its schema reaches. */
  readonly references: ReadonlySet<string>;
  /** How long all that is taken to be. */
  readonly chars: number;
  readonly isIndex: boolean;
}

/** All arguments of a tool. */
interface Whole extends Omit<{ -readonly [Key in keyof Part]: Part[Key] }, "references"> {
  readonly references: Set<string>;
}

/** The JSON of a tool's input schema. */
export function toInputJson(operation: Operation, parts: InputParts): string {
  const { body, pointer } = operation;
  const whole: Whole = { property: "", required: "", references: new Set(), chars: EMPTY_CHARS, isIndex: false };
  addParameters(whole, operation, parts);
  if (body !== undefined) add(whole, toBodyPart(body, pointer, parts));
  const { references, chars } = whole;
  return parts.slicer.close({ json: write(whole), references, chars }, "input", pointer);
}

function addParameters(whole: Whole, operation: Operation, parts: InputParts): void {
  const { parameters, pointer } = operation;
  const names = toArgumentNames(operation);
  for (let index = 0; index < parameters.length; index += 1) {
    const parameter = parameters[index] as Parameter;
    const part = parts.shared.get(parameter) ?? toPart(parameter, pointer, parts);
    add(whole, names === undefined ? part : renamed(part, parameter, names[index] as string));
  }
}

function add(whole: Whole, { property, required, references, chars, isIndex }: Part): void {
  whole.property += property;
  whole.required += required;
  whole.chars += chars;
  if (references.size > 0) addReferences(whole, references);
  if (isIndex) whole.isIndex = true;
}

function addReferences({ references: all }: Whole, references: ReadonlySet<string>): void {
  for (const reference of references) all.add(reference);
}

function write({ property, required, isIndex }: Whole): string {
  const list = required === "" ? "" : `,"required":[${required.slice(1)}]`;
  const json = `{"type":"object","properties":{${property.slice(1)}}${list},"additionalProperties":false}`;
  return isIndex ? inObjectOrder(json) : json;
}

/** What the outermost object is without arguments, and a name beyond its own characters: quotes, colon, comma. */
const EMPTY_CHARS = JSON.stringify({ type: "object", properties: {}, required: [], additionalProperties: false }).length;
const NAME_CHARS = 4;

function toPart(parameter: Parameter, pointer: string, parts: InputParts): Part {
  const where = step(pointer, "parameters", parameter.name);
  const { schema, references } = parts.slicer.convert(parameter.schema, "input", where);
  const part = argument(parameter, describe(schema, parameter.description, where, parts), references);
  parts.shared.set(parameter, part);
  return part;
}

function argument(
  { name, required }: { readonly name: string; readonly required: boolean },
  schema: JsonSchema,
  references: ReadonlySet<string>,
): Part {
  const json = JSON.stringify(schema);
  const quoted = JSON.stringify(name);
  return {
    property: `,${quoted}:${json}`,
    required: required ? `,${quoted}` : "",
    references,
    chars: json.length + (required ? 2 : 1) * (name.length + NAME_CHARS),
    isIndex: isIndex(name),
  };
}

function renamed(part: Part, { name, required }: Parameter, other: string): Part {
  const quoted = JSON.stringify(other);
  return {
    property: `,${quoted}${part.property.slice(JSON.stringify(name).length + 1)}`,
    required: required ? `,${quoted}` : "",
    references: part.references,
    chars: part.chars + (required ? 2 : 1) * (other.length - name.length),
    isIndex: isIndex(other),
  };
}

function toBodyPart(body: Body, pointer: string, parts: InputParts): Part {
  const where = step(pointer, "requestBody");
  const { schema, references } = toBodySchema(body, where, parts);
  return argument({ name: BODY_ARGUMENT, required: body.required }, schema, references);
}

function toBodySchema(
  body: Body,
  where: string,
  parts: InputParts,
): { readonly schema: JsonSchema; readonly references: ReadonlySet<string> } {
  const kind = kindOf(body.mediaType);
  const plain = kind === "text" || kind === "binary" ? parts.references.follow(body.schema)?.value : undefined;
  // Text and bytes have no other form, whatever structure the document describes.
  if (kind === "text" && !isScalar(plain))
    return { schema: describe({ type: "string" }, textFor(body), where, parts), references: new Set() };
  const { schema, references } = parts.slicer.convert(body.schema, "input", where);
  const isOpen = kind === "binary" && isObject(plain) && plain.type === undefined;
  const written = isOpen && isObject(schema) ? { ...schema, type: "string", contentEncoding: "base64" } : schema;
  return { schema: describe(written, body.description, where, parts), references };
}

function isScalar(schema: unknown): boolean {
  return isObject(schema) && ["string", "integer", "number", "boolean"].includes(String(schema.type));
}

function textFor({ description, mediaType }: Body): string {
  const whole = `The whole text, as ${mediaType}`;
  return description === undefined ? whole : `${description} ${whole}`;
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
