// The sources that are open: what a change of the definition opens beside them, and how the replaced ones end.

import { StartError } from "@toolcrib/core";
import type { SourcePlan } from "../definition/plan-sources.ts";
import type { SnapshotStore } from "../state/snapshot-buffer.ts";
import type { KeptSource } from "./kept-source.ts";
import type { OpenSource, SourceOpener } from "./source-opener.ts";

export interface SourceChange {
  /** By name: those that stay as they are, and those that were opened. */
  readonly sources: ReadonlyMap<string, OpenSource>;
  readonly opened: readonly KeptSource[];
}

export class SourceSet {
  readonly #opener: SourceOpener;
  readonly #log: (line: string) => void;
  #open: ReadonlyMap<string, OpenSource> = new Map();
  /** Replaced, with calls that still run. */
  readonly #leaving = new Set<OpenSource>();

  constructor(opener: SourceOpener, log: (line: string) => void) {
    this.#opener = opener;
    this.#log = log;
  }

  /** Opens what is new or has changed. @throws StartError with every problem, and nothing of it stays open */
  async prepare(plans: readonly SourcePlan[], snapshots: SnapshotStore): Promise<SourceChange> {
    const attempts = plans.map(async (plan) => {
      const known = this.#open.get(plan.name);
      return known?.identity === this.#opener.identityOf(plan) ? known : this.#opener.open(plan, snapshots);
    });
    const settled = await Promise.allSettled(attempts);
    const found = settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const sources = new Map(found.map((source) => [source.kept.name, source]));
    const opened = found.filter((source) => this.#open.get(source.kept.name) !== source).map(({ kept }) => kept);
    const problems = settled.flatMap((result) => (result.status === "rejected" ? problemsOf(result.reason) : []));
    if (problems.length === 0) return { sources, opened };
    await discard(opened);
    throw new StartError("options_invalid", problems);
  }

  /** From now on these are open. What is gone ends after its last call. @returns them, in the order of the definition */
  take({ sources }: SourceChange): readonly KeptSource[] {
    const before = this.#open;
    this.#open = sources;
    for (const [name, source] of before) if (sources.get(name) !== source) this.#leave(source);
    return [...sources.values()].map(({ kept }) => kept);
  }

  /** Ends every source, also those whose calls still run. */
  async close(): Promise<void> {
    await discard([...this.#open.values(), ...this.#leaving].map(({ kept }) => kept));
  }

  #leave(source: OpenSource): void {
    this.#leaving.add(source);
    source.kept.stop();
    void source.calls
      .idle()
      .then(() => source.kept.close())
      .catch((error: unknown) => this.#log(`toolcrib: source ${source.kept.name} did not end: ${error}`))
      .finally(() => this.#leaving.delete(source));
  }
}

export async function discard(sources: readonly KeptSource[]): Promise<void> {
  await Promise.all(sources.map((source) => source.close()));
}

function problemsOf(reason: unknown): readonly string[] {
  return reason instanceof StartError ? reason.problems : [String(reason)];
}
