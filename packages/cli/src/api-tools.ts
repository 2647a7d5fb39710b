// What an OpenAPI document becomes: its tools as a client would list them, their sizes, and what could not be taken.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { JsonObject } from "@toolcrib/core";
import { type Auth, type Diagnostic, type OperationFilter, openApiTools, operationOf } from "@toolcrib/openapi";
import { loadDocument } from "@toolcrib/openapi/node";
import type { Tool } from "@toolcrib/tools/run";
import { listTools, type McpCaller } from "./mcp-call.ts";
import { serveInProcess } from "./serve-in-process.ts";

export interface ApiSource {
  /** A path or a URL. */
  readonly document: string;
  /** The base URL, whatever the document says. */
  readonly server: string | undefined;
  /** Folders, or beginnings of URLs, that references may lead to. */
  readonly allow: readonly string[];
  readonly include: OperationFilter;
  readonly auth: Auth | undefined;
}

export interface ApiTool {
  readonly name: string;
  /** As `GET /path`. */
  readonly operation: string;
  readonly effects: string;
  /** Of its schema's JSON. */
  readonly bytes: number;
  /** As `tools/list` has it. */
  readonly listed: JsonObject;
}

export interface ApiTools {
  readonly tools: readonly ApiTool[];
  /** Of the whole list. */
  readonly bytes: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Other documents that are referred to and were not read. */
  readonly refused: readonly string[];
  /** Those that were allowed and could not be read, each with why. */
  readonly unreadable: readonly string[];
  readonly caller: McpCaller;
}

/**
 * @param say hears, for the person at the terminal, what a model must not read
 * @throws StartError for a document that can't be read
 */
export async function readApi({ document, server, allow, include, auth }: ApiSource, say: (line: string) => void): Promise<ApiTools> {
  const loaded = await loadDocument(document, { fetch, allow: allow.map(toUrlStart) });
  const { tools, diagnostics } = await openApiTools(loaded.document, {
    fetch,
    documents: loaded.documents,
    include,
    log: say,
    ...(loaded.documentUrl === undefined ? {} : { documentUrl: loaded.documentUrl }),
    ...(server === undefined ? {} : { server }),
    ...(auth === undefined ? {} : { auth }),
  });
  const caller = serveInProcess(tools, (error) => sayCause(error, say));
  const listed = await listTools(caller);
  return {
    tools: listed.map((tool) => toApiTool(tool, tools)),
    bytes: bytesOf(listed),
    diagnostics,
    refused: loaded.refused,
    unreadable: loaded.unreadable,
    caller,
  };
}

function toApiTool(listed: JsonObject, tools: Readonly<Record<string, Tool>>): ApiTool {
  const name = String(listed.name);
  const tool = tools[name];
  const operation = tool === undefined ? undefined : operationOf(tool);
  return {
    name,
    operation: operation === undefined ? "" : `${operation.method} ${operation.path}`,
    effects: tool?.effects ?? "",
    bytes: bytesOf(listed.inputSchema),
    listed,
  };
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The cause alone: the message is in the result. */
function sayCause(error: unknown, say: (line: string) => void): void {
  for (let cause = causeOf(error); cause !== undefined; cause = causeOf(cause))
    say(`caused by: ${cause instanceof Error ? cause.message : String(cause)}`);
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

function toUrlStart(text: string): string {
  if (/^(https?|file):/i.test(text)) return text;
  const url = pathToFileURL(resolve(text)).href;
  // A folder's name alone would be the beginning of other names too.
  return text.endsWith("/") || text === "." || text === ".." ? `${url}/` : url;
}
