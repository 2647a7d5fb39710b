// A tool's name: the operation's id made legal, or one derived from method and path. At most 64 characters, unique, and
// the same in whatever order the operations stand: whoever has to share a name gets a digest of its own place behind it.

import { digestArguments } from "@toolcrib/core";
import type { Operation } from "./operation.ts";

/** Characters of a name. Clients put a source's name before it, and many stop at 64. */
export const OPERATION_NAME_MAX_CHARS = 64;

const DIGEST_CHARS = 8;

/** What a name is made of. */
export type Named = Pick<Operation, "id" | "method" | "path" | "pointer">;

/** The names of operations, one for each, in their order. */
export function toToolNames(operations: readonly Named[]): readonly string[] {
  const plain = operations.map(toPlainName);
  const isShared = toShared(plain);
  const names = operations.map((operation, index) => {
    const name = plain[index] ?? "";
    return name.length <= OPERATION_NAME_MAX_CHARS && !isShared(name) ? name : withDigest(name, [operation.method, operation.path]);
  });
  return tellApart(names, operations);
}

/** An id may look like the name that another operation got, and 3.2 can say one method twice. No pointer is there twice. */
function tellApart(names: readonly string[], operations: readonly Named[]): readonly string[] {
  let told = names;
  for (let round = 0; round < ROUNDS_MAX && new Set(told).size < told.length; round += 1) {
    const isShared = toShared(told);
    told = told.map((name, index) => (isShared(name) ? withDigest(name, [operations[index]?.pointer, round]) : name));
  }
  return told;
}

/** One is already more than any document was seen to need. */
const ROUNDS_MAX = 8;

function toShared(names: readonly string[]): (name: string) => boolean {
  const uses = new Map<string, number>();
  for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  return (name) => uses.get(name) !== 1;
}

function toPlainName({ id, method, path }: Named): string {
  const text = id ?? `${method.toLowerCase()} ${path.replaceAll(/\{([^{}]*)\}/g, "by $1")}`;
  const legal = text.replaceAll(/[^A-Za-z0-9_-]+/g, "_");
  // Few have one at an end, and the pattern looks at each of them.
  const plain = legal.startsWith("_") || legal.endsWith("_") ? legal.replaceAll(/^_+|_+$/g, "") : legal;
  return plain === "" ? "operation" : plain;
}

function withDigest(name: string, place: readonly unknown[]): string {
  const digest = digestArguments(place).slice(0, DIGEST_CHARS);
  return `${name.slice(0, OPERATION_NAME_MAX_CHARS - DIGEST_CHARS - 1)}_${digest}`;
}
