// Tools that somebody else published: their handlers forward, their listing and their results are the other side's own
// words and go on as they came.

import type { McpTool, ToolResult } from "@toolcrib/core";
import { type Tool, type ToolDefinition, tool } from "./tool.ts";

const LISTING = Symbol.for("toolcrib.listing");
const RESULT = Symbol.for("toolcrib.result");

/** What a listing says of a tool besides its name, description and schemas. */
export interface Listing extends Partial<Pick<McpTool, "icons" | "annotations" | "_meta">> {
  readonly title?: string | undefined;
  /** Its schemas were written here, keyword by keyword, so nothing in them needs to be looked for. */
  readonly isSound?: true;
}

/** A tool with the listing somebody else wrote for it. */
export function forwardedTool(definition: Tool, listing: Listing): Tool {
  return tool({ ...definition, [LISTING]: listing } as unknown as ToolDefinition);
}

export function isForwarded(definition: Tool): boolean {
  return LISTING in definition;
}

/** The listing that came with a tool; nothing where its author is ours. */
export function listingOf(definition: Tool): Listing {
  return (definition as { readonly [LISTING]?: Listing })[LISTING] ?? {};
}

/** What a forwarding handler returns: a result, not a value to make one from. */
export interface ForwardedResult {
  readonly [RESULT]: ToolResult;
}

export function forwardResult(result: ToolResult): ForwardedResult {
  return { [RESULT]: result };
}

/** The result a forwarding handler returned; undefined for any other value. */
export function forwardedResultOf(value: unknown): ToolResult | undefined {
  return typeof value === "object" && value !== null ? (value as Partial<ForwardedResult>)[RESULT] : undefined;
}
