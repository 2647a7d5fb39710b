import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StartError } from "@toolcrib/core";
import { loadTools } from "@toolcrib/tools/node";
import { afterEach, beforeEach, expect, test } from "vitest";

// The files mark their tools the way every copy of the package does, as a folder outside this repository can't import it.
const source = (rest = "") =>
  `export default Object.defineProperty({ description: "x", execute: () => 1, ${rest} }, Symbol.for("toolcrib.tool"), { value: true });`;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolcrib-"));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (files: Readonly<Record<string, string>>) =>
  Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
const problems = async () => ((await loadTools(folder).catch((error: unknown) => error)) as StartError).problems;

test("one file is one tool, named after its file unless it has a name [tool.load-tools]", async () => {
  await mkdir(join(folder, "deeper"));
  await write({
    "search-orders.mjs": source(),
    "refund.mjs": source('name: "refund_order"'),
    "compiled.cjs": `exports.default = Object.defineProperty({ description: "x", execute: () => 1 }, Symbol.for("toolcrib.tool"), { value: true });`,
    "_shared.mjs": "export const x = 1;",
    "refund.test.mjs": "throw new Error('tests are not tools')",
    "types.d.ts": "export {};",
    "README.md": "text",
    "deeper/other.mjs": source(),
  });
  expect(Object.keys(await loadTools(folder))).toEqual(["compiled", "refund_order", "search-orders"]);
});

test("every duplicate, illegal name and file without a tool is listed at once", async () => {
  await write({
    "a.mjs": source(),
    "b.mjs": source('name: "a"'),
    "not legal.mjs": source(),
    "c.mjs": "export const x = 1;",
    "d.mjs": "throw new Error('broken on purpose')",
  });
  expect(await problems()).toEqual([
    'b.mjs: the name "a" is taken by a.mjs; give one of them another name',
    'c.mjs: its default export is not a tool; write export default tool({ … }), or start the file\'s name with "_" if it is none',
    "d.mjs: could not be loaded: broken on purpose",
    'not legal.mjs: its name must be 1 to 128 characters of A-Z, a-z, 0-9, "_", "." and "-"; set name: "…" in its definition',
  ]);
});

test("a folder without tools, and no folder at all, say so", async () => {
  expect(await problems()).toEqual([`no tools in ${folder}; write one file per tool with export default tool({ … })`]);
  await expect(loadTools(join(folder, "missing"))).rejects.toThrow("can't be read: ENOENT");
});
