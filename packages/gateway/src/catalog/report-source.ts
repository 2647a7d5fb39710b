// A source and its tools as they are for anybody: what an agent gets of them is told for each agent.

import { TOOL_REASONS, type ToolSourceReport } from "@toolcrib/core";
import type { KeptSource } from "./kept-source.ts";

/** @returns its state, and for each tool whether an agent can be given it, and if not, why */
export function reportSource(source: KeptSource): ToolSourceReport {
  const tools = source.tools.map(({ name, sourceName, tool, reason, detail }) => ({
    name,
    sourceName,
    isGiven: tool !== undefined,
    ...(reason === undefined ? {} : { reason, fix: TOOL_REASONS[reason] }),
    ...(detail === undefined ? {} : { detail }),
  }));
  return { ...source.report(), tools };
}
