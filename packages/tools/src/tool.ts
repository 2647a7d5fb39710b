import type { Effects, Exposure, Idempotency, JsonSchema, Question } from "@toolcrib/core";
import type { CallContext, ToolContext } from "./context.ts";
import type { Parsed, Returned, ToolSchema } from "./tool-schema.ts";

const TOOL = Symbol.for("toolcrib.tool");

/** What an author declares. Every field is part of the contract that travels with the tool. */
export interface ToolDefinition<
  Input extends ToolSchema = JsonSchema,
  Output extends ToolSchema | undefined = undefined,
  EnvName extends string = never,
> {
  /** What it does, when to use it, what it returns: a model chooses by this text. */
  readonly description: string;
  /** The arguments: an object. TypeBox, Standard JSON Schema (Zod 4, ArkType, Valibot), or plain JSON Schema. Default: no arguments. */
  readonly input?: Input;
  /** What `execute` returns. A result that does not fit fails the call. Default: any JSON value, unchecked. */
  readonly output?: Output;
  /** The tool's name; wins over its file's name or its key. 1 to 128 of A-Z a-z 0-9 _ . - */
  readonly name?: string;
  /** What it touches. Default: `external`. */
  readonly effects?: Effects;
  /** `keyed`: the handler passes `context.idempotencyKey` on. `none`: a pure read, only with `effects: "none"`. Default: neither is claimed. */
  readonly idempotency?: Idempotency;
  /** Whether a person must agree first. A predicate that throws means yes. Default: `never`. */
  readonly approval?: "never" | "always" | ((args: Parsed<Input>, context: CallContext<EnvName>) => boolean | Promise<boolean>);
  /** How the model reaches it: as a tool, from code, or both. Acted on by whoever gathers the tools. */
  readonly exposure?: Exposure;
  /** How long the call may stay silent, in milliseconds: 1,000 to 1,200,000. Default: 15,000. Each progress starts it again, up to 20 minutes in all. */
  readonly timeoutMs?: number;
  /** Starts allowed for one key, 1 or more. Default: unbounded. Acted on where calls are recorded. */
  readonly maxAttempts?: number;
  /** Names of the values it needs; handed in by whoever serves it and checked at start. */
  readonly env?: readonly EnvName[];
  /** What to ask a person before it runs, given the answers so far; nothing when nothing is open. At most 8 rounds. */
  readonly ask?: (args: Parsed<Input>, context: CallContext<EnvName>) => Question | undefined | void | Promise<Question | undefined | void>;
  /** Does the work. Returns any JSON value or content; throws to tell the model why not. */
  readonly execute: (
    args: Parsed<Input>,
    context: ToolContext<EnvName>,
  ) => Output extends ToolSchema ? Returned<Output> | Promise<Returned<Output>> : unknown;
}

/** A tool: a definition, marked as one. What it infers for its author is forgotten here; toolsets hold many kinds. */
export interface Tool extends Omit<ToolDefinition<JsonSchema, undefined, string>, "input" | "output" | "approval" | "ask" | "execute"> {
  readonly input?: ToolSchema;
  readonly output?: ToolSchema | undefined;
  readonly approval?: "never" | "always" | ((args: unknown, context: CallContext) => boolean | Promise<boolean>);
  readonly ask?: (args: unknown, context: CallContext) => Question | undefined | void | Promise<Question | undefined | void>;
  readonly execute: (args: unknown, context: ToolContext) => unknown;
}

/** The keys of a definition, for refusing what nobody reads. */
export const DEFINITION_KEYS: readonly (keyof ToolDefinition)[] = [
  "description",
  "input",
  "output",
  "name",
  "effects",
  "idempotency",
  "approval",
  "exposure",
  "timeoutMs",
  "maxAttempts",
  "env",
  "ask",
  "execute",
];

/**
 * Defines a tool. Arguments are inferred from `input`; what is wrong with a definition is told when it is served,
 * together with everything else that is wrong.
 */
export function tool<
  const Input extends ToolSchema = JsonSchema,
  Output extends ToolSchema | undefined = undefined,
  const EnvName extends string = never,
>(definition: ToolDefinition<Input, Output, EnvName>): Tool {
  return markTool({ ...definition } as unknown as Tool);
}

/** Makes a definition the tool it describes. */
export function markTool(definition: Tool): Tool {
  return Object.freeze(Object.defineProperty(definition, TOOL, MARK));
}

const MARK = { value: true };

/** True for what {@link tool} made, in this copy of the package or another. */
export function isTool(value: unknown): value is Tool {
  return typeof value === "object" && value !== null && (value as { readonly [TOOL]?: unknown })[TOOL] === true;
}
