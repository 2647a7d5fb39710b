import { MCP_META, type RpcId, SUBSCRIPTIONS_MAX } from "@toolcrib/core";
import { EventStream } from "./event-stream.ts";
import { notificationMessage, resultMessage } from "./json-rpc.ts";

interface Subscription {
  readonly id: RpcId;
  /** It asked to be told when the tools change. */
  readonly hearsTools: boolean;
}

/** The open streams of one server. */
export class SubscriptionRegistry {
  readonly #open = new Map<EventStream, Subscription>();
  #isClosed = false;

  get isFull(): boolean {
    return this.#open.size >= SUBSCRIPTIONS_MAX;
  }

  /** A stream that opens with a message; on a server that is leaving it then ends. */
  open(id: RpcId, first: string, { hearsTools }: { readonly hearsTools: boolean }): EventStream {
    const stream = new EventStream(() => this.#open.delete(stream));
    this.#open.set(stream, { id, hearsTools });
    stream.push(first);
    if (this.#isClosed) this.close();
    return stream;
  }

  /** Tells everybody who asked for it that the tools are others now. */
  tellToolsChanged(): void {
    for (const [stream, { id, hearsTools }] of this.#open) {
      if (hearsTools) stream.push(notificationMessage("notifications/tools/list_changed", { _meta: { [MCP_META.subscriptionId]: id } }));
    }
  }

  /** Ends every stream with a result, so that clients know it was no accident. */
  close(): void {
    this.#isClosed = true;
    for (const [stream, { id }] of this.#open) {
      stream.end(resultMessage(id, JSON.stringify({ resultType: "complete", _meta: { [MCP_META.subscriptionId]: id } })));
    }
    this.#open.clear();
  }
}
