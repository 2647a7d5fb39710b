// One source as the catalog keeps it: listed again and again in the background, its accepted tools held, its failures
// told with a reason. Nobody who lists or calls ever waits for it, but for the very first list.

import { createHash } from "node:crypto";
import { SOURCE_LIST, StartError, TOOL_REASONS, type ToolSourceReport } from "@toolcrib/core";
import { maskTexts } from "../calls/mask.ts";
import type { SourceListing } from "../sources/source.ts";
import type { StateStore } from "../state/state-store.ts";
import { orAborted, within } from "../upstream/within.ts";
import { type KeptTool, KeptTools, type KeptToolsParts } from "./kept-tools.ts";
import { type ListFailure, toListFailure } from "./list-failure.ts";
import { RefreshTimer } from "./refresh-timer.ts";
import { type Drift, describeDrift, findDrift, hashOf, type Snapshot, type ToolDifference, takeSnapshot } from "./snapshot.ts";

export interface KeptSourceParts extends KeptToolsParts {
  /** What of the definition makes it another source when it changes. */
  readonly definitionText: string;
  readonly store: Pick<StateStore, "readSnapshot" | "writeSnapshot">;
  readonly now: () => number;
  readonly warn: (problem: string) => void;
  /** Hears after each change of what is served or reported. */
  readonly onChange: () => void;
}

export class KeptSource {
  readonly name: string;
  readonly #parts: KeptSourceParts;
  readonly #isHeld: boolean;
  readonly #fingerprint: string;
  readonly #shelf: KeptTools;
  readonly #timer: RefreshTimer;
  #snapshot: Snapshot | undefined;
  #latest: SourceListing | undefined;
  #listedAtMs: number | undefined;
  #failure: ListFailure | undefined;
  #drift: Drift | undefined;
  #tools: readonly KeptTool[] = [];
  #first: Promise<void> | undefined;
  #isClosed = false;

  constructor(parts: KeptSourceParts) {
    this.#parts = parts;
    this.name = parts.sourceName;
    const { kind } = parts.source;
    // What lives in this process, or in a folder of its owner's, is followed; what others can change is held.
    this.#isHeld = (parts.settings.drift ?? (["mcp", "command", "openapi"].includes(kind) ? "hold" : "follow")) === "hold";
    this.#fingerprint = createHash("sha256").update(parts.definitionText).digest("hex");
    this.#shelf = new KeptTools(parts);
    this.#timer = new RefreshTimer(() => this.#refresh());
  }

  get tools(): readonly KeptTool[] {
    return this.#tools;
  }

  /** True until its first list has succeeded or failed, unless held tools are there already. */
  get isWaiting(): boolean {
    return this.#latest === undefined && this.#failure === undefined && this.#snapshot === undefined;
  }

  /** Starts listing. @returns when the first list is there, or has failed */
  async start(): Promise<void> {
    if (this.#isHeld) await this.#restore();
    this.#first ??= this.#timer.runNow();
    await this.#first;
  }

  /** Lists now. @returns when that is done, or is found to hang */
  async refresh(): Promise<void> {
    const bound = AbortSignal.timeout(SOURCE_LIST.coldWaitMs);
    await orAborted(this.#timer.runAnew(), bound).catch(() => {});
  }

  /** What it offers may have changed. */
  readonly touch = (): void => this.#timer.soon();

  /** Its session or process ended. */
  readonly ended = (): void => this.#timer.afterEnd();

  /** How what it offers differs from what was accepted, tool by tool. */
  differences(): readonly ToolDifference[] {
    if (this.#drift === undefined || this.#snapshot === undefined || this.#latest === undefined) return [];
    const differences = describeDrift(this.#drift, this.#snapshot.tools, this.#latest.tools);
    // A server may write what it was called with into what it says of its tools.
    return maskTexts(differences, this.#parts.mask);
  }

  /** From now on what it offers is what is served. */
  async accept(): Promise<void> {
    if (this.#latest === undefined)
      throw new StartError("options_invalid", [
        `source ${this.name} was never listed, so there is nothing to accept; ${this.#failure?.detail ?? "try again"}`,
      ]);
    if (this.#isHeld) await this.#hold(this.#latest);
    this.#serve();
  }

  report(): Omit<ToolSourceReport, "tools"> {
    const failure = this.#failure;
    return {
      source: this.name,
      kind: this.#parts.source.kind,
      status: this.#status(),
      ...(failure === undefined ? {} : { reason: failure.reason, detail: failure.detail, fix: TOOL_REASONS[failure.reason] }),
      ...(failure?.authorizationServer === undefined ? {} : { authorizationServer: failure.authorizationServer }),
      ...(this.#listedAtMs === undefined ? {} : { listedAt: new Date(this.#listedAtMs).toISOString() }),
      ...(this.#drift === undefined ? {} : { drift: this.#drift }),
    };
  }

  #status(): ToolSourceReport["status"] {
    if (this.#failure !== undefined) return this.#tools.length > 0 ? "stale" : this.#failure.reason;
    if (this.#latest !== undefined) return "ok";
    return this.#snapshot === undefined ? "waiting" : "stale";
  }

  /** What its owner has to mend before it can be listed; undefined where waiting may help, or nothing is wrong. */
  get refusal(): string | undefined {
    return this.#failure?.isFinal === true ? `${this.#failure.reason}: ${this.#failure.detail}` : undefined;
  }

  /** Lists no more; calls that run go on. */
  stop(): void {
    this.#isClosed = true;
    this.#timer.close();
  }

  async close(): Promise<void> {
    this.stop();
    await this.#parts.source.close();
  }

  async #restore(): Promise<void> {
    const stored = this.#parts.store.readSnapshot(this.name);
    if (stored === undefined) return;
    const snapshot = JSON.parse(stored.text) as Snapshot;
    if (snapshot.fingerprint !== this.#fingerprint) return;
    try {
      if (snapshot.material !== undefined) await this.#parts.source.hold?.(snapshot.material);
    } catch (error) {
      // Read by another version, it may be none any more; what the source lists now is then accepted as it comes.
      return this.#parts.warn(`can't be served as it was accepted: ${error instanceof Error ? error.message : String(error)}`);
    }
    this.#snapshot = snapshot;
    this.#serve();
  }

  /** @returns how long to wait for the next one, in milliseconds; undefined after a failure */
  async #refresh(): Promise<number | undefined> {
    const { source, now, warn } = this.#parts;
    try {
      const listing = await within(SOURCE_LIST.timeoutMs, (signal) => source.list(signal));
      if (this.#isClosed) return undefined;
      this.#listedAtMs = now();
      if (this.#failure !== undefined) warn("answers again");
      this.#failure = undefined;
      await this.#take(listing);
      return source.kind === "openapi" ? SOURCE_LIST.documentEveryMs : SOURCE_LIST.everyMs;
    } catch (error) {
      if (this.#isClosed) return undefined;
      const failure = toListFailure(error, this.#parts.mask);
      if (failure.detail !== this.#failure?.detail) warn(`could not be listed: ${failure.reason}: ${failure.detail}`);
      this.#failure = failure;
      this.#parts.onChange();
      return undefined;
    }
  }

  async #take(listing: SourceListing): Promise<void> {
    this.#latest = listing;
    if (this.#isHeld && this.#snapshot === undefined) await this.#hold(listing);
    this.#serve();
  }

  async #hold(listing: SourceListing): Promise<void> {
    const { store, source, now } = this.#parts;
    if (listing.material !== undefined) await source.hold?.(listing.material);
    const snapshot = takeSnapshot(listing, this.#fingerprint, now());
    store.writeSnapshot(this.name, { hash: snapshot.hash, text: JSON.stringify(snapshot), acceptedAtMs: snapshot.acceptedAtMs });
    this.#snapshot = snapshot;
  }

  /** Decides anew what is served, and tells of it. */
  #serve(): void {
    const served = (this.#isHeld ? this.#snapshot?.tools : this.#latest?.tools) ?? [];
    const offered = this.#latest?.tools;
    const isSame = offered === undefined || this.#snapshot?.hash === hashOf(offered);
    this.#drift = this.#isHeld && !isSame ? findDrift(served, offered ?? []) : undefined;
    this.#tools = this.#shelf.fill({ served, drift: this.#drift, unusable: this.#latest?.unusable ?? [] });
    this.#parts.onChange();
  }
}
