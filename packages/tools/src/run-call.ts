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
  describeProblem,
  type Identity,
  type Question,
  type ToolResult,
  toApprovalQuestion,
} from "@toolcrib/core";
import type { CallAbort } from "./call-abort.ts";
import { checkArguments } from "./check-arguments.ts";
import type { CallContext, Progress } from "./context.ts";
import { timeoutError, withDeadline } from "./deadline.ts";
import { type ForwardedAnswer, type ForwardedQuestion, forwardedQuestionOf } from "./forwarded.ts";
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
  /** What a client said to a question that was passed on. */
  readonly forwardedAnswer?: ForwardedAnswer;
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

/** How this request of the call ended: with a result, or with a question: of the tool's own, that follows from the answers so far, or another server's. */
export type CallEnd =
  | { readonly type: "forwarded"; readonly question: ForwardedQuestion }
  | { readonly type: "result"; readonly result: ToolResult }
  | { readonly type: "question"; readonly asks: "answer" | "approval"; readonly question: Question; readonly answers: readonly Answer[] };

/** How far a call got, for whoever has to say what became of it. */
interface Progression {
  /** The handler was called. */
  started: boolean;
  /** Reports of progress are still heard. */
  open: boolean;
}

/** Runs one request of a call. Neither throws nor rejects; a call whose steps all answer at once ends at once. */
export function runCall(tool: PreparedTool, request: CallRequest): CallEnd | Promise<CallEnd> {
  const state: Progression = { started: false, open: true };
  const toError = (afterMs: number) => timeoutError(tool.name, afterMs, knownEffect(tool, state.started));
  const close = (end: CallEnd): CallEnd => {
    state.open = false;
    return end;
  };
  const fail = (error: unknown): CallEnd => {
    request.abort.release();
    tell(request, tool, error);
    return close({ type: "result", result: toFailure(tool, error, state.started) });
  };
  try {
    const end = withDeadline({ timeoutMs: tool.contract.timeoutMs, abort: request.abort, toError }, (restart) =>
      perform(tool, request, state, restart),
    );
    return end instanceof Promise ? end.then(close, fail) : close(end);
  } catch (error) {
    return fail(error);
  }
}

function perform(tool: PreparedTool, request: CallRequest, state: Progression, restart: () => void): CallEnd | Promise<CallEnd> {
  const { identity, callId, idempotencyKey, answers, abort, forwardedAnswer } = request;
  const report = (progress?: Progress) => {
    if (!state.open) return;
    restart();
    if (progress !== undefined) request.onProgress?.(progress);
  };
  const context = new RunningCall({ identity, callId, idempotencyKey, answers, abort, forwardedAnswer, env: tool.env, report });
  const execute = (args: unknown): CallEnd | Promise<CallEnd> => {
    // A caller that left during the steps before must not find the work done.
    if (abort.reason !== undefined) throw abort.reason;
    state.started = true;
    const value = tool.definition.execute(args, context);
    return isThenable(value) ? Promise.resolve(value).then((settled) => toEnd(tool, settled)) : toEnd(tool, value);
  };
  const { approval, ask } = tool.definition;
  const asksNobody = ask === undefined && (approval === undefined || approval === "never" || request.approved);
  const proceed = (args: unknown) =>
    asksNobody ? execute(args) : nextQuestion(tool, request, args, context).then((question) => question ?? execute(args));

  const checked = checkArguments(tool, request.arguments);
  return checked instanceof Promise ? checked.then(proceed) : proceed(checked);
}

function toEnd(tool: PreparedTool, value: unknown): CallEnd {
  const question = forwardedQuestionOf(value);
  if (question !== undefined) return { type: "forwarded", question };
  return { type: "result", result: toResult(tool, value) };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof (value as { readonly then?: unknown }).then === "function";
}

/** What a person has to be asked before the tool runs: first for approval, then by the tool itself. */
async function nextQuestion(tool: PreparedTool, request: CallRequest, args: unknown, context: CallContext): Promise<CallEnd | undefined> {
  const { approval, ask } = tool.definition;
  const { answers } = request;
  if (!request.approved && approval !== undefined && (await needsApproval(approval, args, context))) {
    return { type: "question", asks: "approval", question: toApprovalQuestion(tool.name, request.arguments), answers };
  }
  const question = ask === undefined ? undefined : await readQuestion(tool, ask, args, context);
  return question === undefined ? undefined : { type: "question", asks: "answer", question, answers };
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

async function readQuestion(
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
    throw new CallError(`tool ${tool.name} did not run: its question's form can't be shown, ${describeProblem(problem)}`);
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
