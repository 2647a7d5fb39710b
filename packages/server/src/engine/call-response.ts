// What a call ended with, in the form of its revision.

import { CallError, EFFECTS, isObject, MCP_META, META, type ToolResult, toFailedResult } from "@toolcrib/core";
import type { CallEnd, PreparedTool } from "@toolcrib/tools/run";
import { canAnswerForms, missingCapability, toInputRequired } from "./ask-caller.ts";
import type { Exchange } from "./exchange.ts";
import type { EngineResponse } from "./http.ts";
import { jsonResponse, resultMessage } from "./json-rpc.ts";
import { isStateless } from "./revisions.ts";

/** The answer to a call: its result, its question, or why its question can't be asked here. */
export function toResponse(
  exchange: Exchange,
  tool: PreparedTool,
  args: unknown,
  callId: string,
  end: CallEnd,
): EngineResponse | Promise<EngineResponse> {
  const { id } = exchange.message;
  if (end.type === "result") return jsonResponse(resultMessage(id, toWire(exchange, end.result, callId)));
  if (!isStateless(exchange.envelope)) return jsonResponse(resultMessage(id, toWire(exchange, nobodyToAsk(tool), callId)));
  if (!canAnswerForms(exchange)) return missingCapability(exchange, tool.name);
  const { question, answers } = end;
  const call = { tool: tool.name, callId, answers, question };
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
  const own = meta === undefined ? "" : `${JSON.stringify(meta).slice(1, -1)},`;
  const server = isStateless(envelope) ? `,"${MCP_META.serverInfo}":${parts.serverInfoJson}` : "";
  return `{${own}"${META.callId}":${JSON.stringify(callId)}${server}}`;
}

function nobodyToAsk({ name }: PreparedTool): ToolResult {
  return toFailedResult(
    `tool ${name} did not run: it has to ask a person, which needs a client of the 2026-07-28 revision that declares elicitation`,
    "not_configured",
    "no_effect",
  );
}

export function declined({ name }: PreparedTool): ToolResult {
  const error = new CallError(`tool ${name} did not run: its question was declined; ${EFFECTS.none.afterTimeout}`, { code: "declined" });
  return toFailedResult(error.message, error.errorType, "no_effect");
}
