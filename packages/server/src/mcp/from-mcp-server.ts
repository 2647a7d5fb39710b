// A server built with the official SDK, as tools. They are listed once, when this is called; what the server adds
// later needs another call.

import { HANDSHAKE_REVISIONS, StartError, TOOLS_MAX } from "@toolcrib/core";
import { isListedTool, type ListedTool, type Tool } from "@toolcrib/tools/run";
import { type McpServerLike, McpSession } from "./mcp-session.ts";
import { toTool } from "./mcp-tool.ts";

export interface FromMcpServerOptions {
  /** How long a call may stay silent, in milliseconds: 1,000 to 1,200,000; each progress starts it again. Default: 60,000, as in the SDK. */
  readonly timeoutMs?: number;
}

/**
 * The tools of a server made with `@modelcontextprotocol/sdk` (v1) or `@modelcontextprotocol/server` (v2):
 * `serveTools(await fromMcpServer(server), options)`. Names, descriptions, schemas, annotations, results, progress and
 * cancellation are the server's own; its handlers read the proven caller with `runtimeIdentity(extra)`.
 * @param server one that is connected to nothing else
 * @throws StartError `tools_invalid` for a server that can't be connected or lists no tools
 */
export async function fromMcpServer(
  server: McpServerLike,
  { timeoutMs = 60_000 }: FromMcpServerOptions = {},
): Promise<Readonly<Record<string, Tool>>> {
  const session = new McpSession();
  try {
    await session.connect(server);
    // No deadline and no signal: the server is the author's own code, and Workers allow no timer while a module loads.
    await session.request("initialize", {
      protocolVersion: HANDSHAKE_REVISIONS[0],
      capabilities: {},
      clientInfo: { name: "toolcrib", version: "0" },
    });
    session.notify("notifications/initialized");
    const listed = await listTools(session);
    return Object.fromEntries(listed.map((tool) => [tool.name, toTool(session, tool, timeoutMs)]));
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new StartError("tools_invalid", [
      `fromMcpServer could not take the server's tools: ${cause}; give it an McpServer with tools that is connected to nothing else`,
    ]);
  }
}

async function listTools(session: McpSession): Promise<readonly ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: unknown;
  do {
    const page = await session.request("tools/list", cursor === undefined ? {} : { cursor });
    tools.push(...(Array.isArray(page.tools) ? page.tools : []).filter(isListedTool));
    if (tools.length > TOOLS_MAX) throw new Error(`it lists more than ${TOOLS_MAX} tools`);
    if (page.nextCursor !== undefined && page.nextCursor === cursor) throw new Error("its list does not end: one cursor came twice");
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}
