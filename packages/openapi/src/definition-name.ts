// The name of a definition inside a tool: the last name of its reference, made legal. Two that would meet are told apart
// by a digest of where they are, so that a name does not depend on which tool came first.

import { digestArguments } from "@toolcrib/core";

export function createDefinitionNames(): (reference: string) => string {
  const nameOf = new Map<string, string>();
  const taken = new Map<string, string>();
  return (reference) => {
    const known = nameOf.get(reference);
    if (known !== undefined) return known;
    const plain = toLegal(reference.slice(reference.lastIndexOf("/") + 1)) || "schema";
    const isHome = /#\/(components\/schemas|definitions)\/[^/]+$/.test(reference) && reference.startsWith("#");
    const name = isHome && !taken.has(plain) ? plain : `${plain}_${digestArguments(reference).slice(0, 8)}`;
    taken.set(name, reference);
    nameOf.set(reference, name);
    return name;
  };
}

/** Letters, digits and what needs no escape in a pointer or a URI fragment. */
function toLegal(name: string): string {
  return name.replaceAll(/%[0-9A-Fa-f]{2}|~[01]|[^A-Za-z0-9_.-]/g, "_");
}
