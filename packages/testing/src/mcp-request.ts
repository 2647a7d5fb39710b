// MCP's 2026-07-28 revision, as far as a test of tools speaks it: requests in, what a runtime would see out.

import {
  type Answer,
  CALL_TOKEN_TYPE,
  DEFAULT_QUESTION_KEY,
  HEADER,
  isObject,
  MCP_META,
  META,
  type Question,
  STATELESS_REVISION,
  toHeaderValue,
} from "@toolcrib/core";
import type { CallOptions } from "./test-token.ts";

/** Anything that answers a request: what `serveTools` returns, or a framework's `fetch`. */
export type Handler = (request: Request) => Response | Promise<Response>;

/** What became of a call. */
export interface ToolCallOutcome {
  /** The HTTP status. */
  readonly status: number;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError: boolean;
  /** The text of all blocks. */
  readonly text: string;
  /** The failure class of a failed call. */
  readonly errorType?: string;
  /** A refusal or protocol error; there is no content then. */
  readonly error?: { readonly code: number; readonly message: string };
  readonly meta: Readonly<Record<string, unknown>>;
}

type Params = Readonly<Record<string, unknown>>;

interface Message {
  readonly status: number;
  readonly result?: Params;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Questions a test answers before it must be wrong. */
const ROUNDS_MAX = 20;

export function toCallRequest(url: string, tool: string, args: object, token: string | undefined, options: CallOptions): Request {
  const meta = options.fault === "wrong_key" ? { [META.idempotencyKey]: "another-key" } : {};
  return toMethodRequest(
    url,
    "tools/call",
    token,
    options,
    { name: tool, arguments: args, ...options.params },
    { [HEADER.name]: toHeaderValue(tool) },
    meta,
  );
}

export function toMethodRequest(
  url: string,
  method: string,
  token: string | undefined,
  options: CallOptions,
  params: Params = {},
  mirrors: Readonly<Record<string, string>> = {},
  meta: Params = {},
): Request {
  const _meta = {
    [MCP_META.protocolVersion]: STATELESS_REVISION,
    [MCP_META.clientInfo]: { name: CALL_TOKEN_TYPE, version: "1" },
    [MCP_META.clientCapabilities]: options.answer === undefined ? {} : { elicitation: { form: {} } },
    ...(options.onProgress === undefined ? {} : { progressToken: 1 }),
    ...meta,
  };
  return new Request(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      [HEADER.protocolVersion]: STATELESS_REVISION,
      [HEADER.method]: method,
      ...mirrors,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...options.headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}

/** Sends a call, round after round, until it ends. */
export async function sendCall(
  handler: Handler,
  toRequest: (options: Pick<CallOptions, "params">) => Promise<Request>,
  options: CallOptions,
): Promise<ToolCallOutcome> {
  let params = options.params ?? {};
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const message = await sendRequest(handler, await toRequest({ params }), options.onProgress);
    if (message.result?.resultType !== "input_required" || options.answer === undefined) return toOutcome(message);
    params = { ...options.params, ...answerAll(message.result, options.answer) };
  }
  throw new Error(`the tool asked more than ${ROUNDS_MAX} questions`);
}

/** Sends one request and reads its answer, JSON or stream. */
export async function sendRequest(handler: Handler, request: Request, onProgress?: CallOptions["onProgress"]): Promise<Message> {
  const response = await handler(request);
  const text = await response.text();
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const messages = isStream ? [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data ?? "") : [text];
  let last: Message = { status: response.status };
  for (const message of messages.filter((one) => one !== "").map((one) => JSON.parse(one))) {
    if (message.method === "notifications/progress") onProgress?.(message.params);
    else last = { status: response.status, result: message.result, error: message.error };
  }
  return last;
}

function answerAll({ inputRequests, requestState }: Params, answer: (question: Question) => Answer | undefined): Params {
  const asked = Object.entries(isObject(inputRequests) ? inputRequests : {}) as [
    string,
    { readonly params: { readonly message: string; readonly requestedSchema: Params } },
  ][];
  const inputResponses = Object.fromEntries(
    asked.map(([key, { params }]) => {
      const given = answer({ message: params.message, form: params.requestedSchema, ...(key === DEFAULT_QUESTION_KEY ? {} : { key }) });
      return [key, given === undefined ? { action: "decline" } : { action: "accept", content: given }];
    }),
  );
  return { requestState, inputResponses };
}

function toOutcome({ status, result = {}, error }: Message): ToolCallOutcome {
  const content = (result.content ?? []) as ToolCallOutcome["content"];
  const meta = (isObject(result._meta) ? result._meta : {}) as ToolCallOutcome["meta"];
  const errorType = meta[META.errorType];
  return {
    status,
    content,
    ...("structuredContent" in result ? { structuredContent: result.structuredContent } : {}),
    isError: result.isError === true,
    text: content.map((block) => block.text ?? "").join("\n"),
    ...(typeof errorType === "string" ? { errorType } : {}),
    ...(error === undefined ? {} : { error }),
    meta,
  };
}
