// A request, read back by the rules of the specification (Parameter Object, "Style Values"; RFC 6570; RFC 6265), written
// from them and not from our writer: what a server that knows the document would do.

export type Kind = "primitive" | "array" | "object";

export interface Described {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly style: string;
  readonly explode: boolean;
  readonly kind: Kind;
  /** Of the value, of each item, of each member. */
  readonly type: "string" | "integer" | "boolean";
  /** Keys of an object, without which its exploded members belong to nobody. */
  readonly keys: readonly string[];
}

export interface Received {
  /** Path and query, undecoded. */
  readonly target: string;
  readonly headers: Headers;
}

/** @param template of the path, with everything before it */
export function parseRequest(parameters: readonly Described[], template: string, { target, headers }: Received): Record<string, unknown> {
  const [path = "", query = ""] = target.split("?", 2);
  const inPath = parsePath(template, path);
  const inQuery = toPairs(query, "&");
  const inCookie = toPairs(headers.get("cookie") ?? "", "; ");
  const entries = parameters.map((parameter) => {
    const { name, in: place, style } = parameter;
    if (place === "path") return [name, parsePathValue(parameter, inPath.get(name) ?? "")];
    if (place === "query") return [name, parsePairs(parameter, inQuery, decodeURIComponent)];
    if (place === "cookie") return [name, parsePairs(parameter, inCookie, style === "cookie" ? asItIs : decodeURIComponent)];
    return [name, parseList(parameter, headers.get(name) ?? "", { between: ",", decode: asItIs })];
  });
  return Object.fromEntries(entries);
}

const asItIs = (text: string) => text;

/** Each expression of a template stands for what lies between the texts around it; a value holds no slash. */
function parsePath(template: string, path: string): ReadonlyMap<string, string> {
  const parts = template.split(/\{([^{}]+)\}/);
  const pattern = parts.map((part, index) => (index % 2 === 1 ? "([^/]*)" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))).join("");
  const values = new RegExp(`^${pattern}$`).exec(path)?.slice(1) ?? [];
  return new Map(values.map((value, index) => [parts[index * 2 + 1] ?? "", value]));
}

function parsePathValue(parameter: Described, text: string): unknown {
  const { name, style, explode, kind } = parameter;
  if (style === "simple") return parseList(parameter, text, { between: ",", decode: decodeURIComponent });
  if (style === "label") return parseList(parameter, text.slice(1), { between: explode ? "." : ",", decode: decodeURIComponent });
  const pairs = toPairs(text.slice(1), ";");
  if (explode && kind !== "primitive") return parsePairs(parameter, pairs, decodeURIComponent);
  const [, value = ""] = pairs.find(([key]) => decodeURIComponent(key) === name) ?? [];
  return parseList({ ...parameter, explode: false }, value, { between: ",", decode: decodeURIComponent });
}

type Pair = readonly [string, string];

function toPairs(text: string, between: string): readonly Pair[] {
  if (text === "") return [];
  return text.split(between).map((pair) => {
    const at = pair.indexOf("=");
    return at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
  });
}

function parsePairs(parameter: Described, pairs: readonly Pair[], decode: (text: string) => string): unknown {
  const { name, style, explode, kind, keys, type } = parameter;
  const named = (wanted: string) => pairs.filter(([key]) => decode(key) === wanted).map(([, value]) => value);
  if (style === "deepObject") {
    const found = keys.flatMap((key) => named(`${name}[${key}]`).map((value) => [key, toValue(type, decode(value))]));
    return Object.fromEntries(found);
  }
  if (kind === "primitive") return toValue(type, decode(named(name)[0] ?? ""));
  if (explode && kind === "array") return named(name).map((value) => toValue(type, decode(value)));
  if (explode) return Object.fromEntries(keys.flatMap((key) => named(key).map((value) => [key, toValue(type, decode(value))])));
  const between = style === "spaceDelimited" ? "%20" : style === "pipeDelimited" ? "%7C" : ",";
  return parseList(parameter, named(name)[0] ?? "", { between, decode });
}

/** One text that holds a value, a list, or keys with their values: in turn, or as pairs where it is exploded. */
function parseList(
  { kind, type, explode }: Described,
  text: string,
  { between, decode }: { readonly between: string; readonly decode: (text: string) => string },
): unknown {
  if (kind === "primitive") return toValue(type, decode(text));
  const parts = text.split(between);
  if (kind === "array") return parts.map((part) => toValue(type, decode(part)));
  if (explode)
    return Object.fromEntries(
      parts.map((part) => part.split("=", 2)).map(([key = "", value = ""]) => [decode(key), toValue(type, decode(value))]),
    );
  const turns = parts.map(decode);
  return Object.fromEntries(turns.flatMap((key, index) => (index % 2 === 0 ? [[key, toValue(type, turns[index + 1] ?? "")]] : [])));
}

function toValue(type: Described["type"], text: string): unknown {
  return type === "string" ? text : type === "integer" ? Number(text) : text === "true";
}
