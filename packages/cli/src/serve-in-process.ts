// Tools served inside this process: the same list and the same judging of arguments that a client gets, without a port.

import { serveTools } from "@toolcrib/server";
import type { Tool } from "@toolcrib/tools/run";
import type { McpCaller } from "./mcp-call.ts";

/** @param onError hears of every failure, whole */
export function serveInProcess(tools: Readonly<Record<string, Tool>>, onError: (error: unknown) => void): McpCaller {
  const handler = serveTools(tools, { auth: "none", log: () => {}, onError });
  return { url: new URL("http://localhost/mcp"), fetch: (input, init) => handler(new Request(input, init)) };
}
