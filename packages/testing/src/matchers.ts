// Matchers for vitest and jest, `expect.extend(toolMatchers)`, each with a plain function for every other runner.

import type { ToolCallOutcome } from "./mcp-request.ts";

interface Verdict {
  readonly pass: boolean;
  readonly message: () => string;
}

/** True when the call ran and succeeded. */
export function succeeded(outcome: ToolCallOutcome): boolean {
  return outcome.status === 200 && outcome.error === undefined && !outcome.isError;
}

/** True when the call failed in a way the model reads, with this failure class if one is given. */
export function failed(outcome: ToolCallOutcome, errorType?: string): boolean {
  return outcome.isError && (errorType === undefined || outcome.errorType === errorType);
}

/** True when the caller was not let in. */
export function refused(outcome: ToolCallOutcome): boolean {
  return outcome.status === 401;
}

/** `expect(outcome).toSucceed()`, `.toFail("rate_limited")`, `.toBeRefused()`. */
export const toolMatchers = {
  toSucceed: (outcome: ToolCallOutcome): Verdict => verdict(succeeded(outcome), "succeed", outcome),
  toFail: (outcome: ToolCallOutcome, errorType?: string): Verdict =>
    verdict(failed(outcome, errorType), errorType === undefined ? "fail" : `fail as ${errorType}`, outcome),
  toBeRefused: (outcome: ToolCallOutcome): Verdict => verdict(refused(outcome), "be refused", outcome),
};

function verdict(pass: boolean, what: string, { status, text, error }: ToolCallOutcome): Verdict {
  const got = error === undefined ? `${status} ${text}` : `${status} ${error.code} ${error.message}`;
  return { pass, message: () => `expected the call ${pass ? "not " : ""}to ${what}; it was answered with ${got}` };
}
