// What an operator, or the document itself under `x-mcp`, says of a tool beyond what the operation does. The nearest
// wins: options before the operation before its path before the document.

import { CALL_TIMEOUT_MS, EFFECTS, type Effects, isObject } from "@toolcrib/core";
import type { Operation } from "./operation.ts";

export interface ToolOverrides {
  /** False: no tool. */
  readonly enabled?: boolean;
  readonly name?: string;
  readonly description?: string;
  readonly effects?: Effects;
  readonly idempotency?: "keyed" | "none";
  readonly approval?: "never" | "always";
  /** How long a call may stay silent, in milliseconds. */
  readonly timeoutMs?: number;
  /** Publishes the answer's schema as `outputSchema`. An answer that does not fit it then fails the call. */
  readonly publishOutput?: boolean;
}

/** What a document may say. Anything else is left out, as one operation must not keep the others from being served. */
const IS_VALID: Readonly<Record<keyof ToolOverrides, (value: unknown) => boolean>> = {
  enabled: (value) => typeof value === "boolean",
  name: (value) => typeof value === "string",
  description: (value) => typeof value === "string" && value.trim() !== "",
  effects: (value) => typeof value === "string" && Object.hasOwn(EFFECTS, value),
  // "none" is what every pure read is, and what nothing else can be.
  idempotency: (value) => value === "keyed",
  approval: (value) => value === "never" || value === "always",
  timeoutMs: (value) => Number.isInteger(value) && (value as number) >= CALL_TIMEOUT_MS.min && (value as number) <= CALL_TIMEOUT_MS.max,
  publishOutput: (value) => typeof value === "boolean",
};

/** `x-mcp: false` is short for `{ enabled: false }`. */
export function toOverrides({ extensions }: Operation, given: ToolOverrides | undefined): ToolOverrides {
  if (extensions.length === 0) return given ?? NO_OVERRIDES;
  const said = extensions.map((value) => (typeof value === "boolean" ? { enabled: value } : isObject(value) ? value : {}));
  // Names and texts of the whole document or a path would be those of every operation.
  const [root = {}, path = {}, operation = {}] = said.map(readKnown);
  const { name: _root, description: _about, ...forAll } = root;
  const { name: _path, description: _of, ...forPath } = path;
  return { ...forAll, ...forPath, ...operation, ...given };
}

/** Nobody says anything. */
export const NO_OVERRIDES: ToolOverrides = Object.freeze({});

function readKnown(value: Readonly<Record<string, unknown>>): ToolOverrides {
  const known = Object.entries(IS_VALID).filter(([key, isValid]) => value[key] !== undefined && isValid(value[key]));
  return Object.fromEntries(known.map(([key]) => [key, value[key]]));
}
