// A gateway: many sources, one governed catalog an agent, every call signed. A toolset whose handlers forward, served by
// the same engine that serves a tool author's own.

import { StartError } from "@toolcrib/core";
import { type ServedEngine, toToolHandler } from "@toolcrib/server/run";
import type { KeptSource } from "./catalog/kept-source.ts";
import { readDefinition } from "./definition/read-definition.ts";
import type { AgentAccess, Gateway } from "./gateway.ts";
import type { GatewayOptions } from "./gateway-options.ts";
import { checkOptions } from "./gateway-options.ts";
import { type GatewayParts, openParts } from "./gateway-parts.ts";
import { createApi } from "./http/api.ts";
import { route } from "./route.ts";

/** How often keys are looked at and ended runs are forgotten, in milliseconds. */
const MAINTAIN_MS = 3_600_000;

/**
 * Starts a gateway: `const gateway = await createGateway(definition, { origin: "https://gateway.example.com" })`.
 * @param definition YAML or JSON text, or an object
 * @throws StartError `options_invalid` with every problem of the definition, or every value that is missing
 */
export async function createGateway(definition: string | object, options: GatewayOptions): Promise<Gateway> {
  const origin = checkOptions(options);
  const parts = await openParts(await readDefinition(definition), origin, options);
  const { catalog, live, handlers, keys, users, apiKeys, readiness } = parts;
  const served = serve(parts);
  const maintaining = setInterval(() => void maintain(parts), MAINTAIN_MS);
  maintaining.unref();
  let closing: Promise<void> | undefined;

  return {
    fetch: toToolHandler(served, () => catalog.settled()),
    get agents() {
      return Object.fromEntries([...catalog.agents.keys()].map((name) => [name, toAccess(name, parts)]));
    },
    userAgents: users,
    runs: { create: (key, settings) => users.createRun(key, settings) },
    apiKeys,
    update: async (next, how = {}) => live.update(await readDefinition(next), how.env),
    toolSources: (agent, how = {}) => reportFor(agent, parts, how),
    differences: (source) => findSource(parts, source).differences(),
    accept: async (source) => findSource(parts, source).accept(),
    rotateAgent: (key) => users.rotate(key) ?? refuseUnknown("agent", key, catalog.agents.keys()),
    rotateKeys: (how) => keys.rotate(how),
    ready: () => catalog.settled(),
    drain: () => served.close(),
    close() {
      readiness.isLeaving = true;
      closing ??= (async () => {
        clearInterval(maintaining);
        handlers.close();
        await parts.close();
      })();
      return closing;
    },
  };
}

function serve(parts: GatewayParts): ServedEngine {
  const { origin, handlers, readiness, onError } = parts;
  const answerApi = createApi({ ...parts, toolSources: (agent, how) => reportFor(agent, parts, how) });
  return {
    origin,
    async handle(request) {
      try {
        return await route(request, { ...parts, answerApi });
      } catch (error) {
        onError?.(error);
        return { status: 500, headers: {} };
      }
    },
    close() {
      readiness.isLeaving = true;
      handlers.close();
    },
  };
}

/** Its token is made when it is read: whoever only looks at the names makes none that nobody has seen. */
function toAccess(template: string, { origin, tokens }: GatewayParts): AgentAccess {
  return {
    url: `${origin}/agents/${template}/mcp`,
    get token() {
      return tokens.ofTemplate(template);
    },
  };
}

async function reportFor(agent: string, { catalog, users }: GatewayParts, { refresh = false }: { readonly refresh?: boolean }) {
  const template = catalog.agents.has(agent) ? agent : (users.get(agent)?.template ?? refuseUnknown("agent", agent, catalog.agents.keys()));
  const tools = catalog.agents.get(template);
  if (tools === undefined)
    throw new StartError("options_invalid", [`agent "${agent}" is made from "${template}", which is no longer in the definition`]);
  if (refresh) await Promise.all(catalog.sources.map((source) => source.refresh()));
  return tools.report();
}

async function maintain({ keys, store, now, log }: GatewayParts): Promise<void> {
  try {
    await keys.maintain();
    store.agents.deleteEndedRuns(now());
  } catch (error) {
    log(`toolcrib: ${error}`);
  }
}

function findSource({ catalog }: GatewayParts, name: string): KeptSource {
  const names = catalog.sources.map((source) => source.name);
  return catalog.find(name) ?? refuseUnknown("source", name, names);
}

function refuseUnknown(what: string, name: string, known: Iterable<string>): never {
  throw new StartError("options_invalid", [`there is no ${what} "${name}" in the definition; ${what}s: ${[...known].join(", ")}`]);
}
