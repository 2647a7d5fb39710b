import { createMcpHandler } from "mcp-handler";
import { z } from "zod";

export const revision = "2026-07-28";

export function createHandler() {
  const inputSchema = z.object({ text: z.string() });
  return createMcpHandler((server) => {
    server.registerTool("echo", { description: "Says it again", inputSchema }, async ({ text }) => ({ content: [{ type: "text", text }] }));
  });
}
