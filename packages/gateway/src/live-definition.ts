// The definition that is served, and how it becomes another one while it is: everything is checked and opened first, what
// did not change goes on as it was, the swap is one step, and what is gone ends after its last call.

import { type DefinitionPart, type GatewayDefinition, StartError } from "@toolcrib/core";
import { type Catalog, startAll } from "./catalog/catalog.ts";
import type { KeptSource } from "./catalog/kept-source.ts";
import type { SourceOpener } from "./catalog/source-opener.ts";
import { discard, SourceSet } from "./catalog/source-set.ts";
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
  readonly #sources: SourceSet;
  #isClosed = false;
  /** One change after the other. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(parts: LiveDefinitionParts, own: GatewayDefinition) {
    this.#parts = parts;
    this.#sources = new SourceSet(parts.opener, parts.log);
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
    await this.#sources.close();
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
    const checkKeys = () => this.#checkKeys(Object.keys(agents), { isFirst });
    checkKeys();
    const snapshots = bufferSnapshots(store);
    const change = await this.#sources.prepare(planSources(next, next.reaches), snapshots);
    try {
      if (!isFirst) {
        await startAll(change.opened);
        // Somebody may have taken a name meanwhile.
        checkKeys();
      }
      judge?.(change.opened);
      onTaken?.();
    } catch (error) {
      await discard(change.opened);
      throw error;
    }
    // From here to the end nothing waits: no request sees one half of it.
    snapshots.flush();
    this.#current = next;
    catalog.replace(this.#sources.take(change), agents);
    handlers.replace(catalog.agents);
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
}

interface ChangeOptions {
  readonly isFirst?: boolean;
  /** @throws where what was opened is not taken */
  readonly judge?: (opened: readonly KeptSource[]) => void;
  readonly onTaken?: () => void;
}

/** A person is there who can mend it. What can't be reached may come back by itself. */
function refuseRefused(opened: readonly KeptSource[]): void {
  const problems = opened.flatMap(({ name, refusal }) => (refusal === undefined ? [] : [`sources.${name} ${refusal}`]));
  if (problems.length > 0) throw new StartError("options_invalid", problems);
}
