// One source as the catalog keeps it: listed again and again in the background, its accepted tools held, its failures
// told with a reason. Nobody who lists or calls ever waits for it, but for the very first list.

import { createHash } from "node:crypto";
import {
  type CommonSource,
  cutText,
  ERROR_TEXT_MAX_CHARS,
  SOURCE_LIST,
  type SourceFailure,
  StartError,
  TOOL_REASONS,
  TOOLS_MAX,
  type ToolReason,
  type ToolSourceReport,
} from "@toolcrib/core";
import type { PreparedTool } from "@toolcrib/tools/run";
import { maskTexts } from "../calls/mask.ts";
import type { OfferedTool, SourceListing } from "../sources/source.ts";
import type { StateStore } from "../state/state-store.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { orAborted, within } from "../upstream/within.ts";
import { createMatcher, type Matches } from "./patterns.ts";
import { RefreshTimer } from "./refresh-timer.ts";
import { type ServedToolParts, toServedTool } from "./served-tool.ts";
import { type Drift, describeDrift, findDrift, hashOf, type Snapshot, type ToolDifference, takeSnapshot } from "./snapshot.ts";
import { toToolName } from "./tool-names.ts";

export interface KeptSourceParts extends Omit<ServedToolParts, "settings"> {
  readonly settings: CommonSource;
  /** What of the definition makes it another source when it changes. */
  readonly definitionText: string;
  readonly store: Pick<StateStore, "readSnapshot" | "writeSnapshot">;
  readonly now: () => number;
  readonly warn: (problem: string) => void;
  /** Hears after each change of what is served or reported. */
  readonly onChange: () => void;
}

/** One tool of the source, and whether anybody can get it. */
export interface KeptTool {
  readonly name: string;
  readonly sourceName: string;
  /** Undefined where nobody can have it. */
  readonly tool: PreparedTool | undefined;
  readonly reason: ToolReason | undefined;
  readonly detail: string | undefined;
}

interface Failure {
  readonly reason: SourceFailure;
  readonly detail: string;
  readonly authorizationServer: string | undefined;
  /** Waiting does not mend it: the credentials are refused, or what it answers can't be read. */
  readonly isFinal: boolean;
}

export class KeptSource {
  readonly name: string;
  readonly #parts: KeptSourceParts;
  readonly #isHeld: boolean;
  readonly #fingerprint: string;
  readonly #allows: Matches;
  readonly #timer: RefreshTimer;
  #snapshot: Snapshot | undefined;
  #latest: SourceListing | undefined;
  #listedAtMs: number | undefined;
  #failure: Failure | undefined;
  #drift: Drift | undefined;
  #tools: readonly KeptTool[] = [];
  /** Prepared tools by name, with what they were prepared from: what stays the same is not prepared again. */
  #prepared = new Map<string, { readonly offered: OfferedTool; readonly kept: KeptTool }>();
  #first: Promise<void> | undefined;
  #isClosed = false;

  constructor(parts: KeptSourceParts) {
    this.#parts = parts;
    this.name = parts.sourceName;
    const { kind } = parts.source;
    // What lives in this process, or in a folder of its owner's, is followed; what others can change is held.
    this.#isHeld = (parts.settings.drift ?? (["mcp", "command", "openapi"].includes(kind) ? "hold" : "follow")) === "hold";
    this.#fingerprint = createHash("sha256").update(parts.definitionText).digest("hex");
    const { allowTools = ["*"], denyTools = [] } = parts.settings;
    const [isAllowed, isDenied] = [createMatcher(allowTools), createMatcher(denyTools)];
    this.#allows = (name) => isAllowed(name) && !isDenied(name);
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
    await orAborted(this.#timer.runNow(), bound).catch(() => {});
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
    const status =
      failure === undefined
        ? this.#latest === undefined
          ? this.#snapshot === undefined
            ? "waiting"
            : "stale"
          : "ok"
        : this.#tools.length > 0
          ? "stale"
          : failure.reason;
    return {
      source: this.name,
      kind: this.#parts.source.kind,
      status,
      ...(failure === undefined ? {} : { reason: failure.reason, detail: failure.detail, fix: TOOL_REASONS[failure.reason] }),
      ...(failure?.authorizationServer === undefined ? {} : { authorizationServer: failure.authorizationServer }),
      ...(this.#listedAtMs === undefined ? {} : { listedAt: new Date(this.#listedAtMs).toISOString() }),
      ...(this.#drift === undefined ? {} : { drift: this.#drift }),
    };
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
      const failure = toFailure(error, this.#parts.mask);
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
    const gone = new Set(this.#drift?.gone);
    const changed = new Set(this.#drift?.changed);
    const prepared = new Map<string, { readonly offered: OfferedTool; readonly kept: KeptTool }>();
    const names = new Map<string, KeptTool>();
    const add = (kept: KeptTool) => {
      const first = names.get(kept.name);
      names.set(
        first === undefined ? kept.name : `${kept.name} ${names.size}`,
        first === undefined || kept.tool === undefined ? kept : collision(kept),
      );
    };
    for (const tool of served) {
      const known = this.#prepared.get(tool.name);
      const kept = known !== undefined && isEqual(known.offered, tool) ? known.kept : this.#keep(tool);
      prepared.set(tool.name, { offered: tool, kept });
      if (gone.has(tool.name)) add({ ...kept, tool: undefined, reason: "gone" });
      else if (changed.has(tool.name) && kept.tool !== undefined) add({ ...kept, reason: "changed_since_save" });
      else add(kept);
    }
    for (const name of this.#drift?.added ?? []) add(this.#without(name, "added_since_save"));
    for (const { name, detail } of this.#latest?.unusable ?? []) add(this.#without(name, "schema_invalid", detail));
    this.#prepared = prepared;
    this.#tools = [...names.values()].slice(0, TOOLS_MAX);
    this.#parts.onChange();
  }

  #keep(tool: OfferedTool): KeptTool {
    const { name, isChanged } = toToolName(this.name, tool.name);
    if (!this.#allows(tool.name)) return this.#without(tool.name, "denied_by_filter");
    try {
      const prepared = toServedTool(name, tool, this.#parts);
      if (prepared.contract.exposure === "codemode") return this.#without(tool.name, "code_mode_only");
      return { name, sourceName: tool.name, tool: prepared, reason: isChanged ? "name_shortened" : undefined, detail: undefined };
    } catch (error) {
      return this.#without(tool.name, "schema_invalid", error instanceof Error ? error.message : String(error));
    }
  }

  #without(sourceName: string, reason: ToolReason, detail?: string): KeptTool {
    const masked = detail === undefined ? undefined : this.#parts.mask(detail);
    return { name: toToolName(this.name, sourceName).name, sourceName, tool: undefined, reason, detail: masked };
  }
}

function collision(kept: KeptTool): KeptTool {
  return { ...kept, tool: undefined, reason: "name_collision" };
}

/** Two lists of one server hold equal tools, not the same ones. */
function isEqual(one: OfferedTool, other: OfferedTool): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function toFailure(error: unknown, mask: (text: string) => string): Failure {
  if (error instanceof UpstreamError) {
    const { reason, message, authorizationServer, cause } = error;
    // The cause names the host, which is for the operator and nobody else.
    const detail = mask(cause instanceof Error && cause.message !== "" ? cause.message : message);
    const isFinal = reason === "source_auth_failed" || reason === "oauth_required";
    return { reason: reason === "session_lost" ? "source_unreachable" : reason, detail, authorizationServer, isFinal };
  }
  const detail = mask(cutText(error instanceof Error ? error.message : String(error), ERROR_TEXT_MAX_CHARS));
  return { reason: "source_unreachable", detail, authorizationServer: undefined, isFinal: error instanceof StartError };
}
