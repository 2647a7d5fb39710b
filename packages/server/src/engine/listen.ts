// `subscriptions/listen` (2026-07-28, basic/patterns/subscriptions). Of what a client may ask to hear, only changes of
// live tools are ever told; the stream stays open all the same, as the client asked.

import { isObject, MCP_META, RPC_ERROR, SUBSCRIPTIONS_MAX } from "@toolcrib/core";
import type { Exchange } from "./exchange.ts";
import { type EngineResponse, STREAM_HEADERS } from "./http.ts";
import { errorResponse, notificationMessage } from "./json-rpc.ts";
import { readAcceptance } from "./reply.ts";

/** Opens the stream and acknowledges what it will tell. */
export function listen({ parts, request, message }: Exchange): EngineResponse {
  if (!readAcceptance(request).stream)
    return errorResponse(406, message.id, RPC_ERROR.invalidRequest, "a subscription is a stream; accept text/event-stream");
  if (parts.subscriptions.isFull)
    return errorResponse(
      503,
      message.id,
      RPC_ERROR.refused,
      `this server already has ${SUBSCRIPTIONS_MAX} open subscriptions; try again later`,
    );
  const { notifications } = message.params;
  const hearsTools = parts.live !== undefined && isObject(notifications) && notifications.toolsListChanged === true;
  const acknowledgement = notificationMessage("notifications/subscriptions/acknowledged", {
    _meta: { [MCP_META.subscriptionId]: message.id },
    notifications: hearsTools ? { toolsListChanged: true } : {},
  });
  return { status: 200, headers: STREAM_HEADERS, body: parts.subscriptions.open(message.id, acknowledgement, { hearsTools }) };
}
