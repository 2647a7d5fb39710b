// What a client says of itself with each request of 2026-07-28, and once in the handshake of the revisions before.

import { type Implementation, MCP_META, STATELESS_REVISION } from "@toolcrib/core";
import type { Params } from "./connection.ts";

export const CLIENT_INFO: Implementation = { name: "toolcrib", version: "0" };

/** Questions to a person can be passed on, where whoever calls the gateway can answer them. */
const ASKING = { elicitation: { form: {} } };

/** @param mayAsk only a call may be answered with a question */
export function toStatelessMeta(meta: Params, { mayAsk }: { readonly mayAsk: boolean }): Params {
  return {
    ...meta,
    [MCP_META.protocolVersion]: STATELESS_REVISION,
    [MCP_META.clientInfo]: CLIENT_INFO,
    [MCP_META.clientCapabilities]: mayAsk ? ASKING : {},
  };
}
