// Leaving without losing a call. Whatever stands in front (a proxy, a service's endpoints) goes on sending for a while
// after the process was told to stop, and a connection that is closed as the next request is on its way takes that
// request with it. So a leaving server first goes on serving, and tells each connection to end with its answer; only
// then does it stop listening, and then it waits for the calls that still run.

import type { Server } from "node:http";
import { DRAIN } from "@toolcrib/core";

export interface DrainOptions {
  /** How long new connections are still served, in milliseconds: until the proxy in front has noticed. Default: 5,000. */
  readonly graceMs?: number;
  /** How long running calls may take after that, in milliseconds; then they are cut off. Default: 20,000. */
  readonly timeoutMs?: number;
}

/** How a listener leaves. */
export interface Drain {
  /** True from the start of the draining: every answer then ends its connection. */
  readonly isDraining: boolean;
  drain(server: Server, options?: DrainOptions): Promise<void>;
  drainOnSigterm(server: Server, options?: DrainOptions): void;
}

/** @param endSubscriptions ends what would stay open for ever */
export function createDrain(endSubscriptions: () => void): Drain {
  let draining: Promise<void> | undefined;
  const drain = (server: Server, options: DrainOptions = {}): Promise<void> => {
    draining ??= leave(server, options, endSubscriptions);
    return draining;
  };
  return {
    get isDraining() {
      return draining !== undefined;
    },
    drain,
    drainOnSigterm(server, options) {
      // Once: a second signal ends the process as it would have without us.
      process.once("SIGTERM", () => void drain(server, options));
    },
  };
}

async function leave(
  server: Server,
  { graceMs = DRAIN.graceMs, timeoutMs = DRAIN.timeoutMs }: DrainOptions,
  endSubscriptions: () => void,
): Promise<void> {
  endSubscriptions();
  await new Promise((resolve) => setTimeout(resolve, graceMs));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearTimeout(cut);
}
