// What is needed to write a request, and no more: a tool that keeps this does not keep the document.

import { isObject } from "@toolcrib/core";
import { isFile } from "./file-schema.ts";
import type { Body, Encoding, Operation, Parameter, SecuritySets } from "./operation.ts";
import type { Located, References } from "./references.ts";

export interface ShapedParameter extends Omit<Parameter, "schema" | "description"> {
  /** The argument its value comes from. */
  readonly argument: string;
}

export interface ShapedBody {
  readonly argument: string;
  readonly required: boolean;
  readonly mediaType: string;
  readonly encodings: Readonly<Record<string, Encoding>>;
  /** Properties of a multipart body that are files, in base64. */
  readonly files: readonly string[];
  /** The whole body is text, whatever its media type is otherwise. */
  readonly isText: boolean;
}

export interface RequestShape {
  readonly method: string;
  readonly path: string;
  readonly server: string | undefined;
  readonly parameters: readonly ShapedParameter[];
  readonly body: ShapedBody | undefined;
  readonly security: SecuritySets | undefined;
}

/** The argument of a body; parameters give way to it. */
export const BODY_ARGUMENT = "body";

const PLACES = ["path", "query", "querystring", "header", "cookie"] as const;

export function toRequestShape(operation: Operation, references: References): RequestShape {
  const { method, path, server, security, body } = operation;
  const names = toArgumentNames(operation);
  return {
    method,
    path,
    server,
    security,
    parameters: operation.parameters.map(({ schema: _schema, description: _description, ...rest }, index) => ({
      ...rest,
      argument: names?.[index] ?? rest.name,
    })),
    body: body === undefined ? undefined : shapeBody(body, references),
  };
}

/**
 * The argument of each parameter: its name, and where two share one, or it is `body` beside a body, its place behind it
 * for all but the first by path, query, header, cookie. On the wire each keeps its name.
 * @returns undefined where each is its own
 */
export function toArgumentNames({ parameters, body }: Pick<Operation, "parameters" | "body">): readonly string[] | undefined {
  if (!haveToShare(parameters, body !== undefined)) return undefined;
  const taken = new Set(body === undefined ? [] : [BODY_ARGUMENT]);
  const names = new Map<Parameter, string>();
  for (const parameter of [...parameters].sort((a, b) => PLACES.indexOf(a.in) - PLACES.indexOf(b.in))) {
    let name = parameter.name;
    if (taken.has(name)) name = `${parameter.name}_${parameter.in}`;
    for (let count = 2; taken.has(name); count += 1) name = `${parameter.name}_${parameter.in}_${count}`;
    taken.add(name);
    names.set(parameter, name);
  }
  return parameters.map((parameter) => names.get(parameter) ?? parameter.name);
}

function haveToShare(parameters: readonly Parameter[], besideBody: boolean): boolean {
  for (let index = 0; index < parameters.length; index += 1) {
    const { name } = parameters[index] as Parameter;
    if (besideBody && name === BODY_ARGUMENT) return true;
    for (let other = 0; other < index; other += 1) if (parameters[other]?.name === name) return true;
  }
  return false;
}

function shapeBody({ required, mediaType, encodings, schema }: Body, references: References): ShapedBody {
  const isMultipart = mediaType.startsWith("multipart/");
  const located = references.follow(schema);
  return {
    argument: BODY_ARGUMENT,
    required,
    mediaType,
    encodings,
    files: isMultipart ? filesOf(schema, references, 0) : [],
    isText: isObject(located?.value) && located.value.type === "string" && !isFile(located.value),
  };
}

/** Levels of `allOf` that are looked through for files. */
const ALL_OF_MAX_DEPTH = 8;

function filesOf(schema: Located, references: References, depth: number): readonly string[] {
  const located = references.follow(schema);
  if (!isObject(located?.value) || depth > ALL_OF_MAX_DEPTH) return [];
  const { properties, allOf } = located.value;
  const { base } = located;
  const own = Object.entries(isObject(properties) ? properties : {}).filter(([, property]) => {
    const value = references.follow({ value: property, base })?.value;
    const items = isObject(value) && value.type === "array" ? references.follow({ value: value.items, base })?.value : undefined;
    return isFile(value) || isFile(items);
  });
  const inherited = (Array.isArray(allOf) ? allOf : []).flatMap((part) => filesOf({ value: part, base }, references, depth + 1));
  return [...new Set([...own.map(([name]) => name), ...inherited])];
}
