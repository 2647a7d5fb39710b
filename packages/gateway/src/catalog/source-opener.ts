// Opens the sources of a definition as the catalog keeps them: with their values, their way out and their mask.

import { createHash } from "node:crypto";
import { SOURCE_TIMEOUT_MS, type SourceDefinition, StartError } from "@toolcrib/core";
import { createMask } from "../calls/mask.ts";
import type { SourcePlan } from "../definition/plan-sources.ts";
import { createIssuer } from "../identity/issuer.ts";
import type { SigningKeys } from "../identity/signing-keys.ts";
import type { Outbound } from "../outbound.ts";
import { type CountedSource, countCalls } from "../sources/counted-source.ts";
import { openSource } from "../sources/open-source.ts";
import type { SnapshotStore } from "../state/snapshot-buffer.ts";
import type { Catalog } from "./catalog.ts";
import type { KeptSource } from "./kept-source.ts";

export interface SourceOpenerParts {
  readonly catalog: Catalog;
  readonly origin: string;
  readonly keys: SigningKeys;
  /** Reaches children on this machine, wherever the sources of others may be. */
  readonly localOutbound: Outbound;
  /** Where relative paths start. */
  readonly folder: string;
  readonly importer: string | undefined;
  readonly log: (line: string) => void;
  readonly now: () => number;
}

/** A source that is open. */
export interface OpenSource {
  readonly kept: KeptSource;
  /** Of two sources with one identity one is enough. */
  readonly identity: string;
  readonly calls: Pick<CountedSource, "idle">;
}

export class SourceOpener {
  readonly #parts: SourceOpenerParts;
  /** Things of this process that can't be written down are told apart by a number. */
  readonly #numbers = new WeakMap<object, number>();
  #lastNumber = 0;

  constructor(parts: SourceOpenerParts) {
    this.#parts = parts;
  }

  /** What makes a source another one: its definition, its values, whose outbound it uses, and for calls it signs the tenant. */
  identityOf({ name, definition, values, outbound, tenant }: SourcePlan): string {
    const { server, ...settings } = definition as SourceDefinition & { readonly server?: object };
    const numbers = [outbound, ...(server === undefined ? [] : [server])].map((thing) => this.#numberOf(thing));
    const signs = "tools" in definition || ("auth" in definition && definition.auth?.type === "runtime");
    const text = JSON.stringify([name, settings, values, numbers, signs ? tenant : ""]);
    return createHash("sha256").update(text).digest("base64url");
  }

  /** @throws StartError with what can be known to be wrong without asking the source */
  async open(plan: SourcePlan, store: SnapshotStore): Promise<OpenSource> {
    const { name, definition, values, environment, outbound, tenant } = plan;
    const { catalog, origin, keys, localOutbound, folder, importer, log, now } = this.#parts;
    const mask = createMask(values.secrets);
    const warn = (problem: string) => log(`toolcrib: source ${name} ${mask(problem)}`);
    const keeping: { kept?: KeptSource } = {};
    const events = { onChange: () => keeping.kept?.touch(), onEnd: () => keeping.kept?.ended(), warn, mask };
    const issuer = createIssuer({ origin, tenant, keys, now });
    const parts = { name, definition, values, environment, folder, importer, outbound, localOutbound, issuer, events, now };
    const source = countCalls(await openSource(parts).catch((error: unknown) => refuse(name, mask, error)));
    keeping.kept = catalog.keep({
      sourceName: name,
      source,
      settings: definition,
      timeoutMs: definition.timeoutMs ?? SOURCE_TIMEOUT_MS,
      mask,
      warn,
      store,
      now,
      // A server of this process has nothing that could be written down.
      definitionText: "server" in definition ? "server" : JSON.stringify(definition),
    });
    return { kept: keeping.kept, identity: this.identityOf(plan), calls: source };
  }

  #numberOf(thing: object): number {
    const known = this.#numbers.get(thing);
    if (known !== undefined) return known;
    this.#lastNumber += 1;
    this.#numbers.set(thing, this.#lastNumber);
    return this.#lastNumber;
  }
}

function refuse(name: string, mask: (text: string) => string, error: unknown): never {
  if (error instanceof StartError) throw error;
  throw new StartError("options_invalid", [
    `sources.${name} can't be opened: ${mask(error instanceof Error ? error.message : String(error))}`,
  ]);
}
