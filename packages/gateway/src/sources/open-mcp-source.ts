// A server named by its URL: over Streamable HTTP in both eras, or the older SSE transport.

import type { McpSource as McpDefinition } from "@toolcrib/core";
import type { Outbound } from "../outbound.ts";
import { connectHttp } from "../upstream/connect.ts";
import type { Authorize } from "../upstream/connection.ts";
import { ChangeStream } from "./change-stream.ts";
import { McpSource } from "./mcp-source.ts";
import { createSseTransport } from "./sdk-transports.ts";
import type { Source, SourceEvents } from "./source.ts";

export interface HttpSourceParts {
  readonly definition: Pick<McpDefinition, "mcp" | "auth">;
  /** With their values. */
  readonly headers: Readonly<Record<string, string>>;
  readonly authorize: Authorize;
  readonly outbound: Outbound;
  readonly events: SourceEvents;
  readonly now: () => number;
}

export function openMcpSource({ definition, headers, authorize, outbound, events, now }: HttpSourceParts): Source {
  const url = definition.mcp;
  const onNotification = (method: string) => {
    if (method === "notifications/tools/list_changed") events.onChange();
  };
  const changes = new ChangeStream(events.onChange);
  const source = new McpSource({
    kind: "mcp",
    isTrusted: definition.auth?.type === "runtime",
    now,
    async connect(known, signal, onClose) {
      const openSse = () =>
        createSseTransport({
          url,
          outbound,
          headers: async () => {
            const authorization = await authorize({ method: "GET" });
            return authorization === undefined ? headers : { ...headers, authorization };
          },
        });
      const server = { url, sender: outbound, headers, authorize, openSse, onNotification, onClose, warn: events.warn };
      const connected = await connectHttp(server, known, signal);
      changes.follow(connected);
      return connected;
    },
  });
  return {
    kind: source.kind,
    list: (signal) => source.list(signal),
    call: (tool, args, context) => source.call(tool, args, context),
    async close() {
      changes.close();
      await source.close();
    },
  };
}
