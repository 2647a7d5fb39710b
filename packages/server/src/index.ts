// Serving tools: one function and what it is given and gives back.

export type { FailedCall } from "@toolcrib/tools/run";
export type { RuntimeOptions, ServeOptions, UnverifiedOptions } from "./serve-options.ts";
export { serveTools, type ToolHandler } from "./serve-tools.ts";
