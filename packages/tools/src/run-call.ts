// The one path that runs a call, whoever asks for it:
//
//   check arguments → approval → ask → execute → result
//
// All of it under one deadline. Nothing that goes wrong leaves this function as an exception: it ends as a result
// the model can read, and as an error, whole, for the author's `onError`.

import {
  type Answer,
  ASK_ROUNDS_MAX,
  CallError,
  checkForm,
  type Identity,
  type Question,
  type ToolResult,
  toApprovalQuestion,
} from "@toolcrib/core";
import type { CallAbort } from "./call-abort.ts";
import { checkArguments } from "./check-arguments.ts";
import type { CallContext, Progress } from "./context.ts";
import { timeoutError, withDeadline } from "./deadline.ts";
import { RunningCall } from "./running-call.ts";
import { knownEffect, toFailure, toResult } from "./to-result.ts";
import type { Tool } from "./tool.ts";
import type { PreparedTool } from "./toolset.ts";

export interface CallRequest {
  readonly arguments: unknown;
  readonly identity: Identity;
  readonly callId: string;
  readonly idempotencyKey: string;
  /** Answers of the earlier rounds, each checked against its form. */
  readonly answers: readonly Answer[];
  /** A person consented to this very call. */
  readonly approved: boolean;
  /** Ends the call from outside; the call itself aborts it at its deadline. */
  readonly abort: CallAbort;
  /** Hears of progress while the call runs, never after. */
  readonly onProgress?: (progress: Progress) => void;
  /** Hears of every failure, with stack and cause. Its own failure is ignored. */
  readonly onError?: (error: unknown, call: FailedCall) => void;
}

/** Which call an error belongs to. */
export interface FailedCall {
  readonly tool: string;
  readonly callId: string;
  readonly identity: Identity;
}

/** How this request of the call ended: with a result, or with a question to a person that follows from the answers so far. */
export type CallEnd =
  | { readonly type: "result"; readonly result: ToolResult }
  | { readonly type: "question"; readonly asks: "answer" | "approval"; readonly question: Question; readonly answers: readonly Answer[] };

/** Runs one request of a call. Never rejects. */
export async function runCall(tool: PreparedTool, request: CallRequest): Promise<CallEnd> {
  let started = false;
  let open = true;
  try {
    const toError = (afterMs: number) => timeoutError(tool.name, afterMs, knownEffect(tool, started));
    return await withDeadline({ timeoutMs: tool.contract.timeoutMs, abort: request.abort, toError }, async (restart) => {
      const checked = checkArguments(tool, request.arguments);
      const args = checked instanceof Promise ? await checked : checked;
      const report = (progress?: Progress) => {
        if (!open) return;
        restart();
        if (progress !== undefined) request.onProgress?.(progress);
      };
      const { identity, callId, idempotencyKey, answers, abort } = request;
      const context = new RunningCall({ identity, callId, idempotencyKey, answers, abort, env: tool.env, report });
      const { approval, ask, execute } = tool.definition;
      if (!request.approved && approval !== undefined && (await needsApproval(approval, args, context))) {
        return { type: "question", asks: "approval", question: toApprovalQuestion(tool.name, request.arguments), answers: request.answers };
      }
      const question = ask === undefined ? undefined : await nextQuestion(tool, ask, args, context);
      if (question !== undefined) return { type: "question", asks: "answer", question, answers: request.answers };
      // A caller that left during the steps above must not find the work done.
      if (request.abort.reason !== undefined) throw request.abort.reason;
      started = true;
      return { type: "result", result: toResult(tool, await execute(args, context)) };
    });
  } catch (error) {
    tell(request, tool, error);
    return { type: "result", result: toFailure(tool, error, started) };
  } finally {
    open = false;
  }
}

/** Whether a person must agree. A predicate that throws, or says anything but false, means yes. */
async function needsApproval(approval: NonNullable<Tool["approval"]>, args: unknown, context: CallContext): Promise<boolean> {
  if (typeof approval === "string") return approval === "always";
  try {
    return (await approval(args, context)) !== false;
  } catch {
    return true;
  }
}

async function nextQuestion(
  tool: PreparedTool,
  ask: NonNullable<Tool["ask"]>,
  args: unknown,
  context: CallContext,
): Promise<Question | undefined> {
  const question = (await ask(args, context)) ?? undefined;
  if (question === undefined) return undefined;
  if (context.answers.length >= ASK_ROUNDS_MAX)
    throw new CallError(`tool ${tool.name} did not run: it asked more than ${ASK_ROUNDS_MAX} questions`);
  if (typeof question.message !== "string" || question.message === "")
    throw new CallError(`tool ${tool.name} did not run: its question has no message`);
  // The copy is what goes on the wire: it holds no symbols of TypeBox and nothing the author can still change.
  const form = JSON.parse(JSON.stringify(question.form ?? null));
  const problem = checkForm(form)[0];
  if (problem !== undefined) {
    throw new CallError(
      `tool ${tool.name} did not run: its question's form can't be shown, at ${problem.path === "" ? "the root" : problem.path}: ${problem.message}`,
    );
  }
  return { message: question.message, form, ...(question.key === undefined ? {} : { key: String(question.key) }) };
}

function tell({ onError, callId, identity }: CallRequest, tool: PreparedTool, error: unknown): void {
  try {
    onError?.(error, { tool: tool.name, callId, identity });
  } catch {
    // A log that fails must not change what the model reads.
  }
}
