// "Objects closed where the author said nothing": a misspelt argument is refused by name instead of being ignored.
//
// An object that stands alone gets `additionalProperties: false`. Branches of allOf, anyOf and the like describe one
// object together with the schema around them; a closed branch would refuse its siblings' properties. So branches
// stay open and the schema around them gets `unevaluatedProperties: false`, which sees all of them (2020-12 core,
// section 11.3). Definitions stay open for the same reason and are closed where a `$ref` uses them as a whole.
// `not` and `if` are conditions: closing one would change what it says.

import { isObject, type JsonSchema } from "@toolcrib/core";

type Node = Record<string, unknown>;

const BRANCHES = ["allOf", "anyOf", "oneOf"];
const CONDITIONAL = ["then", "else"];
const CHILDREN = ["items", "contains", "additionalItems", "additionalProperties", "unevaluatedItems", "unevaluatedProperties"];
const NAMED_CHILDREN = ["properties", "patternProperties"];

/** A copy of the schema in which every object the author left open, without saying so, is closed. */
export function closeObjects(schema: JsonSchema): JsonSchema {
  const copy = JSON.parse(JSON.stringify(schema)) as Node;
  closeWhole(copy, copy);
  for (const keyword of ["$defs", "definitions"]) for (const definition of named(copy, keyword)) closeParts(definition, copy);
  return copy;
}

/** A schema that alone describes its value. */
function closeWhole(node: unknown, root: Node): void {
  if (!isNode(node)) return;
  const branches = BRANCHES.flatMap((keyword) => list(node, keyword));
  // A plain choice between alternatives: each stands alone, which gives plainer schemas and better messages.
  const choosesOnly =
    !describesProperties(node) && !("allOf" in node) && !("$ref" in node) && !("if" in node) && !("dependentSchemas" in node);
  if (branches.length > 0 && choosesOnly) {
    for (const branch of branches) closeWhole(branch, root);
    closeChildren(node, root);
    return;
  }
  const hasParts = branches.length > 0 || "$ref" in node || "if" in node || "dependentSchemas" in node;
  closeParts(node, root);
  if ("additionalProperties" in node || "unevaluatedProperties" in node || !describesObject(node, root, new Set())) return;
  node[hasParts ? "unevaluatedProperties" : "additionalProperties"] = false;
}

/** A schema that shares its object with the schema around it, and all that lies inside it. */
function closeParts(node: unknown, root: Node): void {
  if (!isNode(node)) return;
  for (const branch of parts(node)) closeParts(branch, root);
  closeChildren(node, root);
}

function closeChildren(node: Node, root: Node): void {
  for (const keyword of CHILDREN) closeWhole(node[keyword], root);
  for (const keyword of ["items", "prefixItems"]) for (const child of list(node, keyword)) closeWhole(child, root);
  for (const keyword of NAMED_CHILDREN) for (const child of named(node, keyword)) closeWhole(child, root);
}

/** True when the schema, or a branch or definition it is made of, names properties. `{ type: "object" }` alone means any object. */
function describesObject(node: unknown, root: Node, seen: Set<unknown>): boolean {
  if (!isNode(node) || seen.has(node)) return false;
  seen.add(node);
  if (describesProperties(node)) return true;
  if (typeof node.$ref === "string" && describesObject(findTarget(node.$ref, root), root, seen)) return true;
  return parts(node).some((branch) => describesObject(branch, root, seen));
}

function describesProperties(node: Node): boolean {
  return "properties" in node || "patternProperties" in node;
}

function parts(node: Node): readonly unknown[] {
  return [
    ...BRANCHES.flatMap((keyword) => list(node, keyword)),
    ...CONDITIONAL.map((keyword) => node[keyword]),
    ...named(node, "dependentSchemas"),
  ];
}

/** Where a reference inside the schema leads: by JSON Pointer, by `$id` or by `$anchor`. */
function findTarget(reference: string, root: Node): unknown {
  if (reference === "#") return root;
  if (reference.startsWith("#/")) {
    let node: unknown = root;
    for (const token of reference.slice(2).split("/"))
      node = isObject(node) ? node[decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~")] : undefined;
    return node;
  }
  return findNamed(root, (node) => node.$id === reference || `#${node.$anchor}` === reference);
}

function findNamed(node: unknown, matches: (node: Node) => boolean): Node | undefined {
  if (typeof node !== "object" || node === null) return undefined;
  if (isNode(node) && matches(node)) return node;
  for (const child of Object.values(node)) {
    const found = findNamed(child, matches);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isNode(value: unknown): value is Node {
  return isObject(value);
}

function list(node: Node, keyword: string): readonly unknown[] {
  const value = node[keyword];
  return Array.isArray(value) ? value : [];
}

function named(node: Node, keyword: string): readonly unknown[] {
  const value = node[keyword];
  return isObject(value) ? Object.values(value) : [];
}
