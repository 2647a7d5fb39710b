// A server built on fastmcp.  node fastmcp-server.mjs <port>

import { FastMCP, UserError } from "fastmcp";
import { z } from "zod";

const server = new FastMCP({ name: "fast", version: "1.0.0" });
server.addTool({
  name: "add",
  description: "Adds",
  parameters: z.object({ one: z.number(), other: z.number() }),
  execute: async ({ one, other }) => String(one + other),
});
server.addTool({
  name: "slowly",
  description: "Takes a moment",
  parameters: z.object({}),
  async execute(_args, { reportProgress }) {
    for (const progress of [1, 2]) {
      await reportProgress({ progress, total: 2 });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return "done";
  },
});
server.addTool({
  name: "fail",
  description: "Fails",
  parameters: z.object({}),
  async execute() {
    throw new UserError("no such order");
  },
});
await server.start({ transportType: "httpStream", httpStream: { port: Number(process.argv[2]), endpoint: "/mcp", host: "127.0.0.1" } });
