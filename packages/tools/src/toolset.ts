// Tools, made ready to be called: every schema read and compiled, every value checked, once, at start.

import {
  CALL_TIMEOUT_MS,
  type HeaderParameter,
  isObject,
  type JsonSchema,
  readHeaderParameters,
  StartError,
  TOOLS_MAX,
  type ToolContract,
} from "@toolcrib/core";
import { checkDefinition, checkName } from "./check-definition.ts";
import { isForwarded, listingOf, writtenInputOf } from "./forwarded.ts";
import { toObjectRoot } from "./object-root.ts";
import { type ReadSchema, readForeign, readSchema } from "./read-schema.ts";
import { isTool, type Tool } from "./tool.ts";
import type { ToolSchema } from "./tool-schema.ts";
import type { WrittenInput } from "./written-input.ts";

/** A tool that can be called. */
export interface PreparedTool {
  readonly name: string;
  readonly definition: Tool;
  readonly contract: ToolContract;
  readonly input: ReadSchema;
  readonly output?: ReadSchema;
  /** The declared `env` names with their values. */
  readonly env: Readonly<Record<string, string>>;
  /** Arguments that a client repeats as headers. */
  readonly headerParameters: readonly HeaderParameter[];
}

/** Tools by name, in the order of their names. */
export type Toolset = ReadonlyMap<string, PreparedTool>;

const NO_ENV = Object.freeze({});
const NO_ARGUMENTS = { type: "object", properties: {}, additionalProperties: false };

/**
 * Checks and prepares tools.
 * @param tools by key; a tool's own `name` wins over its key
 * @param env the values that the tools' `env` names ask for
 * @throws StartError `tools_invalid` that lists every problem of every tool
 */
export function createToolset(tools: Readonly<Record<string, Tool>>, env: Readonly<Record<string, string | undefined>> = {}): Toolset {
  const problems: string[] = [];
  const prepared = new Map<string, PreparedTool>();
  const keyOf = new Map<string, string>();

  for (const key of Object.keys(tools)) {
    const definition = tools[key];
    if (!isTool(definition)) {
      problems.push(`"${key}" is not a tool; make it with tool({ … })`);
      continue;
    }
    const name = definition.name ?? key;
    const first = keyOf.get(name);
    if (first !== undefined) problems.push(`tool name "${name}" is used twice, by "${first}" and "${key}"; give one of them another name`);
    keyOf.set(name, key);
    const tool = prepare(name, definition, env, (problem) => problems.push(`tool "${name}": ${problem}`));
    if (tool !== undefined) prepared.set(name, tool);
  }
  if (keyOf.size > TOOLS_MAX) problems.push(`there are ${keyOf.size} tools; one server holds at most ${TOOLS_MAX}`);
  if (problems.length > 0) throw new StartError("tools_invalid", problems);
  return new Map([...prepared.keys()].sort().map((name) => [name, prepared.get(name) as PreparedTool]));
}

type Report = (problem: string) => void;

function prepare(
  name: string,
  definition: Tool,
  env: Readonly<Record<string, string | undefined>>,
  report: Report,
): PreparedTool | undefined {
  for (const problem of checkName(name)) report(problem);
  const written = writtenInputOf(definition);
  if (written?.contract !== undefined) return prepareWritten(name, definition, written, written.contract);
  for (const problem of checkDefinition(definition)) report(problem);
  return written === undefined
    ? prepareDeclared(name, definition, env, report)
    : prepareWritten(name, definition, written, toContract(definition));
}

/** A tool whose listing is written: nothing of it is read before somebody calls it. */
function prepareWritten(name: string, definition: Tool, input: WrittenInput, contract: ToolContract): PreparedTool {
  const prepared = { name, definition, contract, input, env: NO_ENV, headerParameters: NO_PARAMETERS };
  return definition.output === undefined ? prepared : { ...prepared, output: readForeign(definition.output as JsonSchema) };
}

const NO_PARAMETERS: readonly HeaderParameter[] = Object.freeze([]);

function prepareDeclared(
  name: string,
  definition: Tool,
  env: Readonly<Record<string, string | undefined>>,
  report: Report,
): PreparedTool | undefined {
  const attempt = (what: string, read: () => ReadSchema): ReadSchema | undefined => {
    try {
      return read();
    } catch (error) {
      // Ours complete the sentence; what a schema library throws is quoted.
      report(
        `its ${what} ${error instanceof Error && error.constructor === Error ? error.message : `can't be read as a schema (${error})`}`,
      );
      return undefined;
    }
  };
  const read = isForwarded(definition) ? (schema: ToolSchema) => readForeign(schema as JsonSchema) : readSchema;
  const input = attempt("input", () => toObjectRoot(read(definition.input ?? NO_ARGUMENTS, "input")));
  const outputSchema = definition.output;
  const output = outputSchema === undefined ? undefined : attempt("output", () => read(outputSchema, "output"));

  const names = Array.isArray(definition.env) ? definition.env : [];
  const missing = names.filter((variable) => env[variable] === undefined || env[variable] === "");
  if (missing.length > 0) report(`needs ${missing.join(", ")}; hand the values in as "env" where the tools are served`);
  if (input === undefined) return undefined;

  const parameters = listingOf(definition).isSound === true ? [] : checkClients(input, output, report);
  return {
    name,
    definition,
    contract: listingOf(definition).contract ?? toContract(definition),
    input,
    ...(output === undefined ? {} : { output }),
    env: names.length === 0 ? NO_ENV : Object.freeze(Object.fromEntries(names.map((variable) => [variable, env[variable] ?? ""]))),
    headerParameters: parameters,
  };
}

/** What clients would stumble over, reported; and the arguments they repeat as headers. */
function checkClients(input: ReadSchema, output: ReadSchema | undefined, report: Report): readonly HeaderParameter[] {
  for (const problem of checkProperties(input.published)) report(`its input ${problem}`);
  for (const problem of checkProperties(output?.published)) report(`its output ${problem}`);
  const { parameters, problems } = readHeaderParameters(input.published);
  for (const problem of problems) report(`its input: ${problem}`);
  return parameters;
}

/** Handshake revisions want objects under a root's properties; their clients drop the whole list over a boolean, which JSON Schema allows. */
function checkProperties(schema: JsonSchema | undefined): readonly string[] {
  const properties = isObject(schema?.properties) ? schema.properties : {};
  return Object.entries(properties)
    .filter(([, property]) => typeof property === "boolean")
    .map(
      ([name, property]) =>
        `has ${property} as the schema of ${JSON.stringify(name)}, which older clients can't read; write ${property === true ? "{}" : '{ "not": {} }'}`,
    );
}

function toContract(definition: Tool): ToolContract {
  const { effects, idempotency, approval, exposure, timeoutMs, maxAttempts, ask } = definition;
  return {
    version: 1,
    effects: effects ?? "external",
    ...(idempotency === undefined ? {} : { idempotency }),
    approval: typeof approval === "function" ? "conditional" : (approval ?? "never"),
    ...(exposure === undefined ? {} : { exposure }),
    timeoutMs: timeoutMs ?? CALL_TIMEOUT_MS.default,
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
    ...(ask === undefined ? {} : { asks: true }),
  };
}
