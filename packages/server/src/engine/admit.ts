// What is decided before a body is read, in one order for every method, so that nobody learns from the kind of
// refusal what stands behind it: 403 (Host, Origin), the CORS preflight, 401, 405, 415, then 413 while reading.

import { HEADER, isLoopbackHost, isLoopbackOrigin, PREFLIGHT_MAX_AGE_S, REQUEST_MAX_BYTES, RPC_ERROR } from "@toolcrib/core";
import type { Caller, EngineRequest, EngineResponse } from "./http.ts";
import { errorResponse } from "./json-rpc.ts";

const JSON_TYPE = "application/json";

export interface AdmissionOptions {
  /** Answer only callers that address a loopback host: the protection of a server that verifies nobody, or listens there alone. */
  readonly loopbackOnly: boolean;
  /** Browser origins that may call; `*` for any. */
  readonly origins: readonly string[];
  /** Headers that a browser's client may send beyond the usual ones. */
  readonly parameterHeaders: readonly string[];
  /** Answers what everybody may read, the metadata of RFC 9728; undefined for everything else. */
  readonly answerOpen: (request: EngineRequest) => EngineResponse | undefined;
  /** Who calls, or the refusal. */
  readonly verify: (request: EngineRequest) => Caller | EngineResponse | Promise<Caller | EngineResponse>;
}

export interface Admitted {
  readonly caller: Caller;
  readonly body: string;
}

/** The caller and the body, or the refusal. */
export async function admit(request: EngineRequest, options: AdmissionOptions): Promise<Admitted | EngineResponse> {
  const forbidden = refuseOrigin(request, options);
  if (forbidden !== undefined) return forbidden;
  if (isPreflight(request, options)) return { status: 204, headers: preflightHeaders(options) };
  const open = request.method === "POST" ? undefined : options.answerOpen(request);
  if (open !== undefined) return open;

  const verdict = options.verify(request);
  // Not every verifier has to wait, and waiting for nothing is not free.
  const verified = verdict instanceof Promise ? await verdict : verdict;
  if ("status" in verified) return verified;
  if (request.method !== "POST") {
    const allow = options.origins.length > 0 ? "POST, OPTIONS" : "POST";
    return {
      ...errorResponse(405, undefined, RPC_ERROR.refused, `${request.method} is not served here; send a POST`),
      headers: { "content-type": "application/json", allow },
    };
  }
  const unsupported = refuseMediaType(request);
  if (unsupported !== undefined) return unsupported;

  const tooLong = () => errorResponse(413, undefined, RPC_ERROR.refused, `the body is longer than ${REQUEST_MAX_BYTES} bytes`);
  if (Number(request.header("content-length") ?? 0) > REQUEST_MAX_BYTES) return tooLong();
  const body = await request.readBody(REQUEST_MAX_BYTES);
  return body === undefined ? tooLong() : { caller: verified, body };
}

/** The headers that let a browser's page read an answer; none unless its origin was let in by name. */
export function corsHeaders(request: EngineRequest, options: AdmissionOptions): Readonly<Record<string, string>> | undefined {
  if (options.origins.length === 0) return undefined;
  const origin = request.header("origin");
  if (typeof origin !== "string" || !isListed(origin, options)) return { vary: "Origin" };
  return { "access-control-allow-origin": origin, "access-control-expose-headers": "WWW-Authenticate", vary: "Origin" };
}

function refuseOrigin(request: EngineRequest, options: AdmissionOptions): EngineResponse | undefined {
  if (options.loopbackOnly && !isLoopbackHost(request.host)) {
    return errorResponse(
      403,
      undefined,
      RPC_ERROR.refused,
      "this server is for this machine alone: it answers only requests to localhost, 127.0.0.1 or [::1]",
    );
  }
  const origin = request.header("origin");
  if (typeof origin !== "string" || isListed(origin, options) || (options.loopbackOnly && isLoopbackOrigin(origin))) return undefined;
  return errorResponse(403, undefined, RPC_ERROR.refused, "this origin may not call here; the server lists allowed origins under cors");
}

function isListed(origin: string, { origins }: AdmissionOptions): boolean {
  return origin !== "null" && (origins.includes(origin) || origins.includes("*"));
}

function isPreflight(request: EngineRequest, { origins }: AdmissionOptions): boolean {
  return request.method === "OPTIONS" && origins.length > 0 && typeof request.header("access-control-request-method") === "string";
}

function preflightHeaders({ parameterHeaders }: AdmissionOptions): Readonly<Record<string, string>> {
  const names = ["content-type", "authorization", HEADER.protocolVersion, HEADER.method, HEADER.name, ...parameterHeaders];
  return {
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": names.join(", "),
    "access-control-max-age": String(PREFLIGHT_MAX_AGE_S),
  };
}

function refuseMediaType(request: EngineRequest): EngineResponse | undefined {
  const type = request.header("content-type") ?? "";
  if (type !== JSON_TYPE && type.split(";", 1)[0]?.trim().toLowerCase() !== JSON_TYPE) {
    return errorResponse(415, undefined, RPC_ERROR.refused, "the body must be application/json");
  }
  const encoding = request.header("content-encoding") ?? "";
  if (encoding !== "" && encoding.trim().toLowerCase() !== "identity")
    return errorResponse(415, undefined, RPC_ERROR.refused, "a compressed body is not read here; send it as it is");
  return undefined;
}
