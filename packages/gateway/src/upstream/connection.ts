// One connection to an MCP server, over whatever carries it: requests out, answers and notifications back.

import type { Identity } from "@toolcrib/core";
import type { AbortWatch } from "@toolcrib/tools/run";

export type Params = Readonly<Record<string, unknown>>;

/** One request, and what belongs to it alone. */
export interface UpstreamRequest {
  readonly method: string;
  readonly params: Params;
  /** Headers that repeat parts of the body; only HTTP has any. */
  readonly mirrors?: Readonly<Record<string, string>>;
  /** Of tools/call: the call that what proves the gateway is made for; only HTTP has a place for it. */
  readonly proof?: CallProof | undefined;
  /** Aborted: the server is told, and the answer is no longer waited for. */
  readonly signal?: AbortWatch | undefined;
  /** Progress of this very request. */
  readonly onProgress?: ((params: Params) => void) | undefined;
  /** Characters of one message of the answer. */
  readonly maxChars: number;
}

/** What proves the gateway to a server, as a value of Authorization, for one request; undefined where nothing does. */
export type Authorize = (request: { readonly method: string; readonly proof?: CallProof | undefined }) => Promise<string | undefined>;

/** The call that a token is made for. */
export interface CallProof {
  readonly tool: string;
  readonly args: unknown;
  readonly callId: string;
  readonly idempotencyKey: string;
  readonly identity: Identity;
}

export interface Connection {
  /**
   * The result of a request.
   * @throws UpstreamError where there is no answer; RpcFailure where the answer is an error; the signal's reason
   */
  request(request: UpstreamRequest): Promise<Params>;
  /** Sends what has no answer. Failures are of no account. */
  notify(method: string, params: Params): Promise<void>;
  /** Ends the session at the server, where it has one. */
  close(): Promise<void>;
}

/** What a server says without being asked. */
export type NotificationListener = (method: string, params: Params) => void;
