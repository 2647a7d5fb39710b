// Arguments that a client repeats as HTTP headers, so that proxies can route a call without reading its body
// (2026-07-28, basic/transports/streamable-http, "Custom Headers from Tool Parameters"). What the header says and
// what the body says must be one thing: a server that acts on the body refuses a call where they differ.

import { parseBase64, toBase64 } from "./base64.ts";
import { isObject, type JsonSchema } from "./json.ts";
import { HEADER } from "./mcp-wire.ts";
import { visitSchema } from "./schema-walk.ts";

const ANNOTATION = "x-mcp-header";
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const ENCODED = /^=\?base64\?(.*)\?=$/s;
/** What a header can carry as it is: visible ASCII, with spaces and tabs inside (RFC 9110 section 5.5). */
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;

/** One argument that travels as a header too. */
export interface HeaderParameter {
  /** Lower case, with the `mcp-param-` prefix. */
  readonly header: string;
  /** The `properties` that lead to the argument. */
  readonly path: readonly string[];
  readonly type: "string" | "integer" | "boolean";
}

export interface HeaderParameters {
  readonly parameters: readonly HeaderParameter[];
  /** Annotations a client would throw the whole tool away for. */
  readonly problems: readonly string[];
}

/** Definitions without an annotation: a thousand tools of one document share theirs. */
const plain = new WeakSet<object>();

/** The annotated arguments of an input schema. */
export function readHeaderParameters(schema: JsonSchema): HeaderParameters {
  const parameters: HeaderParameter[] = [];
  const problems: string[] = [];
  const visit = (node: JsonSchema, path: readonly string[]) => {
    const name = node[ANNOTATION];
    if (name === undefined) return;
    const place = `${ANNOTATION} at /${path.join("/")}`;
    const steps = path.filter((_, index) => index % 2 === 1);
    if (typeof name !== "string" || !TOKEN.test(name)) problems.push(`${place} must be a header name (letters, digits, "-")`);
    else if (path.length === 0 || path.some((step, index) => index % 2 === 0 && step !== "properties")) {
      problems.push(`${place} can only stand on an argument reached through "properties" alone`);
    } else if (node.type !== "string" && node.type !== "integer" && node.type !== "boolean") {
      problems.push(`${place} needs type string, integer or boolean`);
    } else {
      const header = `${HEADER.parameterPrefix}${name.toLowerCase()}`;
      if (parameters.some((other) => other.header === header)) problems.push(`${place} repeats the header name ${JSON.stringify(name)}`);
      else parameters.push({ header, path: steps, type: node.type });
    }
  };
  const { $defs, ...own } = schema;
  visitSchema(own, visit);
  for (const [name, definition] of Object.entries(isObject($defs) ? $defs : {})) {
    if (typeof definition !== "object" || definition === null || plain.has(definition)) continue;
    const found = parameters.length + problems.length;
    visitSchema(definition, visit, ["$defs", name]);
    if (parameters.length + problems.length === found) plain.add(definition);
  }
  return { parameters, problems };
}

/** A value as a header value: plain where a header can carry it, else in the Base64 form. */
export function toHeaderValue(value: string | number | boolean): string {
  const text = String(value);
  if (PLAIN.test(text) && !ENCODED.test(text)) return text;
  return `=?base64?${toBase64(new TextEncoder().encode(text))}?=`;
}

/** The text a header value stands for; undefined where it is not validly encoded. */
export function parseHeaderValue(value: string): string | undefined {
  const encoded = ENCODED.exec(value)?.[1];
  if (encoded === undefined) return PLAIN.test(value) || value === "" ? value : undefined;
  const bytes = parseBase64(encoded);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The headers that repeat a call's arguments. A value no header can stand for is left to the server, which refuses it by its schema. */
export function toParameterHeaders(parameters: readonly HeaderParameter[], args: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    parameters.flatMap(({ header, path }) => {
      const value = valueAt(args, path);
      const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
      return isPlain ? [[header, toHeaderValue(value)]] : [];
    }),
  );
}

/** The first header that does not say what the arguments say; undefined when all agree. */
export function findHeaderMismatch(
  parameters: readonly HeaderParameter[],
  args: unknown,
  header: (name: string) => string | null | undefined,
): string | undefined {
  return parameters.find((parameter) => !agrees(parameter, valueAt(args, parameter.path), header(parameter.header)))?.header;
}

function agrees(parameter: HeaderParameter, value: unknown, header: string | null | undefined): boolean {
  if (value === undefined || value === null) return header === null || header === undefined;
  if (header === null || header === undefined) return false;
  const text = parseHeaderValue(header);
  if (text === undefined) return false;
  if (parameter.type === "integer" && typeof value === "number") return /^-?\d+(\.0+)?$/.test(text) && Number(text) === value;
  return text === String(value);
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  let value = args;
  for (const step of path) value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return value;
}
