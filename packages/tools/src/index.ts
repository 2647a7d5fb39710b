// What a tool author needs, and no more.

// Defining a tool.
export { isTool, type Tool, type ToolDefinition, tool } from "./tool.ts";
export { schema } from "./schema.ts";
export type { Parsed, Returned, ToolSchema } from "./tool-schema.ts";

// What a handler is given.
export type { CallContext, ToolContext } from "./context.ts";
export type { Answer, Identity, Question } from "@toolcrib/core";

// What it may return or throw.
export { CallError, content } from "@toolcrib/core";
