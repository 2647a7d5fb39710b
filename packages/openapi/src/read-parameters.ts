// The parameters of an operation of OpenAPI 3.0, 3.1 or 3.2: its own and those of its path, without those that are no
// arguments.

import { isObject } from "@toolcrib/core";
import { step } from "./diagnostics.ts";
import type { DocumentObject } from "./document.ts";
import { NOT_PARAMETERS, type Parameter, type ParameterLocation, type Style } from "./operation.ts";
import type { Reading } from "./reading.ts";
import { type Located, referenceOf } from "./references.ts";

/** Where a list of parameters stands. */
export interface ListPlace {
  readonly reading: Reading;
  readonly base: string;
  /** Of the operation they are for. */
  readonly pointer: string;
}

/** Where a parameter goes unless it says otherwise (Parameter Object, `style`). */
const DEFAULT_STYLE: Readonly<Record<ParameterLocation, Style>> = {
  path: "simple",
  query: "form",
  header: "simple",
  cookie: "form",
  querystring: "form",
};

/** Those of the operation win over those of the path by name and place. */
export function readParameters(place: ListPlace, ofPath: unknown, ofOperation: unknown): readonly Parameter[] {
  const own = readList(place, ofOperation);
  if (!Array.isArray(ofPath) || ofPath.length === 0) return own;
  const inherited = readList(place, ofPath);
  return [...inherited.filter((one) => !isRepeated(own, one)), ...own];
}

function readList(place: ListPlace, list: unknown): readonly Parameter[] {
  if (!Array.isArray(list) || list.length === 0) return NONE;
  const parameters: Parameter[] = [];
  for (let index = 0; index < list.length; index += 1)
    add(parameters, knownArgument(place, list[index]) ?? readArgument(place, list[index], index));
  return parameters;
}

function add(parameters: Parameter[], parameter: Parameter | undefined): void {
  if (parameter !== undefined && !isRepeated(parameters, parameter)) parameters.push(parameter);
}

function isRepeated(parameters: readonly Parameter[], { name, in: location }: Parameter): boolean {
  for (let index = 0; index < parameters.length; index += 1) {
    const other = parameters[index];
    if (other?.name === name && other.in === location) return true;
  }
  return false;
}

/** Most parameters are shared, and go by few references. */
function knownArgument({ reading, base }: ListPlace, value: unknown): Parameter | undefined {
  const reference = base === "" ? referenceOf(value) : undefined;
  return reference === undefined ? undefined : reading.argumentOf.get(reference);
}

function readArgument({ reading, base, pointer }: ListPlace, value: unknown, index: number): Parameter | undefined {
  const parameter = readParameter(reading, { value, base });
  if (parameter === undefined) {
    reading.report("parameter_skipped", step(pointer, "parameters", index), "the parameter can't be found or read");
    return undefined;
  }
  if (!isArgument(reading, parameter, pointer)) return undefined;
  const reference = referenceOf(value);
  if (reference !== undefined && base === "") reading.argumentOf.set(reference, parameter);
  return parameter;
}

/** A header that `fetch` or the body writes is none, and neither is the place of a credential: no model fills it in. */
export function isArgument({ credentialPlaces, report }: Reading, parameter: Parameter, pointer: string): boolean {
  const name = parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
  if (parameter.in === "header" && NOT_PARAMETERS.includes(name)) return false;
  if (!credentialPlaces.has(`${parameter.in} ${name}`)) return true;
  report("parameter_skipped", step(pointer, "parameters", parameter.name), "the parameter is where the API key goes; it is no argument");
  return false;
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

const NONE: readonly never[] = [];
