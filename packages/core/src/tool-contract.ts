// The contract a tool travels with: what its author declared, in `tools/list` under `_meta["agent-runtime/tool"]`
// and, for clients that know nothing of it, as MCP annotations. Writer and reader side by side.

import { EFFECTS, type Effects, EXPOSURES, type Exposure } from "./effects.ts";
import { isObject, type JsonSchema } from "./json.ts";
import { CALL_TIMEOUT_MS } from "./limits.ts";
import type { ToolAnnotations } from "./mcp-wire.ts";
import { compileSchema } from "./schema.ts";

/** How a call may be run again: under the same key, which the handler passes on, or freely, as a pure read. */
export type Idempotency = "keyed" | "none";

/** When a person must agree: never, for every call, or for the calls a predicate of the author picks. */
export type ApprovalMode = "never" | "always" | "conditional";

export interface ToolContract {
  /** Contract version: a reader refuses one it does not know. */
  readonly version: 1;
  readonly effects: Effects;
  /** Absent: the author claims neither. */
  readonly idempotency?: Idempotency;
  readonly approval: ApprovalMode;
  /** Absent: whoever gathers the tools decides. */
  readonly exposure?: Exposure;
  /** How long a call may stay silent, in milliseconds. */
  readonly timeoutMs: number;
  /** Starts allowed for one key. Absent: unbounded. */
  readonly maxAttempts?: number;
  /** The tool may ask a person before it runs. */
  readonly asks?: true;
}

const CONTRACT: JsonSchema = {
  type: "object",
  properties: {
    version: { const: 1 },
    effects: { enum: Object.keys(EFFECTS) },
    idempotency: { enum: ["keyed", "none"] },
    approval: { enum: ["never", "always", "conditional"] },
    exposure: { enum: EXPOSURES },
    timeoutMs: { type: "integer", minimum: CALL_TIMEOUT_MS.min, maximum: CALL_TIMEOUT_MS.max },
    maxAttempts: { type: "integer", minimum: 1 },
    asks: { const: true },
  },
  required: ["version", "effects", "approval", "timeoutMs"],
};

let compiled: ReturnType<typeof compileSchema> | undefined;

/** The contract in a tool's `_meta`; undefined when it is missing or not one this version reads. Unknown members are dropped. */
export function parseToolContract(value: unknown): ToolContract | undefined {
  compiled ??= compileSchema(CONTRACT);
  if (!isObject(value) || compiled.judge(value).length > 0) return undefined;
  const known = Object.keys(CONTRACT.properties as object).filter((key) => value[key] !== undefined);
  return Object.fromEntries(known.map((key) => [key, value[key]])) as unknown as ToolContract;
}

/** The same facts as MCP annotations. */
export function toAnnotations(contract: ToolContract): ToolAnnotations {
  return EFFECTS[contract.effects].annotations;
}
