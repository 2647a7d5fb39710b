// A schema of whose definitions the deepest were opened. An open one is met by everything, so whatever leads to one must
// not ask for exactly one branch, for none, or for what nothing else said: it would refuse values that the whole schema takes.

import { isObject, type JsonSchema, SCHEMA_KEYWORDS } from "@toolcrib/core";

/** Keywords that deny what fits, or count it. */
export const COUNTING = [
  "not",
  "if",
  "then",
  "else",
  "contains",
  "minContains",
  "maxContains",
  "unevaluatedProperties",
  "unevaluatedItems",
];

/**
 * @param schema with its `$defs`
 * @param open names of those that were opened
 */
export function loosenAround(schema: JsonSchema, open: readonly string[]): JsonSchema {
  const { $defs, ...own } = schema;
  const definitions = Object.entries($defs as Readonly<Record<string, JsonSchema>>);
  if (![own, ...definitions.map(([, definition]) => definition)].some(isCounting)) return schema;
  const loose = new Set(open.map(toReference));
  const isLoose = (reference: string) => loose.has(reference);
  // What leads to a loose one is met by more than it was, so it is loose too.
  for (let size = -1; size !== loose.size; ) {
    size = loose.size;
    for (const [name, definition] of definitions) if (leadsTo(definition, isLoose)) loose.add(toReference(name));
  }
  const loosened = definitions.map(([name, definition]) => [name, loosen(definition, isLoose)] as const);
  return { ...(loosen(own, isLoose) as JsonSchema), $defs: Object.fromEntries(loosened) };
}

function toReference(name: string): string {
  return `#/$defs/${name}`;
}

const known = new WeakMap<object, boolean>();

/** Definitions are shared by many tools, so each is looked through once. */
function isCounting(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const found =
    known.get(schema) ??
    (schema.oneOf !== undefined || COUNTING.some((name) => schema[name] !== undefined) || heldBy(schema).some(isCounting));
  known.set(schema, found);
  return found;
}

function leadsTo(schema: unknown, isLoose: (reference: string) => boolean): boolean {
  if (!isObject(schema)) return false;
  return (typeof schema.$ref === "string" && isLoose(schema.$ref)) || heldBy(schema).some((held) => leadsTo(held, isLoose));
}

/** The same object where nothing in it leads to a loose one. */
function loosen(schema: unknown, isLoose: (reference: string) => boolean): unknown {
  if (!isObject(schema) || !leadsTo(schema, isLoose)) return schema;
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) if (!COUNTING.includes(name)) copy[name] = loosenHeld(name, value, isLoose);
  const { oneOf, ...rest } = copy;
  if (oneOf === undefined) return copy;
  return rest.anyOf === undefined ? { ...rest, anyOf: oneOf } : rest;
}

function loosenHeld(name: string, value: unknown, isLoose: (reference: string) => boolean): unknown {
  const holding = SCHEMA_KEYWORDS.get(name)?.holding;
  if (holding === "many" && Array.isArray(value)) return value.map((item) => loosen(item, isLoose));
  if (holding === "named" && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, loosen(item, isLoose)]));
  return holding === "one" ? loosen(value, isLoose) : value;
}

/** The schemas that a schema holds. */
function heldBy(schema: JsonSchema): readonly unknown[] {
  return Object.entries(schema).flatMap(([name, value]) => {
    const holding = SCHEMA_KEYWORDS.get(name)?.holding;
    return holding === undefined ? [] : holding === "one" ? [value] : Object.values(value as object);
  });
}
