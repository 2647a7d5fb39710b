// A saved definition as it is shown: of headers and env the names, of auth the type, and no value of either.

import { type DefinitionPart, isObject, type ShownSource, type SourceDefinition, type SourceKind } from "@toolcrib/core";

const KINDS: readonly SourceKind[] = ["mcp", "command", "openapi", "endpoint", "tools", "server"];

export function showSources({ sources = {} }: DefinitionPart): Readonly<Record<string, ShownSource>> {
  return Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, showSource(source)]));
}

function showSource(source: SourceDefinition): ShownSource {
  const { headers, env, auth, ...others } = source as SourceDefinition & Readonly<Record<string, unknown>>;
  const kind = KINDS.find((name) => name in source) ?? "server";
  return {
    kind,
    ...others,
    ...(isObject(headers) ? { headers: Object.keys(headers) } : {}),
    ...(isObject(env) ? { env: Object.keys(env) } : {}),
    ...(isObject(auth) ? { auth: { type: String(auth.type) } } : {}),
  };
}
