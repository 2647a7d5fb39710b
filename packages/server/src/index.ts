// Serving tools: one function and what it is given and gives back.

export { type ServeOptions, serveTools, type ToolHandler } from "./serve-tools.ts";
export type { FailedCall } from "@toolcrib/tools/run";
