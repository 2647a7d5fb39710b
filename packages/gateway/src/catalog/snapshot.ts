// What a person accepted of a source: its tools with a hash, and how what it offers now differs from them.

import { createHash } from "node:crypto";
import { toCanonicalJson } from "@toolcrib/core";
import type { OfferedTool, SourceListing } from "../sources/source.ts";

export interface Snapshot {
  readonly hash: string;
  readonly acceptedAtMs: number;
  /** Of which definition of the source: another address is another source. */
  readonly fingerprint: string;
  readonly tools: readonly OfferedTool[];
  readonly material?: string;
}

export interface Drift {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly gone: readonly string[];
}

export function takeSnapshot({ tools, material }: SourceListing, fingerprint: string, nowMs: number): Snapshot {
  return { hash: hashOf(tools), acceptedAtMs: nowMs, fingerprint, tools, ...(material === undefined ? {} : { material }) };
}

/** SHA-256 over the canonical JSON (RFC 8785) of the tools, whatever their order. */
export function hashOf(tools: readonly OfferedTool[]): string {
  const hash = createHash("sha256");
  for (const text of tools.map((tool) => toCanonicalJson(tool)).sort()) hash.update(text).update("\n");
  return `sha256-${hash.digest("hex")}`;
}

/** Undefined where nothing differs. */
export function findDrift(accepted: readonly OfferedTool[], offered: readonly OfferedTool[]): Drift | undefined {
  const before = new Map(accepted.map((tool) => [tool.name, tool]));
  const after = new Map(offered.map((tool) => [tool.name, tool]));
  const changed = [...after].filter(([name, tool]) => {
    const old = before.get(name);
    return old !== undefined && old !== tool && toCanonicalJson(old) !== toCanonicalJson(tool);
  });
  const drift = {
    added: [...after.keys()].filter((name) => !before.has(name)).sort(),
    changed: changed.map(([name]) => name).sort(),
    gone: [...before.keys()].filter((name) => !after.has(name)).sort(),
  };
  return drift.added.length + drift.changed.length + drift.gone.length === 0 ? undefined : drift;
}

export interface ToolDifference {
  readonly name: string;
  readonly was: OfferedTool | undefined;
  readonly is: OfferedTool | undefined;
}

/** What each drifted tool was and is, for a person who has to decide. */
export function describeDrift(
  { added, changed, gone }: Drift,
  accepted: readonly OfferedTool[],
  offered: readonly OfferedTool[],
): readonly ToolDifference[] {
  const find = (tools: readonly OfferedTool[], name: string) => tools.find((tool) => tool.name === name);
  return [...added, ...changed, ...gone].map((name) => ({ name, was: find(accepted, name), is: find(offered, name) }));
}
