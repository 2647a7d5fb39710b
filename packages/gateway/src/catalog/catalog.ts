// Every source of a gateway, and what each agent gets of them.

import { type AgentDefinition, SOURCE_LIST } from "@toolcrib/core";
import { AgentTools } from "./agent-tools.ts";
import { KeptSource, type KeptSourceParts } from "./kept-source.ts";

export class Catalog {
  #sources: readonly KeptSource[] = [];
  readonly #agents = new Map<string, AgentTools>();
  #settling: Promise<unknown> | undefined;

  get sources(): readonly KeptSource[] {
    return this.#sources;
  }

  get agents(): ReadonlyMap<string, AgentTools> {
    return this.#agents;
  }

  /** A source that is kept, and served to nobody until `replace` takes it in. */
  keep(parts: Omit<KeptSourceParts, "onChange">): KeptSource {
    return new KeptSource({ ...parts, onChange: () => this.#update() });
  }

  /** From now on these sources, and these agents. One that stays is told once, if what it gets is something else now. */
  replace(sources: readonly KeptSource[], agents: Readonly<Record<string, AgentDefinition>>): void {
    this.#sources = sources;
    for (const name of this.#agents.keys()) if (!Object.hasOwn(agents, name)) this.#agents.delete(name);
    for (const [name, agent] of Object.entries(agents)) {
      const known = this.#agents.get(name);
      if (known !== undefined) known.replace(agent, sources);
      else this.#agents.set(name, new AgentTools({ agent, sources, settling: () => this.#settling }));
    }
    this.#update();
  }

  /** Starts listing every source. Whoever lists meanwhile waits for the first lists, but not for those that hang. */
  start(): void {
    const firsts = startAll(this.#sources);
    this.#settling = this.#sources.length > 0 ? firsts : undefined;
    void this.#settling?.then(() => {
      this.#settling = undefined;
    });
  }

  /** Resolves when the first lists are in, or late. */
  async settled(): Promise<void> {
    await this.#settling;
  }

  get isSettled(): boolean {
    return this.#settling === undefined;
  }

  find(source: string): KeptSource | undefined {
    return this.#sources.find(({ name }) => name === source);
  }

  #update(): void {
    for (const agent of this.#agents.values()) agent.update();
  }
}

/** Starts to list sources. Resolves when all have been listed or have failed, and does not wait for those that hang. */
export async function startAll(sources: readonly KeptSource[]): Promise<void> {
  const firsts = sources.map((source) => source.start().catch(() => {}));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, SOURCE_LIST.coldWaitMs);
  });
  await Promise.race([Promise.all(firsts), late]);
  clearTimeout(timer);
}
