// Which operations become tools, where the operator wants fewer than all.

import type { Operation } from "./operation.ts";

/** All that are given must hold; of each list one. */
export interface OperationFilter {
  readonly tags?: readonly string[];
  /** Paths as the document writes them; `*` stands for any characters. */
  readonly paths?: readonly string[];
  readonly methods?: readonly string[];
  /** Operation ids; `*` stands for any characters. */
  readonly ids?: readonly string[];
}

export function createFilter({ tags, paths, methods, ids }: OperationFilter = {}): (operation: Operation) => boolean {
  const upper = methods?.map((method) => method.toUpperCase());
  const [matchesPath, matchesId] = [paths?.map(toPattern), ids?.map(toPattern)];
  return (operation) =>
    (tags === undefined || operation.tags.some((tag) => tags.includes(String(tag)))) &&
    (upper === undefined || upper.includes(operation.method)) &&
    (matchesPath === undefined || matchesPath.some((pattern) => pattern.test(operation.path))) &&
    (matchesId === undefined || matchesId.some((pattern) => pattern.test(operation.id ?? "")));
}

function toPattern(text: string): RegExp {
  return new RegExp(
    `^${text
      .split("*")
      .map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, "\\$&"))
      .join(".*")}$`,
    "s",
  );
}
