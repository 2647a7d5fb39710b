// What reading the operations of a document needs, whichever version it is of.

import { isObject } from "@toolcrib/core";
import type { Report } from "./diagnostics.ts";
import type { DocumentObject } from "./document.ts";
import type { Parameter, SecuritySets } from "./operation.ts";
import type { References } from "./references.ts";
import type { ServerOptions } from "./server-url.ts";

export interface Reading {
  readonly document: DocumentObject;
  readonly references: References;
  readonly options: ServerOptions;
  readonly report: Report;
  /** The base URL by the nearest list of servers. */
  readonly serverOf: (lists: readonly unknown[]) => string | undefined;
  /** Parameters that were read: most are shared by reference. */
  readonly parameters: Map<object, Parameter | undefined>;
  /** Those of them that are arguments, by the text of a reference in the document itself. */
  readonly argumentOf: Map<string, Parameter>;
  /** Where API keys go, as `query key`; names of headers in lower case. */
  readonly credentialPlaces: ReadonlySet<string>;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** What `x-mcp` says of the document, the path and the operation; empty where none says anything. */
export function extensionsOf(document: DocumentObject, item: DocumentObject, operation: DocumentObject): readonly unknown[] {
  const [root, path, own] = [document["x-mcp"], item["x-mcp"], operation["x-mcp"]];
  return root === undefined && path === undefined && own === undefined ? NONE : [root, path, own];
}

export function toSecurity(value: unknown): SecuritySets | undefined {
  if (!Array.isArray(value)) return undefined;
  return (value.every(isObject) ? value : value.filter(isObject)) as unknown as SecuritySets;
}

const NONE: readonly never[] = [];
