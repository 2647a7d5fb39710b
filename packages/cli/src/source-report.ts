// What a gateway's sources offer an agent, for people: a line a source, a line for each tool that is not simply given.

import type { ToolReport, ToolSourceReport } from "@toolcrib/core";

/** @param agents by name */
export function toSourceReport(agents: Readonly<Record<string, readonly ToolSourceReport[]>>): string {
  return Object.entries(agents)
    .map(([agent, sources]) => [`agent ${agent}`, ...sources.flatMap(toSourceLines)].join("\n"))
    .join("\n\n");
}

function toSourceLines({ source, kind, status, reason, detail, fix, drift, tools }: ToolSourceReport): readonly string[] {
  const given = tools.filter(({ isGiven }) => isGiven).length;
  const head = `  ${source.padEnd(16)} ${kind.padEnd(9)} ${status.padEnd(18)} ${given} of ${tools.length} tools`;
  const failure = reason === undefined ? [] : [`      ${reason}: ${detail ?? ""}`, `      ${fix ?? ""}`];
  const drifted = drift === undefined ? [] : [`      drift: ${toDrift(drift)}; toolcrib check --accept takes it`];
  return [head, ...failure, ...drifted, ...tools.flatMap(toToolLine)];
}

function toDrift({ added, changed, gone }: NonNullable<ToolSourceReport["drift"]>): string {
  const parts = [
    ["added", added],
    ["changed", changed],
    ["gone", gone],
  ] as const;
  return parts.flatMap(([what, names]) => (names.length === 0 ? [] : [`${what} ${names.join(", ")}`])).join("; ");
}

function toToolLine({ name, isGiven, reason, detail, fix }: ToolReport): readonly string[] {
  if (reason === undefined) return [];
  return [
    `      ${isGiven ? "+" : "-"} ${name}  ${reason}${detail === undefined ? "" : `: ${detail}`}${fix === undefined ? "" : ` (${fix})`}`,
  ];
}
