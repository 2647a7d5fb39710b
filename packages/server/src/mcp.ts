// Servers built with the official SDK, served as tools.

export { type FromMcpServerOptions, fromMcpServer } from "./mcp/from-mcp-server.ts";
export type { McpServerLike } from "./mcp/mcp-session.ts";
