// JSON-RPC 2.0 as MCP uses it: ids are strings or whole numbers, params are objects.

import { cutText, isDeeperThan, isObject, JSON_MAX_DEPTH, QUOTE_MAX_CHARS, RPC_ERROR, type RpcId } from "@toolcrib/core";
import { type EngineResponse, JSON_HEADERS } from "./http.ts";

export interface RpcRequest {
  readonly type: "request";
  readonly id: RpcId;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface RpcNotification {
  readonly type: "notification";
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A refusal of a message, before it is known what it asks for: 400. */
export interface RpcRefusal {
  readonly type: "refusal";
  readonly code: number;
  readonly message: string;
  /** Null where the message has no id that could be echoed. */
  readonly id: RpcId | null;
}

/** A name the caller sent, short enough to send back. */
export function quoteName(name: unknown): string {
  const text = typeof name === "string" ? name : (JSON.stringify(name) ?? "undefined");
  return cutText(text, QUOTE_MAX_CHARS);
}

/** One message of a body, or of a batch. */
export function parseMessage(value: unknown): RpcRequest | RpcNotification | RpcRefusal {
  const refuse = (message: string, code: number = RPC_ERROR.invalidRequest): RpcRefusal => ({
    type: "refusal",
    code,
    message,
    id: isObject(value) && isId(value.id) ? value.id : null,
  });

  if (!isObject(value)) return refuse("the body is not a JSON-RPC message: an object is expected");
  if (value.jsonrpc !== "2.0") return refuse('the message has no "jsonrpc": "2.0"');
  if (typeof value.method !== "string") {
    return refuse("result" in value || "error" in value ? "responses are not accepted here; send requests" : "the message has no method");
  }
  if ("id" in value && !isId(value.id)) return refuse("the id must be a string or a whole number that JSON keeps exact");
  if (value.params !== undefined && !isObject(value.params)) return refuse("params must be an object", RPC_ERROR.invalidParams);
  if (isDeeperThan(value, JSON_MAX_DEPTH)) return refuse(`the message nests deeper than ${JSON_MAX_DEPTH} levels`, RPC_ERROR.invalidParams);
  const { method, params = {} } = value as { readonly method: string; readonly params?: Readonly<Record<string, unknown>> };
  return "id" in value ? { type: "request", id: value.id as RpcId, method, params } : { type: "notification", method, params };
}

function isId(id: unknown): id is RpcId {
  return typeof id === "string" || Number.isSafeInteger(id);
}

/** A result, given as JSON text so that what never changes is written once. */
export function resultMessage(id: RpcId, resultJson: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultJson}}`;
}

export function notificationMessage(method: string, params: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ jsonrpc: "2.0", method, params });
}

/** An error. Without an id where HTTP refused before a message was read (MCP: "a JSON-RPC error response that has no id"). */
export function errorMessage(id: RpcId | null | undefined, code: number, message: string, data?: unknown): string {
  return JSON.stringify({
    jsonrpc: "2.0",
    ...(id === undefined ? {} : { id }),
    error: { code, message, ...(data === undefined ? {} : { data }) },
  });
}

export function jsonResponse(body: string, status = 200): EngineResponse {
  return { status, headers: JSON_HEADERS, body };
}

export function errorResponse(status: number, id: RpcId | null | undefined, code: number, message: string, data?: unknown): EngineResponse {
  return jsonResponse(errorMessage(id, code, message, data), status);
}

export const invalidParams = (id: RpcId, message: string, data?: unknown): EngineResponse =>
  errorResponse(200, id, RPC_ERROR.invalidParams, message, data);
