// From a path to the operations that are served there.

import type { Operation } from "./operation.ts";

export interface Found {
  /** One a method. */
  readonly operations: readonly Operation[];
  readonly path: Readonly<Record<string, string>>;
}

export type Router = (pathname: string) => Found | undefined;

export function createRouter(operations: readonly Operation[]): Router {
  const paths = [...new Set(operations.map(({ path }) => path))].map((path) => ({
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
    operations: operations.filter((operation) => operation.path === path),
  }));
  return (pathname) => {
    for (const { pattern, operations: served } of paths) {
      const match = pattern.exec(pathname);
      const path = match === null ? undefined : decode(match.groups ?? {});
      if (path !== undefined) return { operations: served, path };
    }
    return undefined;
  };
}

/** Undefined for what is no percent-encoding. */
function decode(groups: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return undefined;
  }
}
