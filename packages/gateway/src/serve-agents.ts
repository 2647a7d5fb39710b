// One handler an agent: its tools, for the holder of its token.

import { randomBytes } from "node:crypto";
import type { GatewayDefinition } from "@toolcrib/core";
import type { ToolHandler } from "@toolcrib/server";
import { serveLiveTools } from "@toolcrib/server/run";
import type { Catalog } from "./catalog/catalog.ts";
import type { GatewayOptions } from "./gateway-options.ts";
import type { AgentTokens } from "./identity/agent-tokens.ts";
import type { StateStore } from "./state/state-store.ts";

export interface AgentServing {
  readonly definition: GatewayDefinition;
  readonly catalog: Catalog;
  readonly tokens: AgentTokens;
  readonly store: StateStore;
  readonly origin: string;
  readonly log: (line: string) => void;
  readonly now: () => number;
  readonly onError: GatewayOptions["onError"];
}

/** By agent. A template that is used directly acts as itself: `agent:<name>`. */
export function serveAgents({
  definition,
  catalog,
  tokens,
  store,
  origin,
  log,
  now,
  onError,
}: AgentServing): ReadonlyMap<string, ToolHandler> {
  // One key for all instances over a store, so that each reads what another asked.
  const stateKeys = [store.secret("request-state", () => randomBytes(32).toString("base64url"))];
  return new Map(
    [...catalog.agents].map(([name, live]) => {
      const actor = `agent:${name}`;
      const caller = { tenant: definition.tenant, agent: name, subject: actor, actor };
      const verify = ({ token }: { readonly token: string | undefined }) =>
        token !== undefined && tokens.find(token) === name ? caller : undefined;
      return [name, serveLiveTools(live, { verify, origin, stateKeys, log, now, ...(onError === undefined ? {} : { onError }) })];
    }),
  );
}
