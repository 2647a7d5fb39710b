// What a document says that can't be taken as it stands. A diagnostic never fails the document: it names the place and
// what was done instead.

export type DiagnosticCode =
  | "operation_skipped"
  | "parameter_skipped"
  | "reference_unresolved"
  | "schema_keyword_dropped"
  | "schema_opened"
  | "schema_too_deep"
  | "description_cut"
  | "server_missing"
  | "over_limit";

export interface Diagnostic {
  readonly code: DiagnosticCode;
  /** Where, as a JSON pointer (RFC 6901) into the document; behind the URL of another document, if it is one. */
  readonly pointer: string;
  readonly message: string;
}

export type Report = (code: DiagnosticCode, pointer: string, message: string) => void;

/** Collects diagnostics, each place and kind once. */
export function createDiagnostics(): { readonly list: readonly Diagnostic[]; readonly report: Report } {
  const list: Diagnostic[] = [];
  const seen = new Set<string>();
  const report: Report = (code, pointer, message) => {
    const key = `${code} ${pointer} ${message}`;
    if (seen.has(key)) return;
    seen.add(key);
    list.push({ code, pointer, message });
  };
  return { list, report };
}

/** A pointer's next steps (RFC 6901 section 3). */
export function step(pointer: string, ...names: readonly (string | number)[]): string {
  let path = pointer;
  for (const name of names) path += `/${typeof name === "string" ? escapeName(name) : name}`;
  return path;
}

function escapeName(name: string): string {
  return name.includes("/") || name.includes("~") ? name.replaceAll("~", "~0").replaceAll("/", "~1") : name;
}
