// The adapter between Node's http server and the engine. It never builds a Request or a Response: on Node those cost
// more than everything else a call does.

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createDrain, type DrainOptions } from "./drain.ts";
import { NodeRequest } from "./node-request.ts";
import { write } from "./node-response.ts";
import { engineOf, type ToolHandler } from "./serve-tools.ts";

export interface NodeListenerOptions {
  /** The public origin, as `https://tools.example.com`, where something in front ends TLS. Default: that of `serveTools`. */
  readonly origin?: string;
  /**
   * Take the public origin from X-Forwarded-Proto and X-Forwarded-Host. Only where the proxy in front overwrites them:
   * otherwise any caller writes its own. A header with more than one value is refused.
   */
  readonly trustProxy?: boolean;
}

/** A listener for `http.createServer`, and how that server leaves without losing a call. */
export interface NodeListener {
  (request: IncomingMessage, response: ServerResponse): void;
  /**
   * Closes the server: ends subscriptions, serves on while whatever stands in front notices, each connection ending
   * with its answer, then stops listening and waits for running calls. Resolves when the last connection is closed.
   */
  drain(server: Server, options?: DrainOptions): Promise<void>;
  /** Drains on SIGTERM, after which the process ends if nothing else keeps it. */
  drainOnSigterm(server: Server, options?: DrainOptions): void;
}

/**
 * A listener for `http.createServer`: `createServer(nodeListener(handler, { origin: "https://tools.example.com" }))`,
 * or for a framework's route; a body that a parser has read already is taken from `request.body`.
 */
export function nodeListener(handler: ToolHandler, options: NodeListenerOptions = {}): NodeListener {
  const engine = engineOf(handler);
  const publicOrigin = { origin: options.origin ?? engine.origin, trustProxy: options.trustProxy === true };
  const leaving = createDrain(() => engine.close());
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    engine.handle(new NodeRequest(request, response, publicOrigin)).then(
      (answer) => write(response, answer, { closes: leaving.isDraining || !request.complete }),
      // The engine never rejects; if it did, a caller should not wait for ever.
      () => response.destroy(),
    );
  };
  return Object.assign(listener, { drain: leaving.drain, drainOnSigterm: leaving.drainOnSigterm });
}
