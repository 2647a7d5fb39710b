// What a tool author needs, and no more.

export type { Answer, Identity, Question } from "@toolcrib/core";
// What it may return or throw.
export { CallError, content } from "@toolcrib/core";
// What a handler is given.
export type { CallContext, ToolContext } from "./context.ts";
export { schema } from "./schema.ts";
// Defining a tool.
export { isTool, type Tool, type ToolDefinition, tool } from "./tool.ts";
export type { Parsed, Returned, ToolSchema } from "./tool-schema.ts";
