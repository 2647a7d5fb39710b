// One call in MCP's 2026-07-28 revision. The tool is looked up first: a client repeats as headers what the tool's
// schema marks with x-mcp-header, and a server refuses a call that does not.

import {
  CALL_TOTAL_MS,
  HEADER,
  isObject,
  type JsonObject,
  type JsonSchema,
  MCP_META,
  readHeaderParameters,
  STATELESS_REVISION,
  toHeaderValue,
  toParameterHeaders,
} from "@toolcrib/core";
import { CommandFailed } from "./command-failed.ts";
import { readMessages } from "./rpc-messages.ts";
import { version } from "./version.ts";

type Params = Readonly<Record<string, unknown>>;

/** A server, and how it is reached. */
export interface McpCaller {
  readonly url: URL;
  /** Adds what proves the caller. */
  readonly fetch: typeof globalThis.fetch;
}

export interface McpCall extends McpCaller {
  readonly tool: string;
  readonly args: Params;
  readonly onProgress: (message: string) => void;
}

/**
 * The tools of a server, as it lists them.
 * @throws CommandFailed when the server can't be reached or refuses
 */
export async function listTools(caller: McpCaller): Promise<readonly JsonObject[]> {
  const { tools } = await request(caller, "tools/list", {}, {});
  return (Array.isArray(tools) ? tools : []).filter((tool): tool is JsonObject => isObject(tool));
}

/**
 * Calls a tool.
 * @returns the result, that of a failed tool too
 * @throws CommandFailed when the server can't be reached or refuses
 */
export async function callTool(call: McpCall): Promise<JsonObject> {
  const listed = (await listTools(call)).find(({ name }) => name === call.tool) as { readonly inputSchema?: JsonSchema } | undefined;
  const mirrors = {
    [HEADER.name]: toHeaderValue(call.tool),
    ...toParameterHeaders(readHeaderParameters(listed?.inputSchema ?? {}).parameters, call.args),
  };
  return request(call, "tools/call", { name: call.tool, arguments: call.args }, mirrors, call.onProgress);
}

async function request(
  { url, fetch }: McpCaller,
  method: string,
  params: Params,
  mirrors: Readonly<Record<string, string>>,
  onProgress: McpCall["onProgress"] = () => {},
): Promise<JsonObject> {
  const _meta = {
    [MCP_META.protocolVersion]: STATELESS_REVISION,
    [MCP_META.clientInfo]: { name: "toolcrib", version },
    [MCP_META.clientCapabilities]: {},
    ...(method === "tools/call" ? { progressToken: 1 } : {}),
  };
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        [HEADER.protocolVersion]: STATELESS_REVISION,
        [HEADER.method]: method,
        ...mirrors,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
      // What proves the caller is for this URL alone.
      redirect: "error",
      signal: AbortSignal.timeout(CALL_TOTAL_MS),
    });
    return await readResult(response, onProgress);
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
    throw new CommandFailed(`${url} can't be called: ${toReason(error)}`);
  }
}

async function readResult(response: Response, onProgress: McpCall["onProgress"]): Promise<JsonObject> {
  for await (const { method, params, result, error } of readMessages(response)) {
    if (method === "notifications/progress" && isObject(params)) onProgress(String(params.message ?? params.progress));
    if (isObject(result)) return result as JsonObject;
    if (isObject(error)) throw new CommandFailed(`the server refused (${response.status}): ${error.message}`);
  }
  throw new Error("the answer ended without a result");
}

/** A failed fetch says "fetch failed"; why is one level down. */
function toReason(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  return cause instanceof Error ? cause.message : message;
}
