// What a test needs to call tools as a runtime does.

export { failed, refused, succeeded, toolMatchers } from "./matchers.ts";
export type { Handler, ToolCallOutcome } from "./mcp-request.ts";
export { type ListedTool, type ServerOptions, type TestRuntime, type TestRuntimeOptions, testRuntime } from "./test-runtime.ts";
export type { CallOptions, Fault } from "./test-token.ts";
