// Every pinned report is replayed by a test that names it, or stands in the data file with its reason; never both.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { EXCEPTIONS } from "./report-exceptions.ts";
import { REPORT_IDS } from "./report-ids.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

/** An owner or a product stands alone where the report is known by no more; a page without a number has its name. */
const ID = String.raw`[\w.-]+(?:/[\w.-]+)?#(?:[\d.]+|README)`;

/** Ids that open the title of a test: a title opens a call of `test` or `describe`; a comment does not count. */
function claims(): readonly string[] {
  return readdirSync(here)
    .filter((file) => /^reports-.*\.test\.ts$/.test(file))
    .flatMap((file) => {
      const code = readFileSync(here + file, "utf8").replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
      const titles = code.matchAll(new RegExp(String.raw`\(\s*["'\`](${ID}(?:, ${ID})*): `, "g"));
      return [...new Set([...titles].flatMap(([, ids = ""]) => ids.split(", ")))];
    });
}

const claimed = claims();
const listed = EXCEPTIONS.flatMap(({ ids }) => ids);
const twice = (ids: readonly string[]) => ids.filter((id, index) => ids.indexOf(id) !== index);

test("every id is pinned once, and claimed in one file", () => {
  expect(twice(REPORT_IDS)).toEqual([]);
  expect(twice(listed)).toEqual([]);
  expect(twice(claimed)).toEqual([]);
  expect(REPORT_IDS.filter((id) => !new RegExp(`^${ID}$`).test(id))).toEqual([]);
});

test("every id that a title or the data file names is pinned", () => {
  expect([...claimed, ...listed].filter((id) => !REPORT_IDS.includes(id))).toEqual([]);
});

test("every pinned id has a test or a reason, and not both", () => {
  expect(REPORT_IDS.filter((id) => !claimed.includes(id) && !listed.includes(id))).toEqual([]);
  expect(listed.filter((id) => claimed.includes(id))).toEqual([]);
  expect(EXCEPTIONS.filter(({ reason }) => reason.length < 20)).toEqual([]);
});

test("a test that stands elsewhere is there", () => {
  const missing = EXCEPTIONS.filter((line) => "file" in line && !readFileSync(root + line.file, "utf8").includes(line.test));
  expect(missing).toEqual([]);
});
