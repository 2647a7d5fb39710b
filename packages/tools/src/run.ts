// For whoever serves or gathers tools: everything but TypeBox, which only those who write schemas with it load.

export { type AbortWatch, CallAbort, type CallerSignal } from "./call-abort.ts";
export type { CallContext, Progress, ToolContext } from "./context.ts";
export {
  abortWatchOf,
  type ForwardedAnswer,
  type ForwardedQuestion,
  type ForwardedResult,
  forwardedAnswerOf,
  forwardedResultOf,
  forwardedTool,
  forwardQuestion,
  forwardResult,
  type Listing,
  listingOf,
  writtenInputOf,
  writtenTool,
} from "./forwarded.ts";
export { describeListed, isListedTool, type ListedTool, toForwardedResult, toListing } from "./listed-tool.ts";
export { type CallEnd, type CallRequest, type FailedCall, runCall } from "./run-call.ts";
export { isTool, type Tool, type ToolDefinition, tool } from "./tool.ts";
export type { Parsed, Returned, ToolSchema } from "./tool-schema.ts";
export { createToolset, type PreparedTool, type Toolset } from "./toolset.ts";
export { WrittenInput } from "./written-input.ts";
