// The official SDK, first line. Stateless it wants a server and a transport for each request. Neither is closed
// afterwards: that would only cost it more.

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { z } from "zod";

export const revision = "2025-11-25";

export function createHandler() {
  const inputSchema = { text: z.string() };
  return async (request) => {
    const server = new McpServer({ name: "bench", version: "1.0.0" });
    server.registerTool("echo", { description: "Says it again", inputSchema }, ({ text }) => ({ content: [{ type: "text", text }] }));
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    await server.connect(transport);
    return transport.handleRequest(request);
  };
}
