// Defaults of TypeBox and plain JSON Schemas are filled in by us, along `properties` only: the one place where it is
// beyond doubt which default belongs to which value. A Standard Schema fills its own.

import { isObject, type JsonSchema } from "@toolcrib/core";

/** True when a property, at any depth, has a default. */
export function hasDefaults(schema: JsonSchema): boolean {
  return properties(schema).some(([, property]) => "default" in property || hasDefaults(property));
}

/** A copy of the value with the defaults of missing properties filled in. */
export function fillDefaults(value: Readonly<Record<string, unknown>>, schema: JsonSchema): Readonly<Record<string, unknown>> {
  const filled: Record<string, unknown> = { ...value };
  for (const [name, property] of properties(schema)) {
    if (!Object.hasOwn(filled, name) && "default" in property) filled[name] = structuredClone(property.default);
    const child = Object.hasOwn(filled, name) ? filled[name] : undefined;
    if (isObject(child)) filled[name] = fillDefaults(child, property);
  }
  return filled;
}

/** A property with a default may be left out, so it is not published as required. TypeBox lists it all the same. */
export function relaxDefaulted(schema: JsonSchema): JsonSchema {
  const known = properties(schema);
  if (known.length === 0) return schema;
  const relaxed = Object.fromEntries(known.map(([name, property]) => [name, relaxDefaulted(property)]));
  const optional = new Set(known.filter(([, property]) => "default" in property).map(([name]) => name));
  const { required, ...rest } = { ...schema, properties: { ...(schema.properties as object), ...relaxed } } as JsonSchema;
  const left = Array.isArray(required) ? required.filter((name) => !optional.has(name)) : [];
  return left.length > 0 ? { ...rest, required: left } : rest;
}

function properties(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  if (!isObject(schema.properties)) return [];
  return Object.entries(schema.properties).filter((entry): entry is [string, JsonSchema] => isObject(entry[1]));
}
