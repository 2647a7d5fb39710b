// The engine: one stateless MCP endpoint for every revision from 2024-11-05 to 2026-07-28.
//
//   admit (403, preflight, 401, 405, 415, 413) → parse → envelope → method → reply

import { BATCH_MAX, parseStrictJson, type Revision, RPC_ERROR } from "@toolcrib/core";
import { tell } from "../tell.ts";
import { type AdmissionOptions, admit, corsHeaders } from "./admit.ts";
import { callTool } from "./call-tool.ts";
import { discover, initialize } from "./describe-server.ts";
import type { EngineParts, Exchange } from "./exchange.ts";
import type { Caller, EngineRequest, EngineResponse } from "./http.ts";
import { errorResponse, jsonResponse, parseMessage, quoteName, type RpcNotification, type RpcRequest, resultMessage } from "./json-rpc.ts";
import { listTools } from "./list-tools.ts";
import { listen } from "./listen.ts";
import { type Envelope, isStateless, readEnvelope, SUPPORTED } from "./revisions.ts";

type Method = (exchange: Exchange) => EngineResponse | Promise<EngineResponse>;

const STATELESS_METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["server/discover", discover],
  ["tools/list", listTools],
  ["tools/call", callTool],
  ["subscriptions/listen", listen],
]);

const HANDSHAKE_METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["initialize", initialize],
  ["ping", ({ message }) => jsonResponse(resultMessage(message.id, "{}"))],
  ["tools/list", listTools],
  ["tools/call", callTool],
]);

/** Revisions in which a body may be a batch: it came with 2025-03-26 and went with 2025-06-18. */
const BATCHING: readonly Revision[] = ["2025-03-26", "2024-11-05"];

export interface Engine {
  /** Answers one HTTP request. Never rejects. */
  handle(request: EngineRequest): Promise<EngineResponse>;
  /** Ends open subscriptions; running calls are left to end by themselves. */
  close(): void;
}

export function createEngine(parts: EngineParts, admission: AdmissionOptions): Engine {
  return {
    async handle(request) {
      let response: EngineResponse;
      try {
        const admitted = await admit(request, admission);
        response = "status" in admitted ? admitted : await answerBody(parts, request, admitted.caller, admitted.body);
      } catch (error) {
        tell(parts.onError, error);
        response = errorResponse(500, undefined, RPC_ERROR.refused, "the server failed; its owner can read why in its log");
      }
      const cors = corsHeaders(request, admission);
      return cors === undefined ? response : { ...response, headers: { ...response.headers, ...cors } };
    },
    close: () => parts.subscriptions.close(),
  };
}

function answerBody(parts: EngineParts, request: EngineRequest, caller: Caller, body: string): EngineResponse | Promise<EngineResponse> {
  let value: unknown;
  try {
    // What was signed and what is acted on must be one thing, so a signed body is read strictly.
    value = caller.claims === undefined ? JSON.parse(body) : parseStrictJson(body, Number.POSITIVE_INFINITY);
  } catch {
    return errorResponse(400, null, RPC_ERROR.parse, "the body is not JSON");
  }
  if (Array.isArray(value)) return answerBatch(parts, request, caller, value);
  return answerMessage(parts, request, caller, value, { mayStream: true });
}

function answerMessage(
  parts: EngineParts,
  request: EngineRequest,
  caller: Caller,
  value: unknown,
  { mayStream }: { readonly mayStream: boolean },
): EngineResponse | Promise<EngineResponse> {
  const message = parseMessage(value);
  if (message.type === "refusal") return errorResponse(400, message.id, message.code, message.message);
  const answer = () => answerKnown(parts, request, caller, message, { mayStream });
  return parts.refuseBody === undefined ? answer() : parts.refuseBody(request, caller, message).then((refusal) => refusal ?? answer());
}

function answerKnown(
  parts: EngineParts,
  request: EngineRequest,
  caller: Caller,
  message: RpcRequest | RpcNotification,
  { mayStream }: { readonly mayStream: boolean },
): EngineResponse | Promise<EngineResponse> {
  const envelope = readEnvelope(message, request);
  if ("status" in envelope) return envelope;
  if (message.type === "request") return answerRequest({ parts, request, caller, envelope, message, mayStream });
  if (message.method === "notifications/cancelled" && !isStateless(envelope)) parts.calls.cancel(caller.key, message.params.requestId);
  return { status: 202, headers: {} };
}

function answerRequest(exchange: Exchange): EngineResponse | Promise<EngineResponse> {
  const { envelope, message } = exchange;
  const method = (isStateless(envelope) ? STATELESS_METHODS : HANDSHAKE_METHODS).get(message.method);
  return method === undefined ? unknownMethod(envelope, message) : method(exchange);
}

function unknownMethod(envelope: Envelope, message: RpcRequest): EngineResponse {
  const text = `Method not found: ${quoteName(message.method)}`;
  if (!isStateless(envelope)) return errorResponse(200, message.id, RPC_ERROR.methodNotFound, text);
  // A client that greets an old way learns which versions there are (basic/transports/streamable-http).
  const data = message.method === "initialize" ? { supported: SUPPORTED } : undefined;
  return errorResponse(404, message.id, RPC_ERROR.methodNotFound, text, data);
}

async function answerBatch(
  parts: EngineParts,
  request: EngineRequest,
  caller: Caller,
  values: readonly unknown[],
): Promise<EngineResponse> {
  const header = request.header("mcp-protocol-version");
  if (typeof header === "string" && !BATCHING.some((revision) => revision === header)) {
    return errorResponse(400, null, RPC_ERROR.invalidRequest, `a batch is not part of ${quoteName(header)}; send one message a request`);
  }
  // One token is for one request; nobody signed a list of them.
  if (caller.claims !== undefined) return errorResponse(400, null, RPC_ERROR.invalidRequest, "a signed request is one message");
  if (values.length === 0) return errorResponse(400, null, RPC_ERROR.invalidRequest, "the batch is empty");
  if (values.length > BATCH_MAX) return errorResponse(400, null, RPC_ERROR.invalidRequest, `the batch has more than ${BATCH_MAX} messages`);
  const answers = await Promise.all(values.map((value) => answerMessage(parts, request, caller, value, { mayStream: false })));
  const bodies = answers.flatMap(({ body }) => (typeof body === "string" ? [body] : []));
  return bodies.length === 0 ? { status: 202, headers: {} } : jsonResponse(`[${bodies.join(",")}]`);
}
