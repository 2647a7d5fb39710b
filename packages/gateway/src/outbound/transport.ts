// What carries one request to one place, redirects not followed. There are two: undici on Node, and node:http elsewhere.

import type { AbortWatch } from "@toolcrib/tools/run";
import type { Guard } from "./guard.ts";
import type { ResponseBody } from "./response-body.ts";

export interface Transport {
  /** @throws OutboundError, or the signal's reason */
  exchange(request: ExchangeRequest): Promise<Answer>;
  /** Ends the connections, those in use too. */
  close(): Promise<void>;
}

export interface ExchangeRequest {
  /** As the policy gave it. */
  readonly url: URL;
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestBody | undefined;
  readonly signal?: AbortWatch | undefined;
  /** Bytes of the answer's body after decompression. */
  readonly maxBytes: number;
}

export type RequestBody = string | Uint8Array | AsyncIterable<Uint8Array>;

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: AnswerHeaders;
  readonly body: ResponseBody;
}

/** Names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface TransportOptions {
  readonly guard: Guard;
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
}

/** Said, because NODE_TLS_REJECT_UNAUTHORIZED=0 decides where it is not: certificates are checked, whatever the environment says. */
export const TLS = { rejectUnauthorized: true } as const;

/** Loads a transport; a library that one runtime has no use for is not loaded there. */
export type CreateTransport = (options: TransportOptions) => Promise<Transport>;

export function headerOf(headers: AnswerHeaders, name: string): string | null {
  // Own members alone: an object has more names than a server has sent.
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === "string" ? value : (value?.join(", ") ?? null);
}
