// The definition that is served, and how it becomes another one while it is: everything is checked and opened first, what
// did not change goes on as it was, the swap is one step, and what is gone ends after its last call.

import { type DefinitionPart, type GatewayDefinition, StartError } from "@toolcrib/core";
import { type Catalog, startAll } from "./catalog/catalog.ts";
import type { OpenSource, SourceOpener, SourcePlan } from "./catalog/source-opener.ts";
import { type DefinitionParts, mergeParts, NameClash } from "./definition/merge-parts.ts";
import { planSources, type Reaches } from "./definition/plan-sources.ts";
import type { Environment } from "./definition/values.ts";
import type { AgentHandlers } from "./serve-agents.ts";
import { bufferSnapshots } from "./state/snapshot-buffer.ts";
import type { StateStore } from "./state/state-store.ts";

export interface LiveDefinitionParts {
  readonly catalog: Catalog;
  readonly handlers: AgentHandlers;
  readonly opener: SourceOpener;
  readonly store: StateStore;
  readonly reaches: Reaches;
  readonly log: (line: string) => void;
  readonly now: () => number;
}

export interface SavedPart extends DefinitionPart {
  readonly savedAtMs: number;
}

interface Parts extends DefinitionParts {
  readonly saved: ReadonlyMap<string, SavedPart>;
  readonly reaches: Reaches;
}

export class LiveDefinition {
  readonly #parts: LiveDefinitionParts;
  #current: Parts;
  #open: ReadonlyMap<string, OpenSource> = new Map();
  /** Replaced, with calls that still run. */
  readonly #leaving = new Set<OpenSource>();
  #isClosed = false;
  /** One change after the other. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(parts: LiveDefinitionParts, own: GatewayDefinition) {
    this.#parts = parts;
    this.#current = { own, saved: new Map(), reaches: parts.reaches };
  }

  get tenant(): string {
    return this.#current.own.tenant;
  }

  get saved(): ReadonlyMap<string, SavedPart> {
    return this.#current.saved;
  }

  /** The saved definition that a source is from. */
  partOf(source: string): string | undefined {
    return [...this.saved].find(([, { sources = {} }]) => Object.hasOwn(sources, source))?.[0];
  }

  /** Serves the gateway's own definition, and of what was saved everything that still fits beside it. */
  async start(): Promise<void> {
    for (const { name, text, savedAtMs } of this.#parts.store.listDefinitions()) {
      const part = { ...(JSON.parse(text) as DefinitionPart), savedAtMs };
      const next = { ...this.#current, saved: new Map([...this.saved, [name, part]]) };
      try {
        mergeParts(next);
        planSources(next, next.reaches);
        this.#current = next;
      } catch (error) {
        this.#parts.log(`toolcrib: the saved definition ${name} is left out: ${(error as Error).message}`);
      }
    }
    await this.#change(this.#current, { isFirst: true });
    this.#parts.catalog.start();
  }

  /** Serves another definition of the gateway's own. @throws StartError, and nothing has changed */
  update(own: GatewayDefinition, environment?: Environment): Promise<void> {
    return this.#queue(() => {
      const { reaches } = this.#current;
      const next = environment === undefined ? reaches : { ...reaches, own: { ...reaches.own, environment } };
      return this.#change({ ...this.#current, own, reaches: next }).catch((error: unknown) => {
        throw error instanceof NameClash ? new StartError("options_invalid", error.clashes) : error;
      });
    });
  }

  /**
   * Saves sources and agents beside the gateway's own.
   * @throws StartError, or NameClash, and nothing has changed: also where a source refuses its credentials, or its document can't be read
   */
  save(name: string, part: DefinitionPart): Promise<void> {
    return this.#queue(() => {
      const { store, now } = this.#parts;
      const savedAtMs = now();
      const saved = new Map([...this.saved, [name, { ...part, savedAtMs }]]);
      const onTaken = () => store.writeDefinition(name, JSON.stringify(part), savedAtMs);
      return this.#change({ ...this.#current, saved }, { judge: refuseRefused, onTaken });
    });
  }

  /** @throws StartError where agents of others need its sources, and nothing has changed */
  remove(name: string): Promise<void> {
    return this.#queue(() => {
      const saved = new Map([...this.saved].filter(([other]) => other !== name));
      return this.#change({ ...this.#current, saved }, { onTaken: () => this.#parts.store.deleteDefinition(name) });
    });
  }

  /** Ends every source, also those whose calls still run. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#changing;
    await Promise.all([...this.#open.values(), ...this.#leaving].map(({ kept }) => kept.close()));
  }

  #queue(change: () => Promise<void>): Promise<void> {
    if (this.#isClosed) return Promise.reject(new StartError("options_invalid", ["the gateway is closed; start another"]));
    const changed = this.#changing.then(change);
    this.#changing = changed.catch(() => {});
    return changed;
  }

  async #change(next: Parts, { isFirst = false, judge, onTaken }: ChangeOptions = {}): Promise<void> {
    const { catalog, handlers, store } = this.#parts;
    const { agents } = mergeParts(next);
    this.#checkKeys(Object.keys(agents), { isFirst });
    const plans = planSources(next, next.reaches);
    const snapshots = bufferSnapshots(store);
    const { sources, opened } = await this.#openAll(plans, snapshots);
    try {
      if (!isFirst) await startAll(opened.map(({ kept }) => kept));
      judge?.(opened);
      onTaken?.();
    } catch (error) {
      await Promise.all(opened.map(({ kept }) => kept.close()));
      throw error;
    }
    // From here to the end nothing waits: no request sees one half of it.
    snapshots.flush();
    const before = this.#open;
    this.#open = sources;
    this.#current = next;
    catalog.replace(
      [...sources.values()].map(({ kept }) => kept),
      agents,
    );
    handlers.replace(catalog.agents);
    for (const [name, source] of before) if (sources.get(name) !== source) this.#leave(source);
  }

  /** A new template must not stand in the way of a user's agent. */
  #checkKeys(names: readonly string[], { isFirst }: { readonly isFirst: boolean }): void {
    const { catalog, store, log } = this.#parts;
    const taken = names.filter((name) => !catalog.agents.has(name) && store.agents.read(name) !== undefined);
    const clashes = taken.map((name) => `agent "${name}" is the key of a user's agent already; choose another name, or revoke that one`);
    if (clashes.length === 0) return;
    if (!isFirst) throw new NameClash(clashes);
    for (const clash of clashes) log(`toolcrib: ${clash}`);
  }

  /** Opens what is new or has changed. @throws StartError, and nothing stays open */
  async #openAll(plans: readonly SourcePlan[], snapshots: ReturnType<typeof bufferSnapshots>) {
    const { opener } = this.#parts;
    const attempts = plans.map(async (plan) => {
      const known = this.#open.get(plan.name);
      return known?.identity === opener.identityOf(plan) ? known : opener.open(plan, snapshots);
    });
    const settled = await Promise.allSettled(attempts);
    const sources = new Map<string, OpenSource>();
    const problems: unknown[] = [];
    for (const [index, result] of settled.entries()) {
      if (result.status === "fulfilled") sources.set((plans[index] as SourcePlan).name, result.value);
      else problems.push(result.reason);
    }
    const opened = [...sources].flatMap(([name, source]) => (this.#open.get(name) === source ? [] : [source]));
    if (problems.length === 0) return { sources, opened };
    await Promise.all(opened.map(({ kept }) => kept.close()));
    throw new StartError(
      "options_invalid",
      problems.flatMap((problem) => (problem instanceof StartError ? problem.problems : [String(problem)])),
    );
  }

  /** Ends after its last call. */
  #leave(source: OpenSource): void {
    this.#leaving.add(source);
    source.kept.stop();
    void source.calls
      .idle()
      .then(() => source.kept.close())
      .catch((error: unknown) => this.#parts.log(`toolcrib: source ${source.kept.name} did not end: ${error}`))
      .finally(() => this.#leaving.delete(source));
  }
}

interface ChangeOptions {
  readonly isFirst?: boolean;
  /** @throws where what was opened is not taken */
  readonly judge?: (opened: readonly OpenSource[]) => void;
  readonly onTaken?: () => void;
}

/** A person is there who can mend it. What can't be reached may come back by itself. */
function refuseRefused(opened: readonly OpenSource[]): void {
  const problems = opened.flatMap(({ kept }) => (kept.refusal === undefined ? [] : [`sources.${kept.name} ${kept.refusal}`]));
  if (problems.length > 0) throw new StartError("options_invalid", problems);
}
