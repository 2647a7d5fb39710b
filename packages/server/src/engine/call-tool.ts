// tools/call, from the name to the answer's form.

import { type Answer, digestArguments, findHeaderMismatch, isObject, META, type RpcId } from "@toolcrib/core";
import {
  CallAbort,
  type CallEnd,
  type ForwardedAnswer,
  type ForwardedQuestion,
  type PreparedTool,
  type Progress,
  runCall,
} from "@toolcrib/tools/run";
import { continueRound, newRound, oddResponse, type Responses, type Round, readAnswer } from "./ask-caller.ts";
import { declined, toResponse } from "./call-response.ts";
import type { Exchange } from "./exchange.ts";
import type { Caller, EngineResponse } from "./http.ts";
import { invalidParams, notificationMessage, quoteName } from "./json-rpc.ts";
import { type Acceptance, readAcceptance, reply } from "./reply.ts";
import { isStateless, mismatch } from "./revisions.ts";

/** The answers of a batch are one JSON array. */
const JSON_ONLY: Acceptance = Object.freeze({ json: true, stream: false });

export function callTool(exchange: Exchange): EngineResponse | Promise<EngineResponse> {
  const { parts, message, request, envelope } = exchange;
  const { name, arguments: args = {}, requestState } = message.params;
  if (typeof name !== "string") return invalidParams(message.id, "params.name must be a string");
  if (!isObject(args)) return invalidParams(message.id, "params.arguments must be an object");
  const tool = parts.toolset.get(name);
  if (tool === undefined) return unknownTool(exchange, name);
  if (!isStateless(envelope)) return start(exchange, tool, args, newRound(exchange));

  const header = findHeaderMismatch(tool.headerParameters, args, (name) => request.header(name));
  if (header !== undefined) return mismatch(message.id, header, "the argument it repeats");
  if (requestState === undefined) return start(exchange, tool, args, newRound(exchange));
  return continueRound(exchange, name, args).then((round) => ("status" in round ? round : start(exchange, tool, args, round)));
}

/** While the first lists are still coming in, a name may yet become known. */
function unknownTool(exchange: Exchange, name: string): EngineResponse | Promise<EngineResponse> {
  const { live } = exchange.parts;
  const settling = live?.settling();
  if (settling !== undefined) return settling.then(() => callTool(exchange));
  const why = live?.explain(name);
  return invalidParams(exchange.message.id, `Unknown tool: ${quoteName(name)}${why === undefined ? "" : `; ${why}`}`);
}

/** Starts the call and decides the form of its answer. */
function start(exchange: Exchange, tool: PreparedTool, args: unknown, round: Round): EngineResponse | Promise<EngineResponse> {
  const { parts, message, request, caller, envelope, mayStream } = exchange;
  const abort = new CallAbort(request.signal);
  // 2026-07-28 has no cancel message over HTTP: closing the stream is the message.
  const unregister = isStateless(envelope) ? undefined : parts.calls.add(caller.key, message.id, abort);
  const token = progressToken(message.params._meta);
  return reply(mayStream ? readAcceptance(request) : JSON_ONLY, abort, (notify) => {
    const onProgress = (progress: Progress) => {
      if (token !== undefined) notify(notificationMessage("notifications/progress", { progressToken: token, ...progress }));
    };
    const respond = (end: CallEnd) => {
      unregister?.();
      return toResponse(exchange, tool, args, round, end);
    };
    const end = endOf(exchange, tool, args, round, abort, onProgress);
    return end instanceof Promise ? end.then(respond) : respond(end);
  });
}

/** How the round ends. Never rejects. */
function endOf(
  exchange: Exchange,
  tool: PreparedTool,
  args: unknown,
  round: Round,
  abort: CallAbort,
  onProgress: (progress: Progress) => void,
): CallEnd | Promise<CallEnd> {
  if (round.type === "unanswered") return { type: "question", asks: round.asks, question: round.question, answers: round.answers };
  if (round.type === "declined") return { type: "result", result: declined(tool, round.asks) };
  const { callId, answers, approved, offered, forwardedAnswer } = round;
  const { onError } = exchange.parts;
  const run = (given: readonly Answer[], passedOn = forwardedAnswer) =>
    runCall(tool, {
      arguments: args,
      identity: exchange.caller.identity,
      callId,
      idempotencyKey: toIdempotencyKey(exchange.caller, tool.name, callId),
      answers: given,
      approved,
      abort,
      onProgress,
      ...(passedOn === undefined ? {} : { forwardedAnswer: passedOn }),
      ...(onError === undefined ? {} : { onError }),
    });
  return offered === undefined ? run(answers) : runOffered(tool, offered, run);
}

/** What the runtime signed; of another caller's own id a key that no other caller and no other tool can have. */
function toIdempotencyKey({ claims, identity, key }: Caller, tool: string, callId: string): string {
  if (claims?.idk !== undefined) return claims.idk;
  return identity.via === "custom" ? digestArguments([key, tool, callId]) : callId;
}

/** Runs a call that came with responses to a question nobody has asked yet; if it then asks that question, they answer it. */
async function runOffered(
  tool: PreparedTool,
  offered: Responses,
  run: (given: readonly Answer[], passedOn?: ForwardedAnswer) => CallEnd | Promise<CallEnd>,
): Promise<CallEnd> {
  const end = await run([]);
  if (end.type === "forwarded") {
    const { upstreamState } = end.question;
    if (asksForApproval(end.question) || oddResponse(offered) !== undefined) return end;
    return run([], { inputResponses: offered, ...(upstreamState === undefined ? {} : { upstreamState }) });
  }
  // Consent is never taken from a client that was not asked for it.
  if (end.type !== "question" || end.asks === "approval") return end;
  const reading = readAnswer(end.question, offered);
  if (reading.type === "declined") return { type: "result", result: declined(tool, "answer") };
  return reading.type === "answered" ? run([reading.answer]) : end;
}

function asksForApproval({ inputRequests }: ForwardedQuestion): boolean {
  return JSON.stringify(inputRequests).includes(JSON.stringify(META.approval));
}

function progressToken(meta: unknown): RpcId | undefined {
  const token = isObject(meta) ? meta.progressToken : undefined;
  return typeof token === "string" || (typeof token === "number" && Number.isInteger(token)) ? token : undefined;
}
