// MCP wants the root of an input schema to be an object. A union or reference that can only be one gets the word
// for it; anything else is refused, because a client would drop the tool or send arguments it can't take.

import { compileSchema, isObject, type JsonSchema } from "@toolcrib/core";
import type { ReadSchema } from "./read-schema.ts";

const WAY_OUT = "arguments are always an object; wrap it, as in { value: … }";

/**
 * The same schema with `type: "object"` at its root. A plain JSON Schema is published as it is, and so must say it itself.
 * @throws Error that completes "its input …"
 */
export function toObjectRoot(read: ReadSchema): ReadSchema {
  const { type } = read.published;
  if (type === "object") return read;
  if (type !== undefined || read.isPlain === true) {
    throw new Error(
      type === undefined ? `has no type: "object" at its root; add it` : `has the type ${JSON.stringify(type)} at its root; ${WAY_OUT}`,
    );
  }
  if (!isAlwaysObject(read.published, read.published, new Set())) throw new Error(`is not an object at its root; ${WAY_OUT}`);
  const published = { type: "object", ...read.published };
  return { ...read, published, judge: compileSchema(published).judge };
}

function isAlwaysObject(node: unknown, root: JsonSchema, seen: Set<unknown>): boolean {
  if (!isObject(node) || seen.has(node)) return false;
  seen.add(node);
  if (node.type !== undefined) return node.type === "object";
  const every = (branches: unknown) =>
    Array.isArray(branches) && branches.length > 0 && branches.every((branch) => isAlwaysObject(branch, root, seen));
  const some = (branches: unknown) => Array.isArray(branches) && branches.some((branch) => isAlwaysObject(branch, root, seen));
  return (
    every(node.anyOf) ||
    every(node.oneOf) ||
    some(node.allOf) ||
    (typeof node.$ref === "string" && isAlwaysObject(definition(node.$ref, root), root, seen))
  );
}

function definition(reference: string, root: JsonSchema): unknown {
  const definitions = isObject(root.$defs) ? root.$defs : {};
  return (
    definitions[reference.replace(/^#\/\$defs\//, "")] ??
    Object.values(definitions).find((node) => isObject(node) && node.$id === reference)
  );
}
