// tools/call, from the name to the answer's form.

import {
  type Answer,
  CallError,
  EFFECTS,
  findHeaderMismatch,
  isObject,
  MCP_META,
  META,
  type RpcId,
  type ToolResult,
  toFailedResult,
} from "@toolcrib/core";
import { type CallEnd, type PreparedTool, type Progress, runCall } from "@toolcrib/tools/run";
import { canAnswerForms, missingCapability, type Round, readAnswer, readRound, toInputRequired } from "./ask-caller.ts";
import type { Exchange } from "./exchange.ts";
import type { EngineResponse } from "./http.ts";
import { invalidParams, jsonResponse, notificationMessage, quoteName, resultMessage } from "./json-rpc.ts";
import { createReply, readAcceptance } from "./reply.ts";
import { isStateless, mismatch } from "./revisions.ts";

export async function callTool(exchange: Exchange): Promise<EngineResponse> {
  const { parts, message, request, envelope } = exchange;
  const { name, arguments: args = {} } = message.params;
  if (typeof name !== "string") return invalidParams(message.id, "params.name must be a string");
  if (!isObject(args)) return invalidParams(message.id, "params.arguments must be an object");
  const tool = parts.toolset.get(name);
  if (tool === undefined) return invalidParams(message.id, `Unknown tool: ${quoteName(name)}`);
  if (isStateless(envelope)) {
    const header = findHeaderMismatch(tool.headerParameters, args, request.header);
    if (header !== undefined) return mismatch(message.id, header, "the argument it repeats");
  }
  const round = await readRound(exchange, name, args);
  return "status" in round ? round : start(exchange, tool, args, round);
}

/** Starts the call and decides the form of its answer. */
function start(exchange: Exchange, tool: PreparedTool, args: unknown, round: Round): Promise<EngineResponse> {
  const { message, request, mayStream } = exchange;
  const abort = new AbortController();
  const token = progressToken(message.params._meta);
  let notify: ((text: string) => void) | undefined;
  const onProgress = (progress: Progress) => {
    if (token !== undefined) notify?.(notificationMessage("notifications/progress", { progressToken: token, ...progress }));
  };

  const leave = follow(exchange, abort);
  const final = endOf(exchange, tool, args, round, abort, onProgress)
    .then((end) => toResponse(exchange, tool, args, round, end))
    .finally(leave);
  const acceptance = mayStream ? readAcceptance(request) : { json: true, stream: false };
  const reply = createReply(acceptance, final, () => abort.abort(goneError()));
  notify = reply.notify;
  return reply.response;
}

/** Ties the call to its caller: gone or cancelled, the call is aborted. Returns what unties it. */
function follow({ parts, request, caller, envelope, message }: Exchange, abort: AbortController): () => void {
  const onGone = () => abort.abort(goneError());
  if (request.signal.aborted) onGone();
  request.signal.addEventListener("abort", onGone);
  // 2026-07-28 has no cancel message over HTTP: closing the stream is the message.
  const unregister = isStateless(envelope) ? undefined : parts.calls.add(caller.key, message.id, abort);
  return () => {
    request.signal.removeEventListener("abort", onGone);
    unregister?.();
  };
}

async function endOf(
  exchange: Exchange,
  tool: PreparedTool,
  args: unknown,
  round: Round,
  abort: AbortController,
  onProgress: (progress: Progress) => void,
): Promise<CallEnd> {
  if (round.type === "unanswered") return { type: "question", question: round.question, answers: round.answers };
  if (round.type === "declined") return { type: "result", result: declined(tool) };
  const { callId, answers, offered } = round;
  const { onError } = exchange.parts;
  const run = (given: readonly Answer[]) =>
    runCall(tool, {
      arguments: args,
      identity: exchange.caller.identity,
      callId,
      // Nothing records calls here, so the call's id alone is its key.
      idempotencyKey: callId,
      answers: given,
      abort,
      onProgress,
      ...(onError === undefined ? {} : { onError }),
    });

  const end = await run(answers);
  if (end.type === "result" || offered === undefined) return end;
  const reading = readAnswer(end.question, offered);
  if (reading.type === "declined") return { type: "result", result: declined(tool) };
  return reading.type === "answered" ? run([reading.answer]) : end;
}

async function toResponse(exchange: Exchange, tool: PreparedTool, args: unknown, { callId }: Round, end: CallEnd): Promise<EngineResponse> {
  const { id } = exchange.message;
  const respond = (result: object) => jsonResponse(resultMessage(id, JSON.stringify(result)));
  if (end.type === "result") return respond(toWire(exchange, end.result, callId));
  if (!isStateless(exchange.envelope)) return respond(toWire(exchange, nobodyToAsk(tool), callId));
  if (!canAnswerForms(exchange)) return missingCapability(exchange, tool.name);
  const { question, answers } = end;
  const asked = await toInputRequired(exchange, { tool: tool.name, callId, answers, question }, args);
  return respond({ ...asked, _meta: toMeta(exchange, callId) });
}

/** A result in the form of its revision. */
function toWire(exchange: Exchange, { content, structuredContent, isError, _meta }: ToolResult, callId: string) {
  const carriesAny = isStateless(exchange.envelope);
  return {
    ...(carriesAny ? { resultType: "complete" } : {}),
    content,
    // SEP-2106: before 2026-07-28 only an object can be structured content.
    ...(structuredContent !== undefined && (carriesAny || isObject(structuredContent)) ? { structuredContent } : {}),
    ...(isError === true ? { isError } : {}),
    _meta: toMeta(exchange, callId, _meta),
  };
}

function toMeta({ parts, envelope }: Exchange, callId: string, meta?: ToolResult["_meta"]) {
  return { ...meta, [META.callId]: callId, ...(isStateless(envelope) ? { [MCP_META.serverInfo]: parts.serverInfo } : {}) };
}

function nobodyToAsk({ name }: PreparedTool): ToolResult {
  return toFailedResult(
    `tool ${name} did not run: it has to ask a person, which needs a client of the 2026-07-28 revision that declares elicitation`,
    "not_configured",
    "no_effect",
  );
}

function declined({ name }: PreparedTool): ToolResult {
  const error = new CallError(`tool ${name} did not run: its question was declined; ${EFFECTS.none.afterTimeout}`, { code: "declined" });
  return toFailedResult(error.message, error.errorType, "no_effect");
}

function goneError(): CallError {
  return new CallError("the caller went away", { code: "client_disconnected" });
}

function progressToken(meta: unknown): RpcId | undefined {
  const token = isObject(meta) ? meta.progressToken : undefined;
  return typeof token === "string" || (typeof token === "number" && Number.isInteger(token)) ? token : undefined;
}
