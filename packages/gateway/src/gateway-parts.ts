// What a gateway is made of: opened once, in order, and closed in the other.

import { randomBytes } from "node:crypto";
import { DOCUMENT_MAX_BYTES, type GatewayDefinition } from "@toolcrib/core";
import type { ToolHandler } from "@toolcrib/server";
import { ApiKeys } from "./agents/api-keys.ts";
import { UserAgents } from "./agents/user-agents.ts";
import { Catalog } from "./catalog/catalog.ts";
import { SourceOpener } from "./catalog/source-opener.ts";
import { planSources, type Reaches } from "./definition/plan-sources.ts";
import type { GatewayOptions } from "./gateway-options.ts";
import { AgentTokens } from "./identity/agent-tokens.ts";
import { SigningKeys } from "./identity/signing-keys.ts";
import { LiveDefinition } from "./live-definition.ts";
import { createOutbound, type Outbound } from "./outbound.ts";
import { AgentHandlers, serveNobody } from "./serve-agents.ts";
import { createSeal } from "./state/seal.ts";
import { openStateStore, type StateStore } from "./state/state-store.ts";

export interface GatewayParts {
  readonly origin: string;
  readonly store: StateStore;
  readonly keys: SigningKeys;
  readonly catalog: Catalog;
  readonly live: LiveDefinition;
  readonly tokens: AgentTokens;
  readonly handlers: AgentHandlers;
  readonly nobody: ToolHandler;
  readonly users: UserAgents;
  readonly apiKeys: ApiKeys;
  readonly readiness: { isLeaving: boolean };
  readonly log: (line: string) => void;
  readonly now: () => number;
  readonly onError: GatewayOptions["onError"];
  close(): Promise<void>;
}

/** @throws StartError with every problem of the definition, and nothing stays open */
export async function openParts(definition: GatewayDefinition, origin: string, options: GatewayOptions): Promise<GatewayParts> {
  const { log = (line: string) => console.warn(line), now = Date.now, onError } = options;
  const reaches = toReaches(options);
  // Children are on this machine, wherever the sources of others may be.
  const localOutbound = createOutbound({ allowLocal: true });
  // What can be known to be wrong is told before anything is written.
  planSources({ own: definition, saved: new Map() }, reaches);

  const store = openStateStore(options.stateFile ?? ":memory:", createSeal(options.sealingKey ?? randomBytes(32)));
  const keys = await SigningKeys.open(store, now);
  const catalog = new Catalog();
  const tokens = new AgentTokens(store, now);
  const folder = options.folder ?? process.cwd();
  const opener = new SourceOpener({ catalog, origin, keys, localOutbound, folder, importer: options.toolsImporter, log, now });
  const handlers = new AgentHandlers({ tenant: () => live.tenant, tokens, store, origin, log, now, onError });
  const live: LiveDefinition = new LiveDefinition({ catalog, handlers, opener, store, reaches, log, now }, definition);
  const close = async () => {
    await live.close();
    await Promise.all([reaches.own.outbound.close(), reaches.saved.outbound.close(), localOutbound.close()]);
    store.close();
  };
  try {
    await live.start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    origin,
    store,
    keys,
    catalog,
    live,
    tokens,
    handlers,
    nobody: serveNobody({ origin, log, now }),
    users: new UserAgents({ store, tokens, origin, now, templates: () => catalog.agents }),
    apiKeys: new ApiKeys(store, now),
    readiness: { isLeaving: false },
    log,
    now,
    onError,
    close,
  };
}

function toReaches({ env = {}, apiEnv = {}, allowLocal = false, allowLocalByApi = false }: GatewayOptions): Reaches {
  return {
    own: { allowLocal, environment: env, outbound: openOutbound(allowLocal) },
    saved: { allowLocal: allowLocalByApi, environment: apiEnv, outbound: openOutbound(allowLocalByApi) },
  };
}

/** Whoever reads an answer has a bound of his own; the largest is a document's. */
function openOutbound(allowLocal: boolean): Outbound {
  return createOutbound({ allowLocal, maxBytes: DOCUMENT_MAX_BYTES });
}
