// The base URL of an operation: its own servers before those of its path before those of the document; relative ones
// against where the document came from; variables by their default, or by what the operator says, never by a model.

import { isObject, StartError } from "@toolcrib/core";
import type { DocumentObject } from "./document.ts";

export interface ServerOptions {
  /** The base URL, whatever the document says. */
  readonly server?: string;
  /** Where the document came from: relative servers start there. */
  readonly documentUrl?: string;
  /** Values for the variables of server URLs. */
  readonly serverVariables?: Readonly<Record<string, string>>;
}

/** The base URL by the first list of servers that has one; without a slash at its end. */
function serverOf(lists: readonly unknown[], options: ServerOptions): string | undefined {
  if (options.server !== undefined) return given(options.server);
  const servers = lists.find((list): list is readonly unknown[] => Array.isArray(list) && list.length > 0);
  const [server] = servers ?? [{ url: "/" }];
  if (!isObject(server) || typeof server.url !== "string") return undefined;
  const url = fillVariables(server.url, server.variables, options.serverVariables ?? {});
  // A variable that nobody gave a value it may have: there is no such place.
  return /[{}]/.test(url) ? undefined : toBaseUrl(url, options);
}

/** The same by one list of servers after another, most of which are the document's own: each is read once. */
export function createServers(options: ServerOptions): (lists: readonly unknown[]) => string | undefined {
  const known = new Map<unknown, string | undefined>();
  return (lists) => {
    const list = lists.find((candidate) => Array.isArray(candidate) && candidate.length > 0);
    if (!known.has(list)) known.set(list, serverOf([list], options));
    return known.get(list);
  };
}

/** The same for a 2.0 document, whose operations may have schemes of their own. */
export function createSwaggerServers(document: DocumentObject, options: ServerOptions): (lists: readonly unknown[]) => string | undefined {
  const known = new Map<unknown, string | undefined>();
  return ([schemes]) => {
    if (!known.has(schemes)) known.set(schemes, serverOfSwagger(Array.isArray(schemes) ? { ...document, schemes } : document, options));
    return known.get(schemes);
  };
}

function serverOfSwagger({ schemes, host, basePath }: DocumentObject, options: ServerOptions): string | undefined {
  if (options.server !== undefined) return given(options.server);
  const path = typeof basePath === "string" ? basePath : "/";
  if (typeof host !== "string") return toBaseUrl(path, options);
  const listed = Array.isArray(schemes) ? schemes : [];
  const own = options.documentUrl?.startsWith("http:") === true ? "http" : "https";
  const scheme = listed.includes("https") ? "https" : listed.includes("http") ? "http" : own;
  return toBaseUrl(`${scheme}://${host}${path}`, options);
}

/** @throws StartError `options_invalid` for what is no URL of HTTP */
function given(server: string): string {
  const url = toBaseUrl(server, {});
  if (url === undefined) throw new StartError("options_invalid", [`server ${JSON.stringify(server)} is no URL of HTTP`]);
  return url;
}

function toBaseUrl(url: string, { documentUrl }: ServerOptions): string | undefined {
  try {
    const { origin, pathname, protocol } = new URL(url, documentUrl);
    return protocol === "http:" || protocol === "https:" ? trimSlash(origin + pathname) : undefined;
  } catch {
    return undefined;
  }
}

function fillVariables(url: string, variables: unknown, given: Readonly<Record<string, string>>): string {
  return url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = isObject(variables) && isObject(variables[name]) ? variables[name] : {};
    const value = given[name] ?? variable.default;
    const allowed = Array.isArray(variable.enum) && variable.enum.length > 0 ? variable.enum.map(String) : undefined;
    return value === undefined || (allowed !== undefined && !allowed.includes(String(value))) ? whole : String(value);
  });
}

function trimSlash(url: string): string {
  return url.endsWith("/") ? url.slice(0, -1) : url;
}
