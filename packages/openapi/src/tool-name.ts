// A tool's name: the operation's id made legal, or one derived from method and path. At most 64 characters, unique, and
// the same in whatever order the operations stand: whoever has to share a name gets a digest of its own place behind it.

import { digestArguments } from "@toolcrib/core";
import type { Operation } from "./operation.ts";

/** Characters of a name. Clients put a source's name before it, and many stop at 64. */
export const OPERATION_NAME_MAX_CHARS = 64;

const DIGEST_CHARS = 8;

/** The names of operations, one for each, in their order. */
export function toToolNames(operations: readonly Operation[]): readonly string[] {
  const plain = operations.map(toPlainName);
  const uses = new Map<string, number>();
  for (const name of plain) uses.set(name, (uses.get(name) ?? 0) + 1);
  return operations.map((operation, index) => {
    const name = plain[index] ?? "";
    const isFine = name.length <= OPERATION_NAME_MAX_CHARS && uses.get(name) === 1;
    return isFine ? name : withDigest(name, operation);
  });
}

function toPlainName({ id, method, path }: Operation): string {
  const text = id ?? `${method.toLowerCase()} ${path.replaceAll(/\{([^{}]*)\}/g, "by $1")}`;
  const legal = text.replaceAll(/[^A-Za-z0-9_-]+/g, "_").replaceAll(/^_+|_+$/g, "");
  return legal === "" ? "operation" : legal;
}

function withDigest(name: string, { method, path }: Operation): string {
  const digest = digestArguments([method, path]).slice(0, DIGEST_CHARS);
  return `${name.slice(0, OPERATION_NAME_MAX_CHARS - DIGEST_CHARS - 1)}_${digest}`;
}
