// What a handler returned, as a result; and what it threw, as the model may read it.

import {
  CallError,
  type Content,
  cutText,
  describeProblem,
  EFFECTS,
  ERROR_TEXT_MAX_CHARS,
  exceedsBytes,
  isContent,
  RESULT_MAX_BYTES,
  type ToolResult,
  toFailedResult,
  toFailureClass,
} from "@toolcrib/core";
import { forwardedResultOf } from "./forwarded.ts";
import type { PreparedTool } from "./toolset.ts";

/**
 * A string is text as it is, nothing is an empty result, content is itself, and any other JSON value is structured
 * content plus its JSON text.
 * @throws CallError `result_too_large` or `invalid_output`
 */
export function toResult(tool: PreparedTool, value: unknown): ToolResult {
  const forwarded = forwardedResultOf(value);
  if (forwarded !== undefined) return checkForwarded(tool, forwarded);
  const blocks = toContent(tool, value);
  if (blocks !== undefined) {
    checkSize(tool, toJson(tool, blocks));
    return { content: blocks };
  }
  if (value === undefined && tool.output === undefined) return { content: [] };

  const json = toJson(tool, value);
  checkSize(tool, json);
  const text: Content = { type: "text", text: typeof value === "string" ? value : json };
  if (tool.output === undefined)
    return typeof value === "string" ? { content: [text] } : { content: [text], structuredContent: value, structuredJson: json };

  // What goes on the wire is judged, not what was returned: a Date is a string by then.
  judgeOutput(tool, JSON.parse(json));
  return { content: [text], structuredContent: value, structuredJson: json };
}

/** Somebody else's result: within the same bound, and by the schema that was published for it. */
function checkForwarded(tool: PreparedTool, result: ToolResult): ToolResult {
  // The text of structured content is the same again.
  checkSize(tool, result.structuredJson ?? toJson(tool, result));
  if (result.isError !== true) judgeOutput(tool, result.structuredContent);
  return result;
}

function judgeOutput({ name, output }: PreparedTool, value: unknown): void {
  const problem = output?.judge(value)[0];
  if (problem !== undefined) {
    throw new CallError(`tool ${name} returned a result that does not fit its output schema ${describeProblem(problem)}`, {
      code: "invalid_output",
    });
  }
}

/** What the model reads of a failure: the words of whoever threw, bounded and with the tool's `env` values masked. */
export function toFailure(tool: PreparedTool, error: unknown, started: boolean): ToolResult {
  const text = cutText(mask(messageOf(error), Object.values(tool.env)), ERROR_TEXT_MAX_CHARS);
  const errorType = toFailureClass(error);
  const wasCut =
    error instanceof CallError && (error.code === "timeout" || error.code === "client_disconnected" || error.code === "cancelled");
  if (wasCut) return toFailedResult(text, errorType, started && tool.contract.effects !== "none" ? "unknown" : "no_effect");
  return toFailedResult(text, errorType, started ? undefined : "no_effect");
}

/** Whether a call that was cut off had an effect, in words. */
export function knownEffect(tool: PreparedTool, started: boolean): string {
  return started ? EFFECTS[tool.contract.effects].afterTimeout : EFFECTS.none.afterTimeout;
}

function toContent(tool: PreparedTool, value: unknown): readonly Content[] | undefined {
  if (isContent(value)) return [value];
  if (!Array.isArray(value) || !value.some(isContent)) return undefined;
  if (value.every(isContent)) return value;
  throw new CallError(`tool ${tool.name} returned content mixed with other values; make every item with content.text(…) and the like`, {
    code: "invalid_output",
  });
}

function toJson(tool: PreparedTool, value: unknown): string {
  let json: string | undefined;
  let cause: unknown;
  try {
    json = JSON.stringify(value);
  } catch (error) {
    cause = error;
  }
  if (json === undefined) throw new CallError(`tool ${tool.name} returned something JSON can't carry`, { code: "invalid_output", cause });
  return json;
}

function checkSize(tool: PreparedTool, json: string): void {
  if (exceedsBytes(json, RESULT_MAX_BYTES)) {
    throw new CallError(`tool ${tool.name} returned more than ${RESULT_MAX_BYTES} bytes of JSON; return less, or a link to the rest`, {
      code: "result_too_large",
    });
  }
}

function messageOf(error: unknown): string {
  const message = typeof error === "string" ? error : readMessage(error);
  return typeof message === "string" && message !== "" ? message : "the tool failed without saying why";
}

function readMessage(error: unknown): unknown {
  try {
    return typeof error === "object" && error !== null ? (error as { readonly message?: unknown }).message : undefined;
  } catch {
    // A getter of its author's that failed in turn.
    return undefined;
  }
}

/** Longest first, so that a value inside another one does not leave the rest of it readable. */
function mask(text: string, secrets: readonly string[]): string {
  let masked = text;
  for (const secret of [...secrets].filter((value) => value !== "").sort((a, b) => b.length - a.length))
    masked = masked.replaceAll(secret, "***");
  return masked;
}
