// A definition with nothing wrong in it, or everything that is, each with its path and the way out.

import type { SourceKind } from "./gateway-definition.ts";
import {
  AGENT_NAME,
  AGENT_SCHEMA,
  AUTH_OF,
  AUTH_SCHEMAS,
  type AuthType,
  SOURCE_KINDS,
  SOURCE_NAME,
  SOURCE_SCHEMAS,
} from "./gateway-definition-schema.ts";
import { isObject, type JsonSchema } from "./json.ts";
import { compileSchema } from "./schema.ts";

type Report = (path: string, problem: string) => void;

/** Keys of later floors: known, so that whoever writes one learns that it is no typing error. */
const LATER: Readonly<Record<string, string>> = {
  approval: "approvals come with the call ledger",
  limits: "limits come with the call ledger",
  intent: "the call ledger is not there yet",
  approvers: "approvals come with the call ledger",
  subject: "agents of single users come with the gateway's API",
  context: "agents of single users come with the gateway's API",
  model: "agents that run models come later",
  instructions: "agents that run models come later",
  builtins: "built-in tools come later",
  codeMode: "code mode comes later",
  search: "tool search comes later",
  oauth: "sign-in by OAuth comes later",
};
const TOP_KEYS = ["$schema", "tenant", "sources", "agents"];
const RESERVED_SOURCE = "toolcrib";

/** @returns every problem, as `sources.kb.timeoutMs: …`; none where the value is a `GatewayDefinition` */
export function checkGatewayDefinition(value: unknown): readonly string[] {
  const problems: string[] = [];
  const report: Report = (path, problem) => problems.push(path === "" ? problem : `${path}: ${problem}`);
  if (!isObject(value)) return ["the definition is not an object; it needs tenant, sources and agents"];
  const { tenant, sources, agents } = value;
  for (const key of Object.keys(value)) if (!TOP_KEYS.includes(key)) report(key, unknownKey(key, ["tenant", "sources", "agents"]));
  if (typeof tenant !== "string" || tenant === "" || tenant.length > 256)
    report("tenant", "is missing; write the name your servers know this gateway by, as: tenant: acme");
  checkEach(sources, { path: "sources", pattern: SOURCE_NAME, what: "source" }, report, checkSource);
  checkEach(agents, { path: "agents", pattern: AGENT_NAME, what: "agent" }, report, (agent, path) => {
    checkAgainst(agent, AGENT_SCHEMA, path, report);
  });
  if (isObject(agents) && isObject(sources)) checkPatterns(agents, Object.keys(sources), report);
  return problems;
}

function checkEach(
  value: unknown,
  { path, pattern, what }: { readonly path: string; readonly pattern: string; readonly what: string },
  report: Report,
  check: (item: unknown, path: string, report: Report) => void,
): void {
  if (!isObject(value)) report(path, `is missing; write the ${what}s by name, as: ${path}: {}`);
  for (const [name, item] of Object.entries(isObject(value) ? value : {})) {
    const at = `${path}.${name}`;
    if (name === RESERVED_SOURCE && what === "source") report(at, "the name is the gateway's own; choose another");
    else if (!new RegExp(pattern).test(name))
      report(at, `the name is not usable; use lower-case letters, digits and "-", beginning with a letter (${pattern})`);
    check(item, at, report);
  }
}

function checkSource(value: unknown, path: string, report: Report): void {
  const kinds = isObject(value) ? SOURCE_KINDS.filter((kind) => value[kind] !== undefined) : [];
  const [kind] = kinds;
  if (!isObject(value) || kind === undefined || kinds.length > 1) {
    const found = kinds.length === 0 ? "says no kind of source" : `says ${kinds.join(" and ")}`;
    report(path, `${found}; write exactly one of ${SOURCE_KINDS.join(", ")}`);
    return;
  }
  const { auth, ...rest } = value;
  checkAgainst(rest, SOURCE_SCHEMAS[kind], path, report);
  if (auth !== undefined) checkAuth(auth, kind, `${path}.auth`, report);
}

function checkAuth(auth: unknown, kind: SourceKind, path: string, report: Report): void {
  const types = AUTH_OF[kind];
  const type = isObject(auth) ? (auth.type as AuthType) : undefined;
  if (types === undefined) report(path, `a source of kind ${kind} takes no auth; leave it out`);
  else if (type === undefined || !types.includes(type))
    report(path, `needs a type of ${types.join(", ")}, as: auth: { type: ${types[0]} … }`);
  else checkAgainst(auth, AUTH_SCHEMAS[type], path, report);
}

function checkAgainst(value: unknown, schema: JsonSchema, path: string, report: Report): void {
  const known = Object.keys(schema.properties as object);
  for (const { path: pointer, message } of compileSchema(schema).judge(value)) {
    const steps = pointer
      .split("/")
      .slice(1)
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    const key = steps.length === 1 ? (steps[0] ?? "") : "";
    const isUnknown = message === "is not allowed here" && key !== "" && !known.includes(key);
    report([path, ...steps].join("."), isUnknown ? unknownKey(key, known) : message);
  }
}

function unknownKey(key: string, known: readonly string[]): string {
  const later = Object.hasOwn(LATER, key) ? LATER[key] : undefined;
  return later === undefined ? `is no key here; known: ${known.join(", ")}` : `is not taken yet: ${later}; leave it out`;
}

/** A pattern that can never match is a mistake somebody will look for. */
function checkPatterns(agents: Readonly<Record<string, unknown>>, sources: readonly string[], report: Report): void {
  for (const [name, agent] of Object.entries(agents)) {
    const patterns = isObject(agent) && Array.isArray(agent.tools) ? agent.tools : [];
    for (const [index, pattern] of patterns.entries()) {
      if (typeof pattern !== "string") continue;
      const [source = ""] = pattern.split("__");
      if (source.includes("*") || sources.includes(source)) continue;
      report(`agents.${name}.tools.${index}`, `"${pattern}" names no source; sources: ${sources.join(", ") || "none"}`);
    }
  }
}
