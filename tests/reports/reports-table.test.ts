// Every pinned report is replayed by a test that names it, or stands in the data file with its reason; never both.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { REPORT_IDS } from "./ids.ts";
import { NOT_APPLICABLE } from "./not-applicable.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const ID = String.raw`(?:[\w.-]+/[\w.-]+(?:#\d+| [0-9a-f]{7})|GHSA(?:-[0-9a-z]{4}){3})`;

/** Ids that open the title of a test, with the file that claims them: what needs the official clients stands in tests/peers. */
function claims(): ReadonlyMap<string, string> {
  const files = [
    ...readdirSync(`${root}tests/reports`).map((file) => `tests/reports/${file}`),
    ...readdirSync(`${root}tests/peers`)
      .filter((file) => file.startsWith("reports-"))
      .map((file) => `tests/peers/${file}`),
  ];
  return new Map(
    files
      .filter((file) => file.endsWith(".test.ts"))
      .flatMap((file) => idsInTitles(readFileSync(root + file, "utf8")).map((id) => [id, file])),
  );
}

/** A title opens a call of `test` or `describe`, and the ids open the title; a comment does not count. */
function idsInTitles(source: string): readonly string[] {
  const code = source.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
  return [...code.matchAll(new RegExp(String.raw`\(\s*["'\`](${ID}(?:, ${ID})*): `, "g"))].flatMap(([, ids = ""]) => ids.split(", "));
}

const claimed = claims();
const listed = NOT_APPLICABLE.map(({ id }) => id);

test("every id is pinned once", () => {
  expect(REPORT_IDS.filter((id, index) => REPORT_IDS.indexOf(id) !== index)).toEqual([]);
  expect(listed.filter((id, index) => listed.indexOf(id) !== index)).toEqual([]);
  expect(REPORT_IDS.filter((id) => !new RegExp(`^${ID}$`).test(id))).toEqual([]);
});

test("every id that a title or the data file names is pinned", () => {
  expect([...claimed].filter(([id]) => !REPORT_IDS.includes(id))).toEqual([]);
  expect(listed.filter((id) => !REPORT_IDS.includes(id))).toEqual([]);
});

test("every pinned id has a test or a reason", () => {
  expect(REPORT_IDS.filter((id) => !claimed.has(id) && !listed.includes(id))).toEqual([]);
});

test("no id has both", () => {
  expect(listed.filter((id) => claimed.has(id))).toEqual([]);
});

test("what is covered elsewhere is covered by a file that exists", () => {
  expect(
    NOT_APPLICABLE.flatMap((line) => ("coveredBy" in line ? [line.coveredBy] : [])).filter((file) => !existsSync(root + file)),
  ).toEqual([]);
  expect(NOT_APPLICABLE.filter(({ reason }) => reason.length < 20)).toEqual([]);
});
