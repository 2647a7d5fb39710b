// What `toolcrib openapi` says of a document, for people and for programs.

import type { Diagnostic } from "@toolcrib/openapi";
import type { ApiTools } from "./api-tools.ts";

/** Diagnostics of one kind that are shown unless all are asked for. */
const SHOWN = 3;

/** One object, for programs. */
export function toJsonReport({ tools, bytes, diagnostics, refused, unreadable }: ApiTools): string {
  const listed = tools.map(({ listed: { name, description, inputSchema, annotations } }) => ({
    name,
    description,
    inputSchema,
    annotations,
  }));
  return JSON.stringify({ tools: listed, bytes, diagnostics, refused, unreadable }, undefined, 2);
}

/** Lines for a person. */
export function toTextReport(api: ApiTools, { all }: { readonly all: boolean }): string {
  const { tools, bytes, diagnostics } = api;
  const shownOf = (list: readonly unknown[]) => (all ? list.length : SHOWN);
  const rows = tools.map(({ name, operation, effects, bytes: size }) => [name, operation, effects, size.toLocaleString("en")]);
  const parts = [
    tools.length === 0 ? "No tools." : toTable([["tool", "operation", "effects", "schema bytes"], ...rows]),
    `${tools.length} ${tools.length === 1 ? "tool" : "tools"}, ${bytes.toLocaleString("en")} bytes in a list of tools`,
    ...groupsOf(diagnostics).map(([code, found]) =>
      toGroup(
        code,
        found.map(({ pointer, message }) => `${pointer}: ${message}`),
        shownOf(found),
      ),
    ),
    ...toDocuments(REFUSED, api.refused, shownOf(api.refused)),
    ...toDocuments(UNREADABLE, api.unreadable, shownOf(api.unreadable)),
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

function toGroup(head: string, found: readonly string[], shown: number): string {
  return [`${head} (${found.length})`, ...found.slice(0, shown).map((line) => `  ${line}`), ...rest(found.length - shown)].join("\n");
}

const REFUSED = "documents that are referred to and were not read; --allow <folder or URL> reads those below it";
const UNREADABLE = "documents that are referred to and can't be read";

function toDocuments(head: string, found: readonly string[], shown: number): readonly string[] {
  return found.length === 0 ? [] : [toGroup(head, found, shown)];
}

function rest(count: number): readonly string[] {
  return count > 0 ? [`  and ${count} more; --all shows them`] : [];
}
