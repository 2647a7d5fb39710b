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
  cutText,
  type Identity,
  PROGRESS_MESSAGE_MAX_CHARS,
  type Question,
  type ToolResult,
} from "@toolcrib/core";
import { checkArguments } from "./check-arguments.ts";
import type { CallContext, Progress, ToolContext } from "./context.ts";
import { timeoutError, withDeadline } from "./deadline.ts";
import { knownEffect, toFailure, toResult } from "./to-result.ts";
import type { PreparedTool } from "./toolset.ts";

export interface CallRequest {
  readonly arguments: unknown;
  readonly identity: Identity;
  readonly callId: string;
  readonly idempotencyKey: string;
  /** Answers of the earlier rounds, each checked against its form. */
  readonly answers: readonly Answer[];
  /** Abort it with a CallError to end the call; the call itself aborts it at its deadline. */
  readonly abort: AbortController;
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
  | { readonly type: "question"; readonly question: Question; readonly answers: readonly Answer[] };

/** Runs one request of a call. Never rejects. */
export async function runCall(tool: PreparedTool, request: CallRequest): Promise<CallEnd> {
  let started = false;
  let open = true;
  try {
    const toError = (afterMs: number) => timeoutError(tool.name, afterMs, knownEffect(tool, started));
    return await withDeadline({ timeoutMs: tool.contract.timeoutMs, abort: request.abort, toError }, async (restart) => {
      const args = await checkArguments(tool, request.arguments);
      const context = toContext(tool, request, (progress) => {
        if (!open) return;
        restart();
        if (progress !== undefined) request.onProgress?.(progress);
      });
      await refuseUnapproved(tool, args, context);
      const question = await nextQuestion(tool, args, context);
      if (question !== undefined) return { type: "question", question, answers: request.answers };
      // A caller that left during the steps above must not find the work done.
      request.abort.signal.throwIfAborted();
      started = true;
      return { type: "result", result: toResult(tool, await tool.definition.execute(args, context)) };
    });
  } catch (error) {
    tell(request, tool, error);
    return { type: "result", result: toFailure(tool, error, started) };
  } finally {
    open = false;
  }
}

function toContext(tool: PreparedTool, request: CallRequest, report: (progress?: Progress) => void): ToolContext {
  const { identity, callId, idempotencyKey, answers, abort } = request;
  let last = Number.NEGATIVE_INFINITY;
  return {
    identity,
    callId,
    idempotencyKey,
    answers,
    env: tool.env,
    signal: abort.signal,
    progress(message, amount) {
      const next = amount?.progress ?? Math.max(last, 0) + 1;
      // MCP: the value must increase with each notification. One that does not only shows that the tool is alive.
      if (!Number.isFinite(next) || next <= last) return report();
      last = next;
      report({
        progress: next,
        ...(typeof amount?.total === "number" ? { total: amount.total } : {}),
        ...(message === undefined ? {} : { message: cutText(String(message), PROGRESS_MESSAGE_MAX_CHARS) }),
      });
    },
  };
}

/** Nobody can be asked for approval yet, so a call that needs it never runs. A predicate that throws means it does. */
async function refuseUnapproved(tool: PreparedTool, args: unknown, context: CallContext): Promise<void> {
  const { approval = "never" } = tool.definition;
  if (approval === "never") return;
  let cause: unknown;
  if (approval !== "always") {
    try {
      if ((await approval(args, context)) === false) return;
    } catch (error) {
      cause = error;
    }
  }
  throw new CallError(`tool ${tool.name} did not run: this call needs a person's approval, and this server has nobody to ask`, {
    code: "not_configured",
    cause,
  });
}

async function nextQuestion(tool: PreparedTool, args: unknown, context: CallContext): Promise<Question | undefined> {
  const question = (await tool.definition.ask?.(args, context)) ?? undefined;
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
