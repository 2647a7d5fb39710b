import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { REQUIREMENTS } from "./requirements.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Ids that stand in the title of a test or of a describe block, with the file that claims them. */
function claims(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const folder of ["packages", "tests"]) {
    for (const file of readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })) {
      if (!/\.test(-d)?\.ts$/.test(file) || file.includes("node_modules")) continue;
      for (const id of idsInTitles(readFileSync(`${root}${folder}/${file}`, "utf8"))) found.set(id, `${folder}/${file}`);
    }
  }
  return found;
}

/** A title is a string that opens a call, or a case in the table of `test.each`; a comment does not count. */
function idsInTitles(source: string): readonly string[] {
  const code = source.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
  return [...code.matchAll(/["'`][^"'`\n]*?((?:\[[a-z]+\.[a-z0-9-]+\] ?)+)[^"'`\n]*?["'`]/g)].flatMap(([, tags]) =>
    [...(tags ?? "").matchAll(/\[([^\]]+)\]/g)].map(([, id]) => id ?? ""),
  );
}

const claimed = claims();
const ids = Object.keys(REQUIREMENTS);

test("every id that a test claims is a promise", () => {
  expect([...claimed].filter(([id]) => !ids.includes(id)).map(([id, file]) => `${id} in ${file}`)).toEqual([]);
});

test("every promise has a test or names the part that brings it", () => {
  expect(ids.filter((id) => !claimed.has(id) && REQUIREMENTS[id]?.later === undefined)).toEqual([]);
});

test("no promise has both", () => {
  expect(ids.filter((id) => claimed.has(id) && REQUIREMENTS[id]?.later !== undefined)).toEqual([]);
});

test("the parts are known ones", () => {
  const parts = new Set(Object.values(REQUIREMENTS).flatMap(({ later }) => (later === undefined ? [] : [later])));
  expect([...parts].sort()).toEqual(["code mode", "ledger"]);
});
