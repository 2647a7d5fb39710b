// A call that asks a person ends its request and is sent again with the answer. Between the two the server keeps
// nothing: what it must remember travels through the client as `requestState`, which is therefore input from an
// attacker (MCP 2026-07-28, basic/patterns/mrtr). The state is JSON under HMAC-SHA-256, readable but not writable:
//
//   base64url(JSON) "." base64url(HMAC(key, "toolcrib-request-state." + base64url(JSON)))
//
// It binds caller, tool, argument digest and call id, carries the earlier answers and the open question, and lives
// ten minutes. All causes of refusal give the client one text; the cause is on the error for the log.

import { parseBase64Url, toBase64Url } from "./base64.ts";
import { RequestStateError } from "./errors.ts";
import { isObject } from "./json.ts";
import { REQUEST_STATE_LIFE_MS, REQUEST_STATE_MAX_CHARS, STATE_KEY_MIN_BYTES } from "./limits.ts";
import type { Answer, Question } from "./question.ts";

/** What a request state binds and carries: a question of this server's tool, or one that was passed on. */
export type RequestState = OwnRequestState | ForwardedRequestState;

interface BoundRequestState {
  /** The proven caller; `anonymous` where nobody is proven. */
  readonly caller: string;
  readonly tool: string;
  readonly argumentsDigest: string;
  /** The call stays the same call over all its rounds. */
  readonly callId: string;
  /** Answers of the earlier rounds, oldest first. */
  readonly answers: readonly Answer[];
  /** A person consented in an earlier round. */
  readonly approved: boolean;
}

export interface OwnRequestState extends BoundRequestState {
  /** What the answer is: something the tool wants to know, or a person's consent to the call. */
  readonly asks: "answer" | "approval";
  /** The question that this request asks. */
  readonly question: Question;
}

export interface ForwardedRequestState extends BoundRequestState {
  readonly asks: "forwarded";
  /** The state of the server that asked, to be given back to it as it is. */
  readonly upstreamState?: string;
}

/** A key of at least 32 bytes: raw bytes, or a string whose UTF-8 bytes are the key. */
export type StateKey = string | Uint8Array;

export interface RequestStateCodec {
  /** The signed text. Lives {@link REQUEST_STATE_LIFE_MS} from `nowMs`. */
  encode(state: RequestState, nowMs: number): Promise<string>;
  /** What {@link RequestStateCodec.encode} was given. @throws RequestStateError for any text it did not write or that is stale */
  decode(text: string, nowMs: number): Promise<RequestState>;
}

/**
 * The first key signs, all verify; without one, a random key that no other process knows.
 * Keys are made and imported when first used: Workers allow neither while a module is loaded.
 */
export function createRequestStateCodec(keys: readonly Uint8Array[]): RequestStateCodec {
  let imported: Promise<readonly CryptoKey[]> | undefined;
  const ready = () => {
    imported ??= Promise.all((keys.length > 0 ? keys : [randomKey()]).map(importKey));
    return imported;
  };

  return {
    async encode(state, nowMs) {
      const [key] = await ready();
      const payload = toBase64Url(new TextEncoder().encode(JSON.stringify({ v: 1, exp: nowMs + REQUEST_STATE_LIFE_MS, ...state })));
      const mac = await crypto.subtle.sign("HMAC", key as CryptoKey, signedBytes(payload));
      return `${payload}.${toBase64Url(new Uint8Array(mac))}`;
    },

    async decode(text, nowMs) {
      if (text.length > REQUEST_STATE_MAX_CHARS) throw new RequestStateError("too long");
      const [payload, mac, ...rest] = text.split(".");
      const macBytes = mac === undefined ? undefined : parseBase64Url(mac);
      if (payload === undefined || macBytes === undefined || rest.length > 0) throw new RequestStateError("not of the form payload.mac");

      const bytes = signedBytes(payload);
      const verdicts = await Promise.all((await ready()).map((key) => crypto.subtle.verify("HMAC", key, macBytes, bytes)));
      if (!verdicts.includes(true)) throw new RequestStateError("signature does not verify");

      const { v, exp, ...state } = parsePayload(payload);
      if (v !== 1) throw new RequestStateError("unknown version");
      if (exp <= nowMs) throw new RequestStateError("expired");
      return state;
    },
  };
}

function randomKey(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(STATE_KEY_MIN_BYTES));
}

function importKey(key: Uint8Array): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", new Uint8Array(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}

/** A usable key, or what is wrong with it. */
export function toStateKeyBytes(key: StateKey): Uint8Array | string {
  const bytes = typeof key === "string" ? new TextEncoder().encode(key) : key;
  return bytes.length < STATE_KEY_MIN_BYTES ? `has ${bytes.length} bytes; ${STATE_KEY_MIN_BYTES} or more are needed` : bytes;
}

function signedBytes(payload: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`toolcrib-request-state.${payload}`);
}

/** Only signed text arrives here, so this guards against another version of ours, not against an attacker. */
function parsePayload(payload: string): RequestState & { readonly v: number; readonly exp: number } {
  const bytes = parseBase64Url(payload);
  const value: unknown = bytes === undefined ? undefined : JSON.parse(new TextDecoder().decode(bytes));
  if (!isObject(value) || typeof value.exp !== "number") throw new RequestStateError("payload is not a state");
  return value as unknown as RequestState & { readonly v: number; readonly exp: number };
}
