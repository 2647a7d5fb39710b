// The names a call travels under in MCP's `_meta`. They are a promise to every server and client: pinned by a test.

export const META = {
  idempotencyKey: "agent-runtime/idempotencyKey",
  callId: "agent-runtime/callId",
  runId: "agent-runtime/runId",
  turnId: "agent-runtime/turnId",
  attempt: "agent-runtime/attempt",
  actor: "agent-runtime/actor",
  origin: "agent-runtime/origin",
  tool: "agent-runtime/tool",
  outcome: "agent-runtime/outcome",
  errorType: "agent-runtime/errorType",
  replayed: "agent-runtime/replayed",
  durable: "agent-runtime/durable",
  possibleDuplicateOf: "agent-runtime/possibleDuplicateOf",
  approval: "agent-runtime/approval",
} as const;

/** How far a call that failed got: it certainly had no effect, or nobody can tell. */
export type CallOutcome = "no_effect" | "unknown";
