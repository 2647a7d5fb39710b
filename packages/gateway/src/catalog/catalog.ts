// Every source of a gateway, and what each agent gets of them.

import { type GatewayDefinition, SOURCE_LIST } from "@toolcrib/core";
import { AgentTools } from "./agent-tools.ts";
import { KeptSource, type KeptSourceParts } from "./kept-source.ts";

export interface CatalogParts {
  readonly definition: GatewayDefinition;
  /** One for each source of the definition. */
  readonly sources: readonly Omit<KeptSourceParts, "onChange">[];
}

export class Catalog {
  readonly sources: readonly KeptSource[];
  readonly agents: ReadonlyMap<string, AgentTools>;
  #settling: Promise<unknown> | undefined;

  constructor({ definition, sources }: CatalogParts) {
    this.sources = sources.map((parts) => new KeptSource({ ...parts, onChange: () => this.#update() }));
    const settling = () => this.#settling;
    const agents = Object.entries(definition.agents);
    this.agents = new Map(agents.map(([name, agent]) => [name, new AgentTools({ agent, sources: this.sources, settling })]));
  }

  /** Starts listing every source. Whoever lists meanwhile waits for the first lists, but not for those that hang. */
  start(): void {
    const firsts = this.sources.map((source) => source.start().catch(() => {}));
    const isWaiting = () => this.sources.some((source) => source.isWaiting);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, SOURCE_LIST.coldWaitMs);
    });
    this.#settling = isWaiting() || this.sources.length > 0 ? Promise.race([Promise.all(firsts), late]) : undefined;
    void this.#settling?.then(() => {
      clearTimeout(timer);
      this.#settling = undefined;
    });
  }

  /** Resolves when the first lists are in, or late. */
  async settled(): Promise<void> {
    await this.#settling;
  }

  find(source: string): KeptSource | undefined {
    return this.sources.find(({ name }) => name === source);
  }

  async close(): Promise<void> {
    await Promise.all(this.sources.map((source) => source.close()));
  }

  #update(): void {
    for (const agent of this.agents.values()) agent.update();
  }
}
