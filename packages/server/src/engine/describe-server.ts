// What a server says of itself: `server/discover`, and for the handshake revisions `initialize`.

import { HANDSHAKE_REVISIONS, LIST_TTL_MS, MCP_META, RPC_ERROR, STATELESS_REVISION } from "@toolcrib/core";
import type { Exchange } from "./exchange.ts";
import type { EngineResponse } from "./http.ts";
import { errorResponse, invalidParams, jsonResponse, resultMessage } from "./json-rpc.ts";
import { isHandshake } from "./revisions.ts";

/** The tool list of a served set never changes while it is served, so no change is ever announced; a live one's may. */
const CAPABILITIES = { fixed: { tools: {} }, live: { tools: { listChanged: true } } };

/** 2026-07-28, server/discover. The answer is the same for everybody. */
export function discover({ parts, message }: Exchange): EngineResponse {
  const result = {
    resultType: "complete",
    supportedVersions: [STATELESS_REVISION],
    capabilities: parts.live === undefined ? CAPABILITIES.fixed : CAPABILITIES.live,
    ...(parts.instructions === undefined ? {} : { instructions: parts.instructions }),
    ttlMs: LIST_TTL_MS,
    cacheScope: "public",
    _meta: { [MCP_META.serverInfo]: parts.serverInfo },
  };
  return jsonResponse(resultMessage(message.id, JSON.stringify(result)));
}

/** 2025-11-25, basic/lifecycle: the requested version if it is served, else the newest that has a handshake. */
export function initialize({ parts, message, mayStream }: Exchange): EngineResponse {
  if (!mayStream) return errorResponse(400, message.id, RPC_ERROR.invalidRequest, "initialize can't be part of a batch");
  const requested = message.params.protocolVersion;
  if (typeof requested !== "string") return invalidParams(message.id, "params.protocolVersion must be a string");
  const result = {
    protocolVersion: isHandshake(requested) ? requested : HANDSHAKE_REVISIONS[0],
    // Before 2026-07-28 a change would be told on a stream of its own, which a server without sessions does not offer.
    capabilities: CAPABILITIES.fixed,
    serverInfo: parts.serverInfo,
    ...(parts.instructions === undefined ? {} : { instructions: parts.instructions }),
  };
  return jsonResponse(resultMessage(message.id, JSON.stringify(result)));
}
