// The official SDK, first line, through its own transport for Node.

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

export const revision = "2025-11-25";

export function createListener() {
  const inputSchema = { text: z.string() };
  return async (request, response) => {
    const server = new McpServer({ name: "bench", version: "1.0.0" });
    server.registerTool("echo", { description: "Says it again", inputSchema }, ({ text }) => ({ content: [{ type: "text", text }] }));
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    await server.connect(transport);
    await transport.handleRequest(request, response);
  };
}
