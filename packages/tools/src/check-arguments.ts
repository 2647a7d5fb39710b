import { CallError, isObject, PROBLEMS_MAX, type SchemaProblem } from "@toolcrib/core";
import { Refusal } from "./read-schema.ts";
import type { StandardIssue } from "./tool-schema.ts";
import type { PreparedTool } from "./toolset.ts";

/**
 * Checks a call's arguments and gives the handler's view of them; a promise of it where the schema is asynchronous.
 * @throws CallError `invalid_args` that names every failing path and what was expected there, never a value
 */
export function checkArguments(tool: PreparedTool, args: unknown): unknown {
  const problems = tool.input.judge(args);
  if (problems.length > 0) throw refusal(tool, problems);
  const parsed = tool.input.parse(args);
  return parsed instanceof Promise ? parsed.catch((error: unknown) => Promise.reject(toRefusal(tool, error))) : parsed;
}

function toRefusal(tool: PreparedTool, error: unknown): unknown {
  return error instanceof Refusal ? refusal(tool, error.issues.map(toProblem)) : error;
}

function refusal(tool: PreparedTool, problems: readonly SchemaProblem[]): CallError {
  const named = problems.slice(0, PROBLEMS_MAX).map(({ path, message }) => `- ${path === "" ? "(arguments)" : path}: ${message}`);
  const rest = problems.length > PROBLEMS_MAX ? `\n- and ${problems.length - PROBLEMS_MAX} more` : "";
  return new CallError(`tool ${tool.name} did not run: its arguments do not fit\n${named.join("\n")}${rest}`, { code: "invalid_args" });
}

/** A Standard Schema's own words, with the value taken out where the library quotes it (ArkType writes "(was …)"). */
function toProblem(issue: StandardIssue): SchemaProblem {
  const path = (issue.path ?? []).map((segment) => String(isObject(segment) ? segment.key : segment));
  return { path: path.map((step) => `/${step}`).join(""), message: issue.message.replace(/ \(was .*\)$/s, "") };
}
