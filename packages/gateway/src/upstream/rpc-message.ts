// Messages of JSON-RPC as they come from a server: read once, here.

import { isObject } from "@toolcrib/core";
import type { Params } from "./connection.ts";
import { RpcFailure } from "./upstream-error.ts";

/** One message of a server; anything else than these is ignored. */
export type ServerMessage =
  | { readonly type: "answer"; readonly id: unknown; readonly result: Params }
  | { readonly type: "failure"; readonly id: unknown; readonly failure: RpcFailure }
  | { readonly type: "request"; readonly id: string | number; readonly method: string }
  | { readonly type: "notification"; readonly method: string; readonly params: Params };

export function readMessage(value: unknown): ServerMessage | undefined {
  if (!isObject(value)) return undefined;
  const { id, method, params, result, error } = value;
  if (typeof method === "string") {
    if (typeof id === "string" || typeof id === "number") return { type: "request", id, method };
    return { type: "notification", method, params: isObject(params) ? params : {} };
  }
  if (isObject(result)) return { type: "answer", id, result };
  if (!isObject(error)) return undefined;
  const { code, message, data } = error;
  const words = typeof message === "string" ? message : "the server gave no reason";
  return { type: "failure", id, failure: new RpcFailure(typeof code === "number" ? code : 0, words, data) };
}

/** What a server may ask of us: nothing but whether we are there. No capability was declared. */
export function answerServer({ id, method }: { readonly id: string | number; readonly method: string }): Params {
  const answer = method === "ping" ? { result: {} } : { error: { code: -32601, message: `Method not found: ${method}` } };
  return { jsonrpc: "2.0", id, ...answer };
}

/** A greeting may not (2025-11-25, basic/utilities/cancellation): nothing was agreed yet. */
export function mayBeCancelled(method: string): boolean {
  return method !== "initialize";
}
