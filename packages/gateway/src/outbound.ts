// The outbound guard: for every URL that a person or a model chose.

import { createOutboundOver, type Outbound, type OutboundOptions } from "./outbound/create-outbound.ts";
import type { CreateTransport } from "./outbound/transport.ts";

/** Sends requests; the gateway's own way out, usable alone. */
export function createOutbound({ transport = defaultTransport(), ...options }: OutboundOptions = {}): Outbound {
  return createOutboundOver(TRANSPORTS[transport], options);
}

const TRANSPORTS: Readonly<Record<NonNullable<OutboundOptions["transport"]>, CreateTransport>> = {
  // Loaded on the first request, and on Bun and Deno never.
  undici: async (options) => (await import("./outbound/guarded-dispatcher.ts")).createUndiciTransport(options),
  "node-http": async (options) => (await import("./outbound/node-http.ts")).createNodeHttpTransport(options),
};

function defaultTransport(): "undici" | "node-http" {
  return "Bun" in globalThis || "Deno" in globalThis ? "node-http" : "undici";
}

/** What `createOutbound` takes and gives; `send` is for those who count microseconds. */
export type { Outbound, OutboundAnswer, OutboundOptions, OutboundRequest } from "./outbound/create-outbound.ts";
/** What a lookup of one's own answers with. */
export type { LookedUp, LookupAll } from "./outbound/guard.ts";
/** Why a request failed; its code decides what a caller does next. */
export { OUTBOUND_CODES, type OutboundCode, OutboundError } from "./outbound/outbound-error.ts";
