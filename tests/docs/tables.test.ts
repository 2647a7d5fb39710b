// What the pages list is what there is: no more, no less.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as core from "@toolcrib/core";
import { expect, test } from "vitest";
import { pages } from "./pages.ts";

const page = (name: string) => pages.find((candidate) => candidate.name === name)?.text ?? "";
/** First cells of the rows of all tables of a page, and the second. */
const rows = (name: string) =>
  [...page(name).matchAll(/^\| `([^`]+)` +\| ([^|]*?) *\|/gm)].map(([, first = "", second = ""]) => [first, second] as const);

test("every limit is on its page with its value", () => {
  const source = readFileSync(fileURLToPath(new URL("../../packages/core/src/limits.ts", import.meta.url)), "utf8");
  const names = [...source.matchAll(/^export const (\w+)/gm)].map(([, name]) => name ?? "");
  const values = new Map(Object.entries(core));
  const written = (value: unknown): string =>
    typeof value === "number"
      ? value.toLocaleString("en")
      : Object.values(value as object)
          .map(written)
          .join("; ");
  expect(Object.fromEntries(rows("limits").map(([name, value]) => [name, value.replace(" to ", "; ")]))).toEqual(
    Object.fromEntries(names.map((name) => [name, written(values.get(name))])),
  );
});

test("every error code and every failure class is on its page", () => {
  const listed = rows("errors").map(([name]) => name);
  expect(listed.filter((name) => (core.ERROR_CODES as readonly string[]).includes(name)).sort()).toEqual(
    [...core.ERROR_CODES, "timeout", "invalid_args", "not_configured"].sort(),
  );
  expect(listed.filter((name) => (core.FAILURE_CLASSES as readonly string[]).includes(name)).length).toBeGreaterThanOrEqual(
    core.FAILURE_CLASSES.length,
  );
  expect(core.FAILURE_CLASSES.filter((name) => !listed.includes(name))).toEqual([]);
});

test("every old name that is an error at start is on the page of names", () => {
  const source = readFileSync(fileURLToPath(new URL("../../packages/tools/src/check-definition.ts", import.meta.url)), "utf8");
  const renamed = [...(/const RENAMED[^{]*\{([\s\S]*?)\n\}/.exec(source)?.[1] ?? "").matchAll(/^ {2}(\w+):/gm)].map(
    ([, name]) => name ?? "",
  );
  expect(renamed.length).toBeGreaterThan(5);
  expect(renamed.filter((name) => !page("names").includes(`\`${name}`))).toEqual([]);
});

test("every page is in the index, and every link leads somewhere", () => {
  const names = pages.map(({ name }) => `${name}.md`);
  expect(names.filter((name) => name !== "index.md" && !page("index").includes(`](${name})`))).toEqual([]);
  for (const { name, text } of pages) {
    for (const [, target = ""] of text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g))
      expect(names, `${name}.md links ${target}`).toContain(target);
  }
});
