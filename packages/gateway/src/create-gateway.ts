// A gateway: many sources, one governed catalog an agent, every call signed. A toolset whose handlers forward, served by
// the same engine that serves a tool author's own.

import { randomBytes } from "node:crypto";
import { type GatewayDefinition, SOURCE_TIMEOUT_MS, StartError, type ToolSourceReport } from "@toolcrib/core";
import type { ToolHandler } from "@toolcrib/server";
import { type ServedEngine, toToolHandler } from "@toolcrib/server/run";
import { createMask } from "./calls/mask.ts";
import { Catalog } from "./catalog/catalog.ts";
import type { KeptSource, KeptSourceParts } from "./catalog/kept-source.ts";
import type { ToolDifference } from "./catalog/snapshot.ts";
import { checkPlaces } from "./definition/check-places.ts";
import { readDefinition } from "./definition/read-definition.ts";
import { type Environment, type ResolvedSource, resolveValues } from "./definition/values.ts";
import type { GatewayOptions } from "./gateway-options.ts";
import { checkOptions } from "./gateway-options.ts";
import { AgentTokens } from "./identity/agent-tokens.ts";
import { createIssuer, type Issuer } from "./identity/issuer.ts";
import { SigningKeys } from "./identity/signing-keys.ts";
import { createOutbound, type Outbound } from "./outbound.ts";
import { route } from "./route.ts";
import { serveAgents } from "./serve-agents.ts";
import { openSource } from "./sources/open-source.ts";
import { createSeal } from "./state/seal.ts";
import { openStateStore, type StateStore } from "./state/state-store.ts";

export interface Gateway {
  /** Answers requests wherever there are `fetch` handlers; on Node, `nodeListener(gateway.fetch)`. */
  readonly fetch: ToolHandler;
  /** By agent: its URL, and its token, which is given here and nowhere else. */
  readonly agents: Readonly<Record<string, AgentAccess>>;
  /**
   * For every source its state, and for every tool whether the agent's model gets it, and if not, why.
   * @param options `refresh`: every source is listed first
   * @throws StartError for an agent that is not in the definition
   */
  toolSources(agent: string, options?: { readonly refresh?: boolean }): Promise<readonly ToolSourceReport[]>;
  /** What of a source differs from what was accepted, tool by tool. @throws StartError for a source that is not in the definition */
  differences(source: string): readonly ToolDifference[];
  /** Accepts what a source offered last. @throws StartError for a source that is not in the definition, or was never listed */
  accept(source: string): Promise<void>;
  /** Publishes a new signing key. It signs a day later; at once, and alone, where an old one got out. */
  rotateKeys(options?: { readonly isCompromised?: boolean }): Promise<void>;
  /** Resolves when the first lists are in, after 5 s at the latest. */
  ready(): Promise<void>;
  /** Ends every session and child process. */
  close(): Promise<void>;
}

export interface AgentAccess {
  readonly url: string;
  readonly token: string;
}

/** How often keys are looked at, in milliseconds. */
const MAINTAIN_MS = 3_600_000;

/**
 * Starts a gateway: `const gateway = await createGateway(definition, { origin: "https://gateway.example.com" })`.
 * @param definition YAML or JSON text, or an object
 * @throws StartError `options_invalid` with every problem of the definition, or every value that is missing
 */
export async function createGateway(definition: string | object, options: GatewayOptions): Promise<Gateway> {
  const origin = checkOptions(options);
  const { env = {}, allowLocal = false, log = (line: string) => console.warn(line), now = Date.now } = options;
  const checked = await readDefinition(definition);
  const values = resolveValues(checked, env);
  const outbound = createOutbound({ allowLocal });
  checkPlaces(checked, { allowLocal, checkUrl: (url) => outbound.checkUrl(url) });

  const store = openStateStore(options.stateFile ?? ":memory:", createSeal(options.sealingKey ?? randomBytes(32)));
  const keys = await SigningKeys.open(store, now);
  const issuer = createIssuer({ origin, tenant: checked.tenant, keys, now });
  // Children are on this machine, wherever the sources of others may be.
  const localOutbound = createOutbound({ allowLocal: true });
  const catalog = await openCatalog({ definition: checked, values, outbound, localOutbound, issuer, store, log, now, options });

  const tokens = new AgentTokens();
  const handlers = serveAgents({ definition: checked, catalog, tokens, store, origin, log, now, onError: options.onError });
  const maintaining = setInterval(() => void keys.maintain().catch((error: unknown) => log(`toolcrib: ${error}`)), MAINTAIN_MS);
  maintaining.unref();

  const close = () => {
    for (const handler of handlers.values()) handler.close();
  };
  const served: ServedEngine = { origin, handle: (request) => route(request, { handlers, keys }), close };
  return {
    fetch: toToolHandler(served, () => catalog.settled()),
    agents: Object.fromEntries(
      [...handlers.keys()].map((name) => [name, { url: `${origin}/agents/${name}/mcp`, token: tokens.issue(name) }]),
    ),
    async toolSources(agent, { refresh = false } = {}) {
      const tools = catalog.agents.get(agent) ?? refuseUnknown("agent", agent, catalog.agents.keys());
      if (refresh) await Promise.all(catalog.sources.map((source) => source.refresh()));
      return tools.report();
    },
    differences: (source) => findSource(catalog, source).differences(),
    accept: async (source) => findSource(catalog, source).accept(),
    rotateKeys: (how) => keys.rotate(how),
    ready: () => catalog.settled(),
    async close() {
      clearInterval(maintaining);
      close();
      await catalog.close();
      await Promise.all([outbound.close(), localOutbound.close()]);
      store.close();
    },
  };
}

interface CatalogInput {
  readonly definition: GatewayDefinition;
  readonly values: ReadonlyMap<string, ResolvedSource>;
  readonly outbound: Outbound;
  readonly localOutbound: Outbound;
  readonly issuer: Issuer;
  readonly store: StateStore;
  readonly log: (line: string) => void;
  readonly now: () => number;
  readonly options: GatewayOptions;
}

/** Opens every source and starts to list them all. */
async function openCatalog({
  definition,
  values,
  outbound,
  localOutbound,
  issuer,
  store,
  log,
  now,
  options,
}: CatalogInput): Promise<Catalog> {
  const kept = new Map<string, KeptSource>();
  const environment: Environment = options.env ?? {};
  const open = async ([name, source]: [string, GatewayDefinition["sources"][string]]): Promise<Omit<KeptSourceParts, "onChange">> => {
    const own = values.get(name) ?? NO_VALUES;
    const mask = createMask(own.secrets);
    const warn = (problem: string) => log(`toolcrib: source ${name} ${mask(problem)}`);
    const opened = await openSource({
      name,
      definition: source,
      values: own,
      environment,
      folder: options.folder ?? process.cwd(),
      outbound,
      localOutbound,
      issuer,
      events: { onChange: () => kept.get(name)?.touch(), onEnd: () => kept.get(name)?.ended(), warn },
      now,
    });
    // A server of this process has nothing that could be written down.
    const definitionText = "server" in source ? "server" : JSON.stringify(source);
    const timeoutMs = source.timeoutMs ?? SOURCE_TIMEOUT_MS;
    return { sourceName: name, source: opened, settings: source, timeoutMs, mask, warn, store, now, definitionText };
  };
  const catalog = new Catalog({ definition, sources: await Promise.all(Object.entries(definition.sources).map(open)) });
  for (const source of catalog.sources) kept.set(source.name, source);
  catalog.start();
  return catalog;
}

const NO_VALUES: ResolvedSource = { headers: {}, env: {}, auth: undefined, secrets: [] };

function findSource(catalog: Catalog, name: string): KeptSource {
  return (
    catalog.find(name) ??
    refuseUnknown(
      "source",
      name,
      catalog.sources.map((source) => source.name),
    )
  );
}

function refuseUnknown(what: string, name: string, known: Iterable<string>): never {
  throw new StartError("options_invalid", [`there is no ${what} "${name}" in the definition; ${what}s: ${[...known].join(", ")}`]);
}
