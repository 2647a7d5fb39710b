// The interpreter's errors, in words for a model: one entry a failing path. Its own texts quote values, so only the
// places are taken from them; what was expected is read from the schema, which is the author's and may be quoted.

import { cutText } from "./json.ts";
import { QUOTE_MAX_CHARS } from "./limits.ts";

/** One error as the interpreter reports it. */
export interface SchemaError {
  readonly keyword: string;
  readonly keywordLocation: string;
  readonly instanceLocation: string;
  readonly error: string;
}

/** A schema as the interpreter prepared it: references are resolved to a key of the lookup. */
type Node = Readonly<Record<string, unknown>> & { readonly __absolute_ref__?: string };

/** A place in the value and what is wrong there. */
export interface SchemaProblem {
  /** JSON Pointer (RFC 6901) into the value; empty for the value itself. */
  readonly path: string;
  /** As in "expected integer", "is required", "is not allowed here". */
  readonly message: string;
}

/** One problem inside a sentence: "at /a/b: is required". */
export function describeProblem({ path, message }: SchemaProblem): string {
  return `at ${path === "" ? "the root" : path}: ${message}`;
}

type Lookup = Readonly<Record<string, unknown>>;

const quote = (value: unknown) => cutText(JSON.stringify(value), QUOTE_MAX_CHARS);
const list = (values: readonly unknown[]) => cutText(values.map((value) => JSON.stringify(value)).join(", "), QUOTE_MAX_CHARS);

const REQUIRED = "is required";
const NOT_ALLOWED = "is not allowed here";

/** What a keyword that failed wanted, from its own value in the schema. Keywords that only wrap others are missing. */
const EXPECTED: Readonly<Record<string, (value: never) => string>> = {
  type: (type: string | readonly string[]) => (typeof type === "string" ? type : type.join(" or ")),
  const: (value: unknown) => quote(value),
  enum: (values: readonly unknown[]) => `one of ${list(values)}`,
  not: () => "a value outside the excluded form",
  format: (format: string) => `a valid ${format}`,
  pattern: (pattern: string) => `text matching ${quote(pattern)}`,
  minLength: (length: number) => `at least ${length} characters`,
  maxLength: (length: number) => `at most ${length} characters`,
  minimum: (limit: number) => `at least ${limit}`,
  maximum: (limit: number) => `at most ${limit}`,
  exclusiveMinimum: (limit: number) => `more than ${limit}`,
  exclusiveMaximum: (limit: number) => `less than ${limit}`,
  multipleOf: (divisor: number) => `a multiple of ${divisor}`,
  minItems: (count: number) => `at least ${count} items`,
  maxItems: (count: number) => `at most ${count} items`,
  uniqueItems: () => "items that differ from each other",
  contains: () => "an item of the required form",
  minContains: (count: number) => `at least ${count} items of the required form`,
  maxContains: (count: number) => `at most ${count} items of the required form`,
  minProperties: (count: number) => `at least ${count} properties`,
  maxProperties: (count: number) => `at most ${count} properties`,
  dependentRequired: () => "the properties that another one present requires",
  dependencies: () => "the properties that another one present requires",
  oneOf: () => "exactly one of the allowed forms; several match",
};

/** One problem a path, in the order the schema names them. Expectations of alternatives are joined by "or". */
export function describeProblems(errors: readonly SchemaError[], schema: Node, lookup: Lookup): readonly SchemaProblem[] {
  const wantedAt = new Map<string, Set<string>>();
  const ambiguous = errors.filter((error) => error.keyword === "oneOf" && matchesSeveral(error, errors, schema, lookup));

  for (const error of errors) {
    if (ambiguous.some((other) => error.keywordLocation.startsWith(`${other.keywordLocation}/`))) continue;
    if (error.keyword === "oneOf" && !ambiguous.includes(error)) continue;
    const found = describe(error, schema, lookup);
    if (found === undefined) continue;
    const wanted = wantedAt.get(found.path) ?? new Set();
    wantedAt.set(found.path, wanted.add(found.wanted));
  }
  return withoutShadows([...wantedAt].map(([path, wanted]) => ({ path, message: toMessage(wanted) })));
}

/** A member that is wrong inside counts as not evaluated and so as not allowed; what is wrong inside it is told already. */
function withoutShadows(problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
  const parents = new Set<string>();
  for (const { path } of problems) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) parents.add(path.slice(0, end));
  }
  return problems.filter(({ path, message }) => message !== NOT_ALLOWED || !parents.has(path));
}

/** A member of the wrong type also counts as not evaluated, so "not allowed" is only said where nothing else was wanted. */
function toMessage(wanted: ReadonlySet<string>): string {
  if (wanted.has(REQUIRED)) return REQUIRED;
  const expected = [...wanted].filter((words) => words !== NOT_ALLOWED);
  return expected.length === 0 ? NOT_ALLOWED : `expected ${expected.join(" or ")}`;
}

function describe(error: SchemaError, schema: Node, lookup: Lookup): { readonly path: string; readonly wanted: string } | undefined {
  const path = decodeURIComponent(error.instanceLocation.slice(1));
  if (error.keyword === "required") {
    // The interpreter names the missing member only in its text: between the first and the last quotation mark.
    const name = error.error.slice(error.error.indexOf('"') + 1, error.error.lastIndexOf('"'));
    return { path: `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, wanted: REQUIRED };
  }
  if (error.keyword === "false") return { path, wanted: NOT_ALLOWED };
  const words = EXPECTED[error.keyword];
  if (words === undefined) return undefined;
  return { path, wanted: words(valueAt(error.keywordLocation, schema, lookup) as never) };
}

/** A failed `oneOf` reports the branches that did not match; where fewer failed than there are, several matched. */
function matchesSeveral(error: SchemaError, errors: readonly SchemaError[], schema: Node, lookup: Lookup): boolean {
  const branches = valueAt(error.keywordLocation, schema, lookup);
  const prefix = `${error.keywordLocation}/`;
  const failed = new Set<string | undefined>();
  for (const { instanceLocation, keywordLocation } of errors) {
    if (keywordLocation.startsWith(prefix) && instanceLocation.startsWith(error.instanceLocation)) {
      failed.add(keywordLocation.slice(prefix.length).split("/")[0]);
    }
  }
  return Array.isArray(branches) && failed.size < branches.length;
}

/** The value of the keyword at a location like `#/properties/a/$ref/minLength`, which runs through references. */
function valueAt(keywordLocation: string, schema: Node, lookup: Lookup): unknown {
  let node: unknown = schema;
  for (const token of keywordLocation.split("/").slice(1)) {
    if (typeof node !== "object" || node === null) return undefined;
    const name = decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
    const target = (node as Node).__absolute_ref__;
    node = name === "$ref" && target !== undefined ? lookup[target] : (node as Readonly<Record<string, unknown>>)[name];
  }
  return node;
}
