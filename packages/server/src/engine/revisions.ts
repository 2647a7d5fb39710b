// Which revision a request speaks. 2026-07-28 says it twice, in a header and in the body, and both must agree;
// handshake revisions say it in a header, or not at all. Everything a request claims about itself is checked here,
// so that a proxy that read the headers and a server that reads the body can't be told different things.

import {
  HANDSHAKE_REVISIONS,
  type HandshakeRevision,
  HEADER,
  isObject,
  MCP_META,
  parseHeaderValue,
  type Revision,
  RPC_ERROR,
  type RpcId,
  STATELESS_REVISION,
  UNNAMED_REVISION,
} from "@toolcrib/core";
import type { EngineRequest, EngineResponse } from "./http.ts";
import { errorResponse, quoteName, type RpcNotification, type RpcRequest } from "./json-rpc.ts";

/** The revision of a request and what its client can do; handshake revisions tell the latter only once, to nobody who remembers. */
export interface Envelope {
  readonly revision: Revision;
  readonly clientCapabilities: Readonly<Record<string, unknown>>;
}

/** Every revision served, newest first. */
export const SUPPORTED: readonly Revision[] = [STATELESS_REVISION, ...HANDSHAKE_REVISIONS];

const NO_CAPABILITIES: Envelope["clientCapabilities"] = Object.freeze({});

/** True for the revision whose requests stand alone. */
export function isStateless({ revision }: Envelope): boolean {
  return revision === STATELESS_REVISION;
}

/** Methods whose name is mirrored in Mcp-Name, and the parameter it mirrors. */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/** The envelope of a message, or the refusal of what it claims. */
export function readEnvelope(message: RpcRequest | RpcNotification, request: EngineRequest): Envelope | EngineResponse {
  const header = request.header(HEADER.protocolVersion) ?? undefined;
  const meta = isObject(message.params._meta) ? message.params._meta : {};
  const claimed = meta[MCP_META.protocolVersion];
  const id = message.type === "request" ? message.id : undefined;

  if (message.type === "notification") return readNotificationEnvelope(header);
  if (claimed === undefined && (header === undefined || isHandshake(header))) {
    return { revision: header ?? UNNAMED_REVISION, clientCapabilities: NO_CAPABILITIES };
  }
  if (claimed === undefined && header !== STATELESS_REVISION) return unsupported(id, header);
  if (typeof claimed !== "string")
    return errorResponse(400, id, RPC_ERROR.invalidParams, `params._meta needs "${MCP_META.protocolVersion}": the revision as a string`);
  if (header !== claimed) return mismatch(id, HEADER.protocolVersion, `params._meta["${MCP_META.protocolVersion}"]`);
  if (claimed !== STATELESS_REVISION) return unsupported(id, claimed, [STATELESS_REVISION]);

  const clientCapabilities = meta[MCP_META.clientCapabilities];
  if (!isObject(clientCapabilities))
    return errorResponse(
      400,
      id,
      RPC_ERROR.invalidParams,
      `params._meta needs "${MCP_META.clientCapabilities}": an object, empty where there are none`,
    );
  return checkMirrors(message, request) ?? { revision: STATELESS_REVISION, clientCapabilities };
}

/** A notification asks for nothing; only a revision nobody speaks is refused. */
function readNotificationEnvelope(header: string | undefined): Envelope | EngineResponse {
  const revision = header ?? UNNAMED_REVISION;
  const known = SUPPORTED.find((supported) => supported === revision);
  return known === undefined ? unsupported(undefined, header) : { revision: known, clientCapabilities: NO_CAPABILITIES };
}

function checkMirrors(message: RpcRequest, request: EngineRequest): EngineResponse | undefined {
  if (request.header(HEADER.method) !== message.method) return mismatch(message.id, HEADER.method, "the method");
  const parameter = NAMED_BY.get(message.method);
  if (parameter === undefined) return undefined;
  const name = request.header(HEADER.name);
  const named = message.params[parameter];
  // A name that is missing or no string is told as what it is, an invalid parameter, by the method itself.
  if (typeof named !== "string") return undefined;
  return name === named || (typeof name === "string" && parseHeaderValue(name) === named)
    ? undefined
    : mismatch(message.id, HEADER.name, `params.${parameter}`);
}

/** 400 with -32020: a header is missing or says something else than the body. */
export function mismatch(id: RpcId | undefined, header: string, source: string): EngineResponse {
  return errorResponse(400, id, RPC_ERROR.headerMismatch, `the header ${header} is missing or differs from ${source}`);
}

/**
 * 400 with -32022: a revision that is not served. Older clients read the text; newer ones read `data` and try again
 * with an envelope, so a request that had one is told only of revisions that have envelopes.
 */
function unsupported(id: RpcId | undefined, requested: unknown, supported: readonly Revision[] = SUPPORTED): EngineResponse {
  const message = `the protocol version ${quoteName(requested)} is not supported; supported: ${SUPPORTED.join(", ")}`;
  return errorResponse(400, id, RPC_ERROR.unsupportedVersion, message, { supported, requested: quoteName(requested) });
}

export function isHandshake(revision: string): revision is HandshakeRevision {
  return (HANDSHAKE_REVISIONS as readonly string[]).includes(revision);
}
