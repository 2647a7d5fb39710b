// The tools of one source: which of them can be had, under which name, and why not the others.

import { type CommonSource, TOOLS_MAX, type ToolReason } from "@toolcrib/core";
import type { PreparedTool } from "@toolcrib/tools/run";
import type { OfferedTool, SourceListing } from "../sources/source.ts";
import { createMatcher, type Matches } from "./patterns.ts";
import { type ServedToolParts, toServedTool } from "./served-tool.ts";
import type { Drift } from "./snapshot.ts";
import { toToolName } from "./tool-names.ts";

/** One tool of the source, and whether anybody can get it. */
export interface KeptTool {
  readonly name: string;
  readonly sourceName: string;
  /** Undefined where nobody can have it. */
  readonly tool: PreparedTool | undefined;
  readonly reason: ToolReason | undefined;
  readonly detail: string | undefined;
}

export interface KeptToolsParts extends Omit<ServedToolParts, "settings"> {
  readonly settings: CommonSource;
}

/** What there is to choose from. */
export interface Offer {
  readonly served: readonly OfferedTool[];
  /** How what is offered differs from what is served. */
  readonly drift: Drift | undefined;
  readonly unusable: SourceListing["unusable"];
}

export class KeptTools {
  readonly #parts: KeptToolsParts;
  readonly #allows: Matches;
  /** By name, with what they were prepared from: what stays the same is not prepared again. */
  #prepared = new Map<string, { readonly offered: OfferedTool; readonly kept: KeptTool }>();

  constructor(parts: KeptToolsParts) {
    this.#parts = parts;
    const { allowTools = ["*"], denyTools = [] } = parts.settings;
    const [isAllowed, isDenied] = [createMatcher(allowTools), createMatcher(denyTools)];
    this.#allows = (name) => isAllowed(name) && !isDenied(name);
  }

  fill({ served, drift, unusable }: Offer): readonly KeptTool[] {
    const gone = new Set(drift?.gone);
    const changed = new Set(drift?.changed);
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
    for (const name of drift?.added ?? []) add(this.#without(name, "added_since_save"));
    for (const { name, detail } of unusable) add(this.#without(name, "schema_invalid", detail));
    this.#prepared = prepared;
    return [...names.values()].slice(0, TOOLS_MAX);
  }

  #keep(tool: OfferedTool): KeptTool {
    const { name, isChanged } = toToolName(this.#parts.sourceName, tool.name);
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
    return { name: toToolName(this.#parts.sourceName, sourceName).name, sourceName, tool: undefined, reason, detail: masked };
  }
}

function collision(kept: KeptTool): KeptTool {
  return { ...kept, tool: undefined, reason: "name_collision" };
}

/** Two lists of one server hold equal tools, not the same ones. */
function isEqual(one: OfferedTool, other: OfferedTool): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
