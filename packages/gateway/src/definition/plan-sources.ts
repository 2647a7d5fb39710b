// Every source of a definition with what is needed to open it, or everything that stands in the way.

import { type DefinitionPart, type GatewayDefinition, type SourceDefinition, StartError } from "@toolcrib/core";
import type { Outbound } from "../outbound.ts";
import { checkPlaces } from "./check-places.ts";
import type { DefinitionParts } from "./merge-parts.ts";
import { type Environment, type ResolvedSource, resolveValues } from "./values.ts";

/** A source as a definition has it, with all that is needed to open it. */
export interface SourcePlan {
  readonly name: string;
  readonly definition: SourceDefinition;
  readonly values: ResolvedSource;
  readonly environment: Environment;
  readonly outbound: Outbound;
  readonly tenant: string;
}

/** What a part of a definition may reach. */
export interface Reach {
  readonly allowLocal: boolean;
  readonly environment: Environment;
  readonly outbound: Outbound;
}

export interface Reaches {
  readonly own: Reach;
  readonly saved: Reach;
}

const NO_VALUES: ResolvedSource = { headers: {}, env: {}, auth: undefined, secrets: [] };

/** @throws StartError with every problem of a part */
export function planSources({ own, saved }: DefinitionParts, reaches: Reaches): readonly SourcePlan[] {
  const { tenant } = own;
  return [...planPart(own, tenant, reaches.own), ...[...saved.values()].flatMap((part) => planSaved(part, tenant, reaches.saved))];
}

function planPart({ sources }: Pick<GatewayDefinition, "sources">, tenant: string, reach: Reach, wayOut?: string): readonly SourcePlan[] {
  const { allowLocal, environment, outbound } = reach;
  const part = { tenant, sources, agents: {} };
  const values = resolveValues(part, environment);
  checkPlaces(part, { allowLocal, checkUrl: (url) => outbound.checkUrl(url), ...(wayOut === undefined ? {} : { wayOut }) });
  return Object.entries(sources).map(([name, definition]) => ({
    name,
    definition,
    values: values.get(name) ?? NO_VALUES,
    environment,
    outbound,
    tenant,
  }));
}

/** Whoever has a key of the API is no owner of this machine. */
function planSaved({ sources = {} }: DefinitionPart, tenant: string, reach: Reach): readonly SourcePlan[] {
  const servers = Object.keys(sources).filter((name) => "server" in (sources[name] as object));
  if (servers.length > 0)
    throw new StartError(
      "options_invalid",
      servers.map((name) => `sources.${name} is a server of this process, which only the gateway's own definition can name`),
    );
  return planPart({ sources }, tenant, reach, "write it into the gateway's own definition, or start the gateway with allowLocalByApi");
}
