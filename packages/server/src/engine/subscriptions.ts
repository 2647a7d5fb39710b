// `subscriptions/listen` (2026-07-28, basic/patterns/subscriptions). Nothing a served toolset could announce ever
// changes, so the filter that is honoured is empty; the stream stays open all the same, as the client asked.

import { MCP_META, RPC_ERROR, type RpcId, SUBSCRIPTIONS_MAX } from "@toolcrib/core";
import { EventStream } from "./event-stream.ts";
import type { Exchange } from "./exchange.ts";
import { type EngineResponse, STREAM_HEADERS } from "./http.ts";
import { errorResponse, notificationMessage, resultMessage } from "./json-rpc.ts";
import { readAcceptance } from "./reply.ts";

/** The open streams of one server. */
export class SubscriptionRegistry {
  readonly #open = new Map<EventStream, RpcId>();

  get isFull(): boolean {
    return this.#open.size >= SUBSCRIPTIONS_MAX;
  }

  open(id: RpcId): EventStream {
    const stream = new EventStream(() => this.#open.delete(stream));
    this.#open.set(stream, id);
    return stream;
  }

  /** Ends every stream with a result, so that clients know it was no accident. */
  close(): void {
    for (const [stream, id] of this.#open) {
      stream.end(resultMessage(id, JSON.stringify({ resultType: "complete", _meta: { [MCP_META.subscriptionId]: id } })));
    }
    this.#open.clear();
  }
}

/** Opens the stream and acknowledges an empty filter. */
export function listen({ parts, request, message }: Exchange): EngineResponse {
  if (!readAcceptance(request).stream) return errorResponse(406, message.id, RPC_ERROR.invalidRequest, "a subscription is a stream; accept text/event-stream");
  if (parts.subscriptions.isFull) return errorResponse(503, message.id, RPC_ERROR.refused, `this server already has ${SUBSCRIPTIONS_MAX} open subscriptions; try again later`);
  const stream = parts.subscriptions.open(message.id);
  stream.push(notificationMessage("notifications/subscriptions/acknowledged", { _meta: { [MCP_META.subscriptionId]: message.id }, notifications: {} }));
  return { status: 200, headers: STREAM_HEADERS, body: stream };
}
