// One definition of several: the gateway's own, and what was saved by the API beside it.

import { checkGatewayDefinition, type DefinitionPart, type GatewayDefinition, type SourceDefinition, StartError } from "@toolcrib/core";

export interface DefinitionParts {
  readonly own: GatewayDefinition;
  /** By name. */
  readonly saved: ReadonlyMap<string, DefinitionPart>;
}

/** Names that two parts have both given. */
export class NameClash extends Error {
  readonly clashes: readonly string[];

  constructor(clashes: readonly string[]) {
    super(clashes.join("; "));
    this.name = "NameClash";
    this.clashes = clashes;
  }
}

/**
 * @throws NameClash where a name is given twice; StartError where the whole is no definition
 */
export function mergeParts({ own, saved }: DefinitionParts): GatewayDefinition {
  const sources = new Map(Object.entries(own.sources));
  const agents = new Map(Object.entries(own.agents));
  const clashes: string[] = [];
  const add = <Item>(what: string, into: Map<string, Item>, items: Readonly<Record<string, Item>>, part: string) => {
    for (const [name, item] of Object.entries(items)) {
      if (into.has(name)) clashes.push(`${what} "${name}" of the saved definition "${part}" is there already; choose another name`);
      into.set(name, item);
    }
  };
  for (const [name, part] of saved) {
    add<SourceDefinition>("source", sources, part.sources ?? {}, name);
    add("agent", agents, part.agents ?? {}, name);
  }
  if (clashes.length > 0) throw new NameClash(clashes);
  const merged = { tenant: own.tenant, sources: Object.fromEntries(sources), agents: Object.fromEntries(agents) };
  const problems = checkGatewayDefinition(merged);
  if (problems.length > 0) throw new StartError("options_invalid", problems);
  return merged;
}
