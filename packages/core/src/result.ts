import type { CallOutcome } from "./call.ts";
import { META } from "./call.ts";
import type { Content } from "./content.ts";
import type { FailureClass } from "./errors.ts";

/** What a call ended with, before it takes the form of a revision. */
export interface ToolResult {
  readonly content: readonly Content[];
  /** Any JSON value; only 2026-07-28 can carry one that is not an object. */
  readonly structuredContent?: unknown;
  /** The same as JSON, where it was written already. */
  readonly structuredJson?: string;
  readonly isError?: true;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The result of a failed call: the text, then the failure class on a line of its own, and both facts again in `_meta`. */
export function toFailedResult(text: string, errorType: FailureClass, outcome?: CallOutcome): ToolResult {
  return {
    content: [{ type: "text", text: `${text}\nerrorType: ${errorType}` }],
    isError: true,
    _meta: { [META.errorType]: errorType, ...(outcome === undefined ? {} : { [META.outcome]: outcome }) },
  };
}
