// Values for a schema: valid by construction as far as a schema lets one, and some of them changed at random.

import { isObject } from "@toolcrib/core";
import fc from "fast-check";
import { type Schemas, targetOf } from "./document.ts";

/** Levels below which only what is required is made, and below which nothing is. */
const SPARSE_DEPTH = 4;
const DEEPEST = 9;

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Draws a number from 0 up to a bound. */
type Draw = (below: number) => number;

export function valuesOf(
  schema: unknown,
  schemas: Schemas,
  { seed, count }: { readonly seed: number; readonly count: number },
): readonly Json[] {
  const values = fc.gen().map((generate) => {
    const draw: Draw = (below) => (below <= 1 ? 0 : generate(fc.nat, below - 1));
    const value = make(schema, schemas, draw, 0);
    return draw(3) === 0 ? value : mutate(value, draw);
  });
  return fc.sample(values, { seed, numRuns: count });
}

function make(schema: unknown, schemas: Schemas, draw: Draw, depth: number): Json {
  const own = targetOf(schema, schemas);
  if (!isObject(own)) return "any";
  if (depth > DEEPEST) return simplest(own);
  if ((own.nullable === true || own["x-nullable"] === true) && draw(6) === 0) return null;
  if (own.const !== undefined) return own.const as Json;
  if (Array.isArray(own.enum) && own.enum.length > 0) return own.enum[draw(own.enum.length)] as Json;
  const parts = branchesOf(own, schemas, draw, depth);
  const type = typeOf(own, draw);
  if (type !== undefined || parts.length === 0) parts.unshift(makeOf(type ?? "string", own, schemas, draw, depth));
  return parts.every(isObject) ? (Object.assign({}, ...parts) as Json) : (parts.filter((part) => !isObject(part)).at(-1) ?? null);
}

function branchesOf(own: Readonly<Record<string, unknown>>, schemas: Schemas, draw: Draw, depth: number): Json[] {
  const parts: Json[] = [];
  for (const branch of Array.isArray(own.allOf) ? own.allOf : []) parts.push(make(branch, schemas, draw, depth + 1));
  for (const name of ["oneOf", "anyOf"]) {
    const branches = own[name];
    if (Array.isArray(branches) && branches.length > 0) parts.push(tagged(own, branches[draw(branches.length)], schemas, draw, depth));
  }
  return parts;
}

/** A branch with the value of the discriminator that chooses it. */
function tagged(own: Readonly<Record<string, unknown>>, branch: unknown, schemas: Schemas, draw: Draw, depth: number): Json {
  const value = make(branch, schemas, draw, depth + 1);
  const { discriminator } = own;
  if (!isObject(discriminator) || !isObject(value) || !isObject(branch) || typeof branch.$ref !== "string") return value;
  const name = branch.$ref.slice(branch.$ref.lastIndexOf("/") + 1);
  const mapped = Object.entries(isObject(discriminator.mapping) ? discriminator.mapping : {}).filter(
    ([, target]) => target === branch.$ref || target === name,
  );
  return { ...value, [String(discriminator.propertyName)]: mapped.length > 0 ? (mapped[draw(mapped.length)]?.[0] ?? name) : name } as Json;
}

function typeOf(
  { type, properties, items, additionalProperties, allOf, oneOf, anyOf }: Readonly<Record<string, unknown>>,
  draw: Draw,
): string | undefined {
  if (Array.isArray(type)) return String(type[draw(type.length)]);
  if (typeof type === "string") return type;
  if (properties !== undefined || isObject(additionalProperties)) return "object";
  if (items !== undefined) return "array";
  return allOf !== undefined || oneOf !== undefined || anyOf !== undefined ? undefined : TYPES[draw(TYPES.length)];
}

const TYPES = ["string", "integer", "object", "array", "boolean", "null", "number"];

function makeOf(type: string, own: Readonly<Record<string, unknown>>, schemas: Schemas, draw: Draw, depth: number): Json {
  if (type === "object") return makeObject(own, schemas, draw, depth);
  if (type === "array") return makeArray(own, schemas, draw, depth);
  if (type === "boolean") return draw(2) === 0;
  if (type === "null") return null;
  return type === "string" || type === "file" ? makeText(own, draw) : makeNumber(own, type === "integer", draw);
}

function makeObject(own: Readonly<Record<string, unknown>>, schemas: Schemas, draw: Draw, depth: number): Json {
  const properties = isObject(own.properties) ? own.properties : {};
  const required = (Array.isArray(own.required) ? own.required : []).map(String);
  const object: Record<string, Json> = {};
  for (const name of new Set([...required, ...Object.keys(properties)])) {
    const property = properties[name];
    const isWanted = required.includes(name) || (depth < SPARSE_DEPTH && draw(3) === 0);
    const isServers =
      isObject(property) &&
      (property.readOnly === true || (targetOf(property, schemas) as { readOnly?: unknown } | undefined)?.readOnly === true);
    if (isWanted && !isServers && name !== "__proto__") object[name] = make(property ?? {}, schemas, draw, depth + 1);
  }
  if (own.additionalProperties !== false && draw(4) === 0)
    object[`extra${draw(3)}`] = make(own.additionalProperties, schemas, draw, depth + 1);
  const patterns = isObject(own.patternProperties) ? Object.values(own.patternProperties) : [];
  if (patterns.length > 0) object["x-pattern"] = make(patterns[draw(patterns.length)], schemas, draw, depth + 1);
  return object;
}

function makeArray(own: Readonly<Record<string, unknown>>, schemas: Schemas, draw: Draw, depth: number): Json {
  const least = typeof own.minItems === "number" ? Math.min(own.minItems, 5) : 0;
  const prefix = Array.isArray(own.prefixItems) ? own.prefixItems : [];
  const length = depth > SPARSE_DEPTH ? least : Math.max(least, prefix.length) + draw(3);
  return Array.from({ length }, (_, index) => make(prefix[index] ?? own.items ?? {}, schemas, draw, depth + 1));
}

function makeText({ minLength, maxLength, format, pattern }: Readonly<Record<string, unknown>>, draw: Draw): string {
  const known = TEXTS[String(format)];
  if (known !== undefined) return known;
  const least = typeof minLength === "number" ? Math.min(minLength, 40) : 0;
  const most = typeof maxLength === "number" ? Math.min(maxLength, least + 8) : least + 8;
  const samples = typeof pattern === "string" ? SAMPLES.filter((text) => new RegExp(pattern, "u").test(text)) : [];
  if (samples.length > 0) return samples[draw(samples.length)] ?? "";
  return "aZ9-é_ 😀bc".repeat(8).slice(0, Math.max(least, draw(most + 1)));
}

const TEXTS: Readonly<Record<string, string>> = {
  "date-time": "2026-11-30T12:00:00Z",
  date: "2026-11-30",
  email: "ada@example.com",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  uri: "https://example.com/a",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  hostname: "example.com",
  byte: "aGVsbG8=",
};
const SAMPLES = [
  "a",
  "abc",
  "ABC",
  "5",
  "12",
  "123456",
  "1.5",
  "a-b",
  "2026-11-30",
  "AC0123456789abcdef0123456789abcdef",
  "true",
  "#fff",
  "+15551234567",
];

function makeNumber(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Readonly<Record<string, unknown>>,
  isInteger: boolean,
  draw: Draw,
): number {
  const low = [minimum, exclusiveMinimum]
    .filter((bound) => typeof bound === "number")
    .reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const high = [maximum, exclusiveMaximum]
    .filter((bound) => typeof bound === "number")
    .reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const step = typeof multipleOf === "number" && multipleOf > 0 ? multipleOf : isInteger ? 1 : 0.5;
  // Bounds themselves are the interesting ones.
  if (Number.isFinite(low)) return low + draw(3) * step;
  if (Number.isFinite(high)) return high - draw(3) * step;
  return (draw(9) - 4) * step;
}

function simplest({ type, enum: values }: Readonly<Record<string, unknown>>): Json {
  if (Array.isArray(values)) return values[0] as Json;
  return type === "string" ? "a" : type === "array" ? [] : type === "integer" || type === "number" ? 1 : type === "boolean" ? true : {};
}

const ODD: readonly Json[] = [null, true, 0, 1.5, -1, "", "text", [], ["a"], {}, { a: 1 }, 1e21];

/** One change somewhere: another value, a member less, a member more. */
function mutate(value: Json, draw: Draw): Json {
  const isContainer = typeof value === "object" && value !== null;
  if (!isContainer || draw(4) === 0) return draw(2) === 0 && typeof value === "number" ? value + 1 : (ODD[draw(ODD.length)] ?? null);
  const names = Object.keys(value);
  const name = names[draw(names.length)];
  if (Array.isArray(value)) {
    if (name === undefined || draw(4) === 0) return [...value, ODD[draw(ODD.length)] ?? null];
    return value.map((item, index) => (String(index) === name ? mutate(item, draw) : item));
  }
  if (name === undefined || draw(5) === 0) return { ...value, [draw(2) === 0 ? "surplus" : "id"]: ODD[draw(ODD.length)] ?? null };
  const { [name]: member = null, ...rest } = value;
  return draw(4) === 0 ? rest : { ...value, [name]: mutate(member, draw) };
}
