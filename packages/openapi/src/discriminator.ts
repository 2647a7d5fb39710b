// A discriminator, said in JSON Schema: each branch's own value of the property, and that it is there.

import { isObject } from "@toolcrib/core";
import type { DocumentObject } from "./document.ts";
import { referenceOf, toAbsolute } from "./references.ts";

type Mutable = Record<string, unknown>;

/** @param schema the converted schema, whose branches are changed @param source what it was converted from */
export function discriminate(schema: Mutable, source: DocumentObject, base: string): void {
  const { discriminator } = source;
  if (!isObject(discriminator) || typeof discriminator.propertyName !== "string") return;
  const { propertyName } = discriminator;
  const mapping = Object.entries(isObject(discriminator.mapping) ? discriminator.mapping : {});
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const branches = source[keyword];
    const converted = schema[keyword];
    if (!Array.isArray(branches) || !Array.isArray(converted)) continue;
    schema[keyword] = converted.map((branch, index) => narrow(branch, valuesOf(branches[index], mapping, base), propertyName));
  }
}

/** The values that choose a branch: those that are mapped to it, else the last name of its reference. */
function valuesOf(branch: unknown, mapping: readonly (readonly [string, unknown])[], base: string): readonly string[] {
  const reference = referenceOf(branch);
  if (reference === undefined) return [];
  const name = reference.split("/").at(-1) ?? "";
  const absolute = toAbsolute(reference, base);
  const mapped = mapping.filter(([, target]) => target === name || (typeof target === "string" && toAbsolute(target, base) === absolute));
  return mapped.length > 0 ? mapped.map(([value]) => value) : [name];
}

function narrow(branch: unknown, values: readonly string[], propertyName: string): unknown {
  if (!isObject(branch) || values.length === 0) return branch;
  const value = values.length === 1 ? { const: values[0] } : { enum: values };
  return { ...branch, properties: { [propertyName]: value }, required: [propertyName] };
}
