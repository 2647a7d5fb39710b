// Random parameters with random values, restricted to what their style can carry so that it can be told apart again:
//
//   everywhere      no lone surrogates; lists and objects are not empty (an empty one is not sent); keys are unique in
//                   the operation, for exploded members stand without the name of their parameter
//   spaceDelimited  no spaces, pipeDelimited no pipes: the delimiter of these is encoded too
//   deepObject      no brackets in names and keys
//   label, exploded no dots, and no equals sign is needed to be left out: it is encoded
//   path            nothing empty, and nothing of dots alone: these are refused
//   header          printable ASCII without commas, equals signs and outer spaces: nothing is encoded there
//   cookie          style form is not exploded: its ampersands are no delimiter of cookies; style cookie has no semicolons,
//                   commas, equals signs and spaces, and nothing but ASCII
//
// Names begin with p and keys with k and a number of their own, so that no two meet.

import fc from "fast-check";
import type { Described, Kind } from "./parse-request.ts";

export interface Given extends Described {
  readonly value: unknown;
}

interface Row {
  readonly in: Described["in"];
  readonly style: string;
  readonly explode: boolean;
  readonly kinds: readonly Kind[];
}

const ALL: readonly Kind[] = ["primitive", "array", "object"];
const both = (place: Described["in"], style: string, kinds = ALL): readonly Row[] =>
  [true, false].map((explode) => ({ in: place, style, explode, kinds }));

/** Every combination the specification defines ("Style Values" and "Style Examples"). */
export const ROWS: readonly Row[] = [
  ...both("path", "simple"),
  ...both("path", "label"),
  ...both("path", "matrix"),
  ...both("query", "form"),
  { in: "query", style: "spaceDelimited", explode: false, kinds: ["array", "object"] },
  { in: "query", style: "pipeDelimited", explode: false, kinds: ["array", "object"] },
  { in: "query", style: "deepObject", explode: true, kinds: ["object"] },
  ...both("header", "simple"),
  { in: "cookie", style: "form", explode: false, kinds: ALL },
  ...both("cookie", "cookie"),
];

const anyText = fc.string({ unit: "binary", maxLength: 8 });

/** Texts this row's values and keys may be. */
function textsOf({ in: place, style, explode }: Row): fc.Arbitrary<string> {
  if (place === "header") return fc.stringMatching(/^[!-+\--<>-~]([ -+\--<>-~]{0,6}[!-+\--<>-~])?$/);
  if (style === "cookie") return fc.stringMatching(/^[!-+\--:<>-~]{1,8}$/);
  if (place === "path") {
    const filled = anyText.filter((text) => !/^\.*$/.test(text));
    return style === "label" && explode ? filled.map((text) => text.replaceAll(".", "_")) : filled;
  }
  if (style === "spaceDelimited") return anyText.map((text) => text.replaceAll(" ", "_"));
  if (style === "pipeDelimited") return anyText.map((text) => text.replaceAll("|", "_"));
  return anyText;
}

/** Names and keys: of headers and cookies tokens, in braces no braces, in brackets no brackets. */
function suffixesOf(row: Row): fc.Arbitrary<string> {
  if (row.in === "header" || row.in === "cookie") return fc.stringMatching(/^[a-z0-9]{0,5}$/);
  return textsOf(row).map((text) => text.replaceAll(/[{}[\]]/g, ""));
}

/** @param index its own in the operation */
export function parameterOf(row: Row, index: number): fc.Arbitrary<Given> {
  const texts = textsOf(row);
  const typed = { string: texts, integer: fc.integer(), boolean: fc.boolean() };
  return fc
    .record({
      kind: fc.constantFrom(...row.kinds),
      type: fc.constantFrom("string" as const, "integer" as const, "boolean" as const),
      name: suffixesOf(row),
      suffixes: fc.uniqueArray(suffixesOf(row), { minLength: 1, maxLength: 4 }),
    })
    .chain(({ kind, type, name, suffixes }) => {
      const keys = suffixes.map((suffix, number) => `k${index}_${number}${suffix}`);
      const one: fc.Arbitrary<unknown> = typed[type];
      const value =
        kind === "primitive"
          ? one
          : kind === "array"
            ? fc.array(one, { minLength: 1, maxLength: 4 })
            : fc.tuple(...keys.map(() => one)).map((values) => Object.fromEntries(keys.map((key, number) => [key, values[number]])));
      return value.map((given) => ({
        name: `p${index}${name}`,
        in: row.in,
        style: row.style,
        explode: row.explode,
        kind,
        type,
        keys,
        value: given,
      }));
    });
}
