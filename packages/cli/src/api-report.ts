// What `toolcrib openapi` says of a document, for people and for programs.

import type { Diagnostic } from "@toolcrib/openapi";
import type { ApiTools } from "./api-tools.ts";

/** Diagnostics of one kind that are shown unless all are asked for. */
const SHOWN = 3;

/** One object, for programs. */
export function toJsonReport({ tools, bytes, diagnostics, refused }: ApiTools): string {
  const listed = tools.map(({ listed: { name, description, inputSchema, annotations } }) => ({
    name,
    description,
    inputSchema,
    annotations,
  }));
  return JSON.stringify({ tools: listed, bytes, diagnostics, refused }, undefined, 2);
}

/** Lines for a person. */
export function toTextReport(api: ApiTools, { all }: { readonly all: boolean }): string {
  const { tools, bytes, diagnostics, refused } = api;
  const rows = tools.map(({ name, operation, effects, bytes: size }) => [name, operation, effects, size.toLocaleString("en")]);
  const parts = [
    tools.length === 0 ? "No tools." : toTable([["tool", "operation", "effects", "schema bytes"], ...rows]),
    `${tools.length} ${tools.length === 1 ? "tool" : "tools"}, ${bytes.toLocaleString("en")} bytes in a list of tools`,
    ...groupsOf(diagnostics).map(([code, found]) => toGroup(code, found, all ? found.length : SHOWN)),
    ...(refused.length === 0 ? [] : [toRefusals(refused, all ? refused.length : SHOWN)]),
  ];
  return parts.join("\n\n");
}

/** All columns but the last begin below their heading; the last is numbers. */
function toTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const last = widths.length - 1;
  return rows
    .map((row) =>
      row.map((cell, column) => (column === last ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join("  "),
    )
    .join("\n");
}

function groupsOf(diagnostics: readonly Diagnostic[]): readonly (readonly [string, readonly Diagnostic[]])[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) groups.set(diagnostic.code, [...(groups.get(diagnostic.code) ?? []), diagnostic]);
  return [...groups];
}

function toGroup(code: string, found: readonly Diagnostic[], shown: number): string {
  const lines = found.slice(0, shown).map(({ pointer, message }) => `  ${pointer}: ${message}`);
  return [`${code} (${found.length})`, ...lines, ...rest(found.length - shown)].join("\n");
}

function toRefusals(refused: readonly string[], shown: number): string {
  const head = `documents that are referred to and were not read (${refused.length}); --allow <folder or URL> reads those below it`;
  return [head, ...refused.slice(0, shown).map((url) => `  ${url}`), ...rest(refused.length - shown)].join("\n");
}

function rest(count: number): readonly string[] {
  return count > 0 ? [`  and ${count} more; --all shows them`] : [];
}
