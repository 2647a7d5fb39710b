// What a call ended with, in the form of its revision.

import { CallError, EFFECTS, isObject, MCP_META, META, type OwnRequestState, type ToolResult, toFailedResult } from "@toolcrib/core";
import type { CallEnd, PreparedTool } from "@toolcrib/tools/run";
import { canAnswerForms, missingCapability, type Round, toForwardedQuestion, toInputRequired } from "./ask-caller.ts";
import type { Exchange } from "./exchange.ts";
import type { EngineResponse } from "./http.ts";
import { jsonResponse, resultMessage } from "./json-rpc.ts";
import { isStateless } from "./revisions.ts";

/** The answer to a call: its result, its question, or why its question can't be asked here. */
export function toResponse(
  exchange: Exchange,
  tool: PreparedTool,
  args: unknown,
  round: Round,
  end: CallEnd,
): EngineResponse | Promise<EngineResponse> {
  const { id } = exchange.message;
  const { callId } = round;
  if (end.type === "result") return jsonResponse(resultMessage(id, toWire(exchange, end.result, callId)));
  const asked = end.type === "forwarded" ? "answer" : end.asks;
  if (!isStateless(exchange.envelope)) return jsonResponse(resultMessage(id, toWire(exchange, nobodyToAsk(tool, asked), callId)));
  if (!canAnswerForms(exchange)) return missingCapability(exchange, tool.name, asked);
  if (end.type === "forwarded") {
    const { upstreamState } = end.question;
    const state = upstreamState === undefined ? {} : { upstreamState };
    const call = {
      tool: tool.name,
      callId,
      answers: [],
      asks: "forwarded",
      approved: round.type === "run" && round.approved,
      ...state,
    } as const;
    return toForwardedQuestion(exchange, call, end.question, args, toMeta(exchange, callId)).then((result) =>
      jsonResponse(resultMessage(id, result)),
    );
  }
  const { question, answers, asks } = end;
  const call = { tool: tool.name, callId, answers, question, asks, approved: round.type !== "declined" && round.approved };
  return toInputRequired(exchange, call, args, toMeta(exchange, callId)).then((result) => jsonResponse(resultMessage(id, result)));
}

/** A result as JSON, in the form of its revision. */
function toWire(exchange: Exchange, { content, structuredContent, structuredJson, isError, _meta }: ToolResult, callId: string): string {
  const carriesAny = isStateless(exchange.envelope);
  const head = carriesAny ? '{"resultType":"complete","content":' : '{"content":';
  // SEP-2106: before 2026-07-28 only an object can be structured content.
  const hasStructure = structuredContent !== undefined && (carriesAny || isObject(structuredContent));
  const structure = hasStructure ? `,"structuredContent":${structuredJson ?? JSON.stringify(structuredContent)}` : "";
  const failed = isError === true ? ',"isError":true' : "";
  return `${head}${JSON.stringify(content)}${structure}${failed},"_meta":${toMeta(exchange, callId, _meta)}}`;
}

/** Every result says which call it belongs to, and in 2026-07-28 who gave it. */
function toMeta({ parts, envelope }: Exchange, callId: string, meta?: ToolResult["_meta"]): string {
  const members = meta === undefined ? "" : JSON.stringify(meta).slice(1, -1);
  const own = members === "" ? "" : `${members},`;
  const server = isStateless(envelope) ? `,"${MCP_META.serverInfo}":${parts.serverInfoJson}` : "";
  return `{${own}"${META.callId}":${JSON.stringify(callId)}${server}}`;
}

const PURPOSE: Readonly<Record<OwnRequestState["asks"], string>> = { answer: "has to ask a person", approval: "needs a person's approval" };

function nobodyToAsk({ name }: PreparedTool, asks: OwnRequestState["asks"]): ToolResult {
  const text = `tool ${name} did not run: it ${PURPOSE[asks]}, which needs a client of the 2026-07-28 revision that declares elicitation`;
  return toFailedResult(text, "not_configured", "no_effect");
}

/** The result of a call whose person said no. */
export function declined({ name }: PreparedTool, asks: OwnRequestState["asks"]): ToolResult {
  const refused = asks === "approval" ? "it was not approved" : "its question was declined";
  const error = new CallError(`tool ${name} did not run: ${refused}; ${EFFECTS.none.afterTimeout}`, { code: "declined" });
  return toFailedResult(error.message, error.errorType, "no_effect");
}
