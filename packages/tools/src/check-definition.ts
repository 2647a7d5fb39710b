// What can be wrong with a definition, told at start. TypeScript catches most of it; JavaScript authors, generated
// tools and files loaded from a folder come here.

import { CALL_TIMEOUT_MS, EFFECTS, EXPOSURES, TOOL_NAME_MAX_CHARS } from "@toolcrib/core";
import { DEFINITION_KEYS, type Tool } from "./tool.ts";

/** What other tool libraries call our fields, and what to write here. */
const RENAMED: Readonly<Record<string, string>> = {
  handler: "execute: (args, context) => …",
  run: "execute: (args, context) => …",
  inputSchema: "input",
  parameters: "input",
  schema: "input",
  outputSchema: "output",
  needsApproval: 'approval: "always", or a predicate (args, context) => boolean',
  needs_approval: 'approval: "always", or a predicate (args, context) => boolean',
  requireApproval: 'approval: "always", or a predicate (args, context) => boolean',
  timeout: "timeoutMs, in milliseconds",
  annotations: 'effects: "none", "sandbox" or "external", from which the annotations follow',
  id: "name",
};

const NAME = new RegExp(`^[A-Za-z0-9_.-]{1,${TOOL_NAME_MAX_CHARS}}$`);

/** Problems of a name (MCP SEP-986), with the way out. */
export function checkName(name: unknown): readonly string[] {
  if (typeof name === "string" && NAME.test(name)) return [];
  return [`its name must be 1 to ${TOOL_NAME_MAX_CHARS} characters of A-Z, a-z, 0-9, "_", "." and "-"; set name: "…" in its definition`];
}

/** What holds of a definition, and what to say where it does not; said only then, for a server may have thousands of tools. */
type Check = readonly [holds: (definition: Tool) => boolean, problem: string];

const { min, max } = CALL_TIMEOUT_MS;

const CHECKS: readonly Check[] = [
  [
    ({ description }) => typeof description === "string" && description.trim() !== "",
    "needs a description: what it does, when to use it, what it returns",
  ],
  [({ execute }) => typeof execute === "function", "needs execute: (args, context) => …"],
  [({ effects }) => effects === undefined || Object.hasOwn(EFFECTS, effects), `effects must be one of ${Object.keys(EFFECTS).join(", ")}`],
  [
    ({ idempotency }) => idempotency === undefined || idempotency === "keyed" || idempotency === "none",
    'idempotency must be "keyed" or "none"; leave it out to claim neither',
  ],
  [
    ({ idempotency, effects }) => idempotency !== "none" || effects === "none",
    'idempotency "none" means a pure read, so it needs effects: "none"; for a tool with effects use "keyed" and pass context.idempotencyKey on',
  ],
  [
    ({ approval }) => approval === undefined || approval === "never" || approval === "always" || typeof approval === "function",
    'approval must be "never", "always" or a predicate (args, context) => boolean',
  ],
  [({ exposure }) => exposure === undefined || EXPOSURES.includes(exposure), `exposure must be one of ${EXPOSURES.join(", ")}`],
  [
    ({ timeoutMs }) => timeoutMs === undefined || (Number.isInteger(timeoutMs) && timeoutMs >= min && timeoutMs <= max),
    `timeoutMs must be a whole number from ${min} to ${max} milliseconds`,
  ],
  [
    ({ maxAttempts }) => maxAttempts === undefined || (Number.isInteger(maxAttempts) && maxAttempts >= 1),
    "maxAttempts must be a whole number of 1 or more; leave it out for no bound",
  ],
  [
    ({ env }) => env === undefined || (Array.isArray(env) && env.every((name) => typeof name === "string" && name !== "")),
    'env must be a list of names, as in ["PAYMENTS_KEY"]',
  ],
  [({ ask }) => ask === undefined || typeof ask === "function", "ask must be a function (args, context) => question"],
];

/** Problems of a definition's values, apart from its schemas. */
export function checkDefinition(definition: Tool): readonly string[] {
  const foreign = Object.keys(definition).filter((key) => !KNOWN.has(key));
  const unknown = foreign.filter((key) => !Object.hasOwn(RENAMED, key));
  const problems = foreign.filter((key) => Object.hasOwn(RENAMED, key)).map((key) => `has "${key}"; here that is ${RENAMED[key]}`);
  if (unknown.length > 0)
    problems.push(`has ${unknown.map((key) => `"${key}"`).join(", ")}, which nobody reads; known: ${DEFINITION_KEYS.join(", ")}`);
  for (const [holds, problem] of CHECKS) if (!holds(definition)) problems.push(problem);
  return problems;
}

const KNOWN: ReadonlySet<string> = new Set(DEFINITION_KEYS);
