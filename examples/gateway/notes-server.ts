// An MCP server over stdio, made with the official SDK: it remembers notes for as long as its session lasts.

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const notes: string[] = [];
const server = new McpServer({ name: "notes", version: "1.0.0" });
server.registerTool("add_note", { description: "Writes a note down", inputSchema: { text: z.string() } }, async ({ text }) => {
  notes.push(text);
  return { content: [{ type: "text", text: `${notes.length} note(s): ${notes.join("; ")}` }] };
});
await server.connect(new StdioServerTransport());
