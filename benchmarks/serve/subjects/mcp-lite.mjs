import { McpServer, StreamableHttpTransport } from "mcp-lite";
import { z } from "zod";

/** The newest it speaks. */
export const revision = "2025-06-18";

export function createHandler() {
  const server = new McpServer({ name: "bench", version: "1.0.0", schemaAdapter: (schema) => z.toJSONSchema(schema) });
  server.tool("echo", {
    description: "Says it again",
    inputSchema: z.object({ text: z.string() }),
    handler: ({ text }) => ({ content: [{ type: "text", text }] }),
  });
  return new StreamableHttpTransport().bind(server);
}
