// From a definition to a source of its kind.

import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import {
  type CommandSource,
  type EndpointSource,
  type FolderSource,
  type McpSource,
  type OpenApiSource,
  type ServerSource,
  SOURCE_TIMEOUT_MS,
  type SourceDefinition,
  StartError,
  toAudience,
} from "@toolcrib/core";
import type { Auth } from "@toolcrib/openapi";
import { fromMcpServer } from "@toolcrib/server/mcp";
import type { Environment, ResolvedSource } from "../definition/values.ts";
import type { Issuer } from "../identity/issuer.ts";
import type { Outbound } from "../outbound.ts";
import type { Authorize } from "../upstream/connection.ts";
import { openEndpointSource, openOpenApiSource, openToolsetSource } from "./api-source.ts";
import { openCommandSource } from "./command-source.ts";
import { openFolderSource } from "./folder-source.ts";
import { openMcpSource } from "./open-mcp-source.ts";
import type { Source, SourceEvents } from "./source.ts";

export interface OpenSourceParts {
  readonly name: string;
  readonly definition: SourceDefinition;
  readonly values: ResolvedSource;
  readonly environment: Environment;
  /** Where relative paths start. */
  readonly folder: string;
  /** How files of a tools folder are imported, if not as the runtime does. */
  readonly importer: string | undefined;
  readonly outbound: Outbound;
  /** Reaches a child process on this machine, whatever else is allowed. */
  readonly localOutbound: Outbound;
  readonly issuer: Issuer;
  readonly events: SourceEvents;
  readonly now: () => number;
}

/** @throws StartError for what can be known to be wrong without asking the source */
export async function openSource(parts: OpenSourceParts): Promise<Source> {
  const { definition, values, environment, folder, outbound, localOutbound, issuer, events, now } = parts;
  const { headers, env } = values;
  const timeoutMs = definition.timeoutMs ?? SOURCE_TIMEOUT_MS;
  const api = { headers, auth: values.auth as Auth | undefined, timeoutMs, fetch: outbound.fetch, folder, warn: events.warn };
  if (isKind<McpSource>(definition, "mcp"))
    return openMcpSource({ definition, headers, authorize: toAuthorize(definition, parts), outbound, events, now });
  if (isKind<CommandSource>(definition, "command"))
    return openCommandSource({ command: definition.command, env, folder: toPath(definition.folder ?? ".", folder), events, now });
  if (isKind<OpenApiSource>(definition, "openapi")) return openOpenApiSource({ ...api, definition });
  if (isKind<EndpointSource>(definition, "endpoint")) return openEndpointSource({ ...api, definition });
  if (isKind<FolderSource>(definition, "tools")) {
    const lookUp = (name: string) => environment[name];
    return openFolderSource({
      definition,
      folder: toFolder(definition.tools, parts),
      importer: parts.importer,
      env,
      lookUp,
      issuer,
      sender: localOutbound,
      events,
      now,
    });
  }
  const tools = await fromMcpServer((definition as ServerSource).server as Parameters<typeof fromMcpServer>[0], { timeoutMs });
  return openToolsetSource("server", tools);
}

function isKind<Definition extends SourceDefinition>(definition: SourceDefinition, kind: keyof Definition): definition is Definition {
  return (definition as Definition)[kind] !== undefined;
}

function toAuthorize({ mcp, auth }: McpSource, { name, values, issuer }: OpenSourceParts): Authorize {
  if (auth?.type === "runtime") {
    try {
      return issuer.createAuthorize(toAudience(mcp));
    } catch (error) {
      throw new StartError("options_invalid", [`sources.${name}.mcp "${mcp}" ${(error as Error).message}`]);
    }
  }
  const authorization = auth?.type === "bearer" ? `Bearer ${values.auth?.token}` : undefined;
  return async () => authorization;
}

function toFolder(text: string, { name, folder }: OpenSourceParts): string {
  const path = toPath(text, folder);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new StartError("options_invalid", [`sources.${name}.tools "${text}" is no folder; name one that is there`]);
  return path;
}

function toPath(path: string, folder: string): string {
  return isAbsolute(path) ? path : resolve(folder, path);
}
