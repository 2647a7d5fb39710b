// Asking a person for consent to one call: the form on the wire, and what its answer means.

import { cutText } from "./json.ts";
import { APPROVAL_ARGUMENTS_MAX_CHARS } from "./limits.ts";
import type { Answer, Question } from "./question.ts";

const FIELD = "approve";

/** The question; whoever shows it shows what would run, and with what. */
export function toApprovalQuestion(tool: string, args: unknown): Question {
  return {
    key: "approval",
    message: `Allow this call of ${tool}? Arguments: ${cutText(JSON.stringify(args), APPROVAL_ARGUMENTS_MAX_CHARS)}`,
    form: { type: "object", properties: { [FIELD]: { type: "boolean", title: "Allow this call" } }, required: [FIELD] },
  };
}

/** True when the answer is consent; everything else is none. */
export function isApproval(answer: Answer): boolean {
  return answer[FIELD] === true;
}
