// The official SDK, second line.

import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

export const revision = "2026-07-28";

export function createHandler() {
  const inputSchema = z.object({ text: z.string() });
  const { fetch } = createMcpHandler(() => {
    const server = new McpServer({ name: "bench", version: "1.0.0" });
    server.registerTool("echo", { description: "Says it again", inputSchema }, ({ text }) => ({ content: [{ type: "text", text }] }));
    return server;
  });
  return fetch;
}
