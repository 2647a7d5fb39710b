// One table decides what a tool's effects tell an MCP client and a model. Nobody else switches on them.
// What may run again after a lost attempt needs a second axis, where the handler lives, and has a table of its own.

import type { ToolAnnotations } from "./mcp-wire.ts";

/** What a tool touches: nothing, something recoverable, or the world outside. */
export type Effects = "none" | "sandbox" | "external";

export const EFFECTS = {
  none: { annotations: { readOnlyHint: true, destructiveHint: false }, afterTimeout: "it had no effect" },
  sandbox: { annotations: { readOnlyHint: false, destructiveHint: false }, afterTimeout: "the outcome is unknown" },
  external: { annotations: { readOnlyHint: false, destructiveHint: true }, afterTimeout: "the outcome is unknown" },
} as const satisfies Record<Effects, { readonly annotations: ToolAnnotations; readonly afterTimeout: string }>;

/** How the model may reach a tool: as a tool of its own, only from code, or both. */
export const EXPOSURES = ["direct", "codemode", "both"] as const;

export type Exposure = (typeof EXPOSURES)[number];
