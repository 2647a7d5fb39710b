// The table of attacks has 104 rows, and each is one test in this folder, found by the title it begins with.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const ROWS = 104;

test(`each of the ${ROWS} attacks is one test`, () => {
  const here = new URL(".", import.meta.url);
  const sources = readdirSync(here)
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => readFileSync(new URL(name, here), "utf8"));
  const rows = sources.flatMap((source) => [...source.matchAll(/["`]row (\d+): /g)].map(([, row]) => Number(row)));
  expect(rows.sort((a, b) => a - b)).toEqual(Array.from({ length: ROWS }, (_, index) => index + 1));
});
