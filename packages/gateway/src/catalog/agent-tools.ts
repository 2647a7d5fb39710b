// What one agent gets: of every source's tools those that its definition names. One record decides what is listed, what
// can be called and what is reported.

import { type AgentDefinition, TOOL_REASONS, TOOLS_MAX, type ToolReport, type ToolSourceReport } from "@toolcrib/core";
import type { LiveTools } from "@toolcrib/server/run";
import type { PreparedTool, Toolset } from "@toolcrib/tools/run";
import type { KeptSource } from "./kept-source.ts";
import type { KeptTool } from "./kept-tools.ts";
import { createMatcher, type Matches } from "./patterns.ts";

export interface AgentToolsParts {
  readonly agent: AgentDefinition;
  readonly sources: readonly KeptSource[];
  readonly settling: () => Promise<unknown> | undefined;
}

export class AgentTools implements LiveTools {
  readonly #settling: AgentToolsParts["settling"];
  #sources: readonly KeptSource[];
  #isNamed: Matches;
  readonly #listeners: (() => void)[] = [];
  #current: Toolset = new Map();

  constructor({ agent, sources, settling }: AgentToolsParts) {
    this.#settling = settling;
    this.#sources = sources;
    this.#isNamed = toMatcher(agent);
  }

  /** From now on it gets this of these; whoever listens is told by the next `update()`. */
  replace(agent: AgentDefinition, sources: readonly KeptSource[]): void {
    this.#sources = sources;
    this.#isNamed = toMatcher(agent);
  }

  get current(): Toolset {
    return this.#current;
  }

  settling(): Promise<unknown> | undefined {
    return this.#settling();
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Looks at the sources again; tells of it only where the tools are others than before. */
  update(): void {
    const given = this.#sources.flatMap(({ tools }) => tools.flatMap((kept) => (this.#gives(kept) ? [kept.tool as PreparedTool] : [])));
    const sorted = given.sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, TOOLS_MAX);
    if (sorted.length === this.#current.size && sorted.every((tool) => this.#current.get(tool.name) === tool)) return;
    this.#current = new Map(sorted.map((tool) => [tool.name, tool]));
    for (const listener of this.#listeners) listener();
  }

  explain(name: string): string | undefined {
    for (const source of this.#sources) {
      const kept = source.tools.find((tool) => tool.name === name);
      if (kept !== undefined) {
        const { reason = "over_limit", fix } = this.#reportTool(kept);
        return `${reason}: ${fix}`;
      }
    }
    // For the sentence only; what may be called is never told from a name.
    const source = this.#sources.find((one) => name.startsWith(`${one.name}__`));
    const report = source?.report();
    return report === undefined || report.status === "ok" ? undefined : `source ${report.source}: ${report.status}`;
  }

  report(): readonly ToolSourceReport[] {
    return this.#sources.map((source) => ({ ...source.report(), tools: source.tools.map((kept) => this.#reportTool(kept)) }));
  }

  #gives({ name, tool }: KeptTool): boolean {
    return tool !== undefined && this.#isNamed(name);
  }

  #reportTool({ name, sourceName, tool, reason, detail }: KeptTool): ToolReport {
    const isGiven = this.#current.has(name) && tool !== undefined;
    const why = isGiven || tool === undefined ? reason : this.#isNamed(name) ? "over_limit" : "not_allowed";
    return {
      name,
      sourceName,
      isGiven,
      ...(why === undefined ? {} : { reason: why, fix: TOOL_REASONS[why] }),
      ...(detail === undefined ? {} : { detail }),
    };
  }
}

/** A source's name alone stands for all of it. */
function toMatcher({ tools }: AgentDefinition): Matches {
  return createMatcher(tools.flatMap((pattern) => (pattern.includes("__") || pattern.includes("*") ? [pattern] : [`${pattern}__*`])));
}
