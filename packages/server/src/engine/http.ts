// The engine's own view of HTTP: it knows neither `Request` nor Node, so that each runtime pays only for what it uses.

import type { CallTokenClaims, Identity } from "@toolcrib/core";
import type { CallerSignal } from "@toolcrib/tools/run";

/** What an adapter hands in. */
export interface EngineRequest {
  readonly method: string;
  /** The value of a header, by its lower-case name. */
  header(name: string): string | null | undefined;
  /** The host the caller addressed: the Host header, or the authority of the URL where there is none. */
  readonly host: string;
  /** The public URL the caller addressed, as far as this server knows it; undefined where it can't. */
  url(): string | undefined;
  /** What stands behind the `?`, as it was sent; undefined where there is none. MCP reads no such thing. */
  query?(): string | undefined;
  /** The origin in that URL was configured, or a trusted proxy said it; otherwise only the request does. */
  readonly knowsOrigin: boolean;
  /** The body as text; undefined when it has more than `maxBytes` bytes, and then the rest is left unread. */
  readBody(maxBytes: number): Promise<string | undefined>;
  /** Aborted when the caller goes away. */
  readonly signal: CallerSignal;
}

/** What an adapter writes: a whole body, or pieces of one as they come. Ending the iteration early means the caller is gone. */
export interface EngineResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | AsyncIterable<string>;
}

/** Who calls, as far as it was proven. */
export interface Caller {
  readonly identity: Identity;
  /** One text for one caller: what a request state and a cancellation are bound to. */
  readonly key: string;
  /** What the token says of the request itself: checked against the body once that is read. */
  readonly claims?: CallTokenClaims;
  /** What the author's own verifier says it may do. */
  readonly scopes?: readonly string[];
}

export const JSON_HEADERS = Object.freeze({ "content-type": "application/json" });

export const STREAM_HEADERS = Object.freeze({
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  // Proxies that would hold events back until a buffer is full (nginx) are told not to.
  "x-accel-buffering": "no",
});
