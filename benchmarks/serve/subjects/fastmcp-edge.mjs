import { EdgeFastMCP } from "fastmcp/edge";
import { z } from "zod";

export const revision = "2025-11-25";

export function createHandler() {
  const server = new EdgeFastMCP({ name: "bench", version: "1.0.0" });
  server.addTool({
    name: "echo",
    description: "Says it again",
    parameters: z.object({ text: z.string() }),
    execute: async ({ text }) => text,
  });
  return (request) => server.fetch(request);
}
