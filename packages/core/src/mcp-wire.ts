// MCP's own names and shapes, as far as a tool server needs them.
// Source: modelcontextprotocol.io/specification, revisions 2024-11-05 to 2026-07-28.

import type { JsonSchema } from "./json.ts";

/** The stateless revision: every request carries its own envelope. */
export const STATELESS_REVISION = "2026-07-28";

/** Revisions that start with an `initialize` handshake, newest first. */
export const HANDSHAKE_REVISIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

export type HandshakeRevision = (typeof HANDSHAKE_REVISIONS)[number];
export type Revision = typeof STATELESS_REVISION | HandshakeRevision;

/** What a request without MCP-Protocol-Version means: the header came with 2025-06-18. */
export const UNNAMED_REVISION: HandshakeRevision = "2025-03-26";

/** Request headers, lower case as every runtime hands them out. */
export const HEADER = {
  protocolVersion: "mcp-protocol-version",
  method: "mcp-method",
  name: "mcp-name",
  parameterPrefix: "mcp-param-",
} as const;

/** The reserved keys of a request's or result's `_meta` (2026-07-28, basic/index#meta). */
export const MCP_META = {
  protocolVersion: "io.modelcontextprotocol/protocolVersion",
  clientCapabilities: "io.modelcontextprotocol/clientCapabilities",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  serverInfo: "io.modelcontextprotocol/serverInfo",
  subscriptionId: "io.modelcontextprotocol/subscriptionId",
} as const;

/** JSON-RPC error codes; those from -32020 on are MCP's. `refused` and `unauthorized` are ours: outside every reserved range. */
export const RPC_ERROR = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
  refused: -31403,
  unauthorized: -31401,
} as const;

export type RpcId = string | number;

export interface Implementation {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
}

/** Hints a client may show; never a promise it may rely on for safety. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** One entry of `tools/list`. */
export interface McpTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly icons?: readonly unknown[];
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolAnnotations;
  readonly _meta: Readonly<Record<string, unknown>>;
}
