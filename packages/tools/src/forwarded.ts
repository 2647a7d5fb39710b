// Tools that somebody else published: their handlers forward, their listing and their results are the other side's own
// words and go on as they came.

import type { McpTool, ToolContract, ToolResult } from "@toolcrib/core";
import type { AbortWatch } from "./call-abort.ts";
import type { ToolContext } from "./context.ts";
import { markTool, type Tool } from "./tool.ts";
import type { WrittenInput } from "./written-input.ts";

const LISTING = Symbol.for("toolcrib.listing");
const WRITTEN = Symbol.for("toolcrib.written");
const RESULT = Symbol.for("toolcrib.result");
const QUESTION = Symbol.for("toolcrib.question");

/** What a listing says of a tool besides its name, description and schemas. */
export interface Listing extends Partial<Pick<McpTool, "icons" | "annotations" | "_meta">> {
  readonly title?: string | undefined;
  /** What its server declared of it, where that server is trusted to know. */
  readonly contract?: ToolContract;
  /** Its schemas were written here, keyword by keyword, so nothing in them needs to be looked for. */
  readonly isSound?: true;
}

/**
 * A tool with the listing somebody else wrote for it.
 * @param definition becomes the tool, so it must be nobody else's
 */
export function forwardedTool(definition: Tool, listing: Listing): Tool {
  return markTool(Object.assign(definition, { [LISTING]: listing }));
}

/**
 * The same with an input schema that is written already.
 * @param definition without `input`, which is made when it is asked for
 */
export function writtenTool(definition: Omit<Tool, "input">, listing: Listing, written: WrittenInput): Tool {
  Object.defineProperty(definition, WRITTEN, { value: written });
  return forwardedTool(Object.defineProperty(definition, "input", INPUT), listing);
}

/** One getter for all of them: an object with one of its own would be kept as a table, at several times the room. */
const INPUT: PropertyDescriptor & ThisType<Written> = {
  enumerable: true,
  get() {
    return this[WRITTEN]?.published;
  },
};

interface Written {
  readonly [WRITTEN]?: WrittenInput;
}

/** The written input of a tool that has one. It is that of this very tool: one that is made from it has none. */
export function writtenInputOf(definition: Tool): WrittenInput | undefined {
  return (definition as Written)[WRITTEN];
}

export function isForwarded(definition: Tool): boolean {
  return LISTING in definition;
}

/** The listing that came with a tool; nothing where its author is ours. */
export function listingOf(definition: Tool): Listing {
  return (definition as { readonly [LISTING]?: Listing })[LISTING] ?? NO_LISTING;
}

const NO_LISTING: Listing = Object.freeze({});

/** What a forwarding handler returns: a result, not a value to make one from. */
export interface ForwardedResult {
  readonly [RESULT]: ToolResult;
}

export function forwardResult(result: ToolResult): ForwardedResult {
  return { [RESULT]: result };
}

/** The result a forwarding handler returned; undefined for any other value. */
export function forwardedResultOf(value: unknown): ToolResult | undefined {
  return typeof value === "object" && value !== null ? (value as Partial<ForwardedResult>)[RESULT] : undefined;
}

/** A question that the other side asks before it runs the call, in its own words (MCP 2026-07-28, basic/patterns/mrtr). */
export interface ForwardedQuestion {
  /** Requests to the caller's client, by key. */
  readonly inputRequests: Readonly<Record<string, unknown>>;
  /** The other side's own state, to be given back as it is. */
  readonly upstreamState?: string;
}

/** What a caller's client said to a forwarded question, and the state it belongs to. */
export interface ForwardedAnswer {
  readonly inputResponses: Readonly<Record<string, unknown>>;
  readonly upstreamState?: string;
}

/** What a forwarding handler returns instead of a result, when the other side asks first. */
export function forwardQuestion(question: ForwardedQuestion): object {
  return { [QUESTION]: question };
}

/** The question a forwarding handler returned; undefined for any other value. */
export function forwardedQuestionOf(value: unknown): ForwardedQuestion | undefined {
  return typeof value === "object" && value !== null ? (value as { readonly [QUESTION]?: ForwardedQuestion })[QUESTION] : undefined;
}

/** The answer that a forwarding handler has to pass on; undefined in the first round of a call. */
export function forwardedAnswerOf(context: object): ForwardedAnswer | undefined {
  return (context as { readonly forwardedAnswer?: ForwardedAnswer }).forwardedAnswer;
}

/** What `context.signal` says, for a forwarding handler, without the signal being made. */
export function abortWatchOf(context: ToolContext): AbortWatch {
  return (context as { readonly abort?: AbortWatch }).abort ?? context.signal;
}
