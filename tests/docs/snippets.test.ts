// Every piece of TypeScript in the pages, compiled strictly and run, over the packages as they were built.

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pages } from "./pages.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
// Below a package that depends on ours, so that imports resolve as a reader's do.
const folder = mkdtempSync(join(here, ".snippets-"));
afterAll(() => rmSync(folder, { recursive: true }));

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  types: ["node"],
  sourceMap: false,
  outDir: join(folder, "dist"),
  rootDir: join(folder, "src"),
};

const withCode = pages.filter(({ snippets }) => snippets.length > 0);
const files = withCode.flatMap(({ name, snippets }) => snippets.map(({ file, code }) => ({ path: join(folder, "src", name, file), code })));

let problems: readonly string[] = [];

beforeAll(() => {
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  for (const { path, code } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
  }
  const program = ts.createProgram(
    files.map(({ path }) => path),
    OPTIONS,
  );
  problems = ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName.replace(folder, "")}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
  program.emit();
});

test("compile under strict settings", () => expect(problems).toEqual([]));

test.each(withCode.flatMap(({ name, snippets }) => snippets.map(({ file }) => [`${name}.md`, file] as const)))(
  "%s: %s runs",
  async (page, file) => {
    const script = join(folder, "dist", page.replace(".md", ""), file.replace(/\.ts$/, ".js"));
    const args = file.endsWith(".test.ts") ? ["--test", script] : ["--import", join(here, "on-any-port.mjs"), script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 30_000 });
    // A file of tests without a test would pass too.
    if (file.endsWith(".test.ts")) expect(stdout).toMatch(/^# pass [1-9]/m);
  },
);
