// What users install, not what we edit: the built packages, packed.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "toolcrib-packed-"));
afterAll(() => rmSync(folder, { recursive: true }));

const bin = (name: string) => join(root, "node_modules/.bin", name);

describe.each(["core", "tools", "server", "testing", "openapi", "gateway", "cli"])("%s", (name) => {
  const source = join(root, "packages", name);
  let tarball = "";
  let manifest: { readonly exports: Readonly<Record<string, unknown>>; readonly dependencies: Readonly<Record<string, string>> };

  beforeAll(() => {
    const packed = execFileSync(bin("pnpm"), ["pack", "--json", "--pack-destination", folder], { cwd: source, encoding: "utf8" });
    tarball = JSON.parse(packed).filename;
    manifest = JSON.parse(execFileSync("tar", ["-xzOf", tarball, "package/package.json"], { encoding: "utf8" }));
  });

  test("ships only what was built, its manifest and its licence", () => {
    const files = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).trim().split("\n");
    expect(files.filter((file) => !/^package\/(dist\/|docs\/[\w-]+\.md$|package\.json$|LICENSE$|README\.md$)/.test(file))).toEqual([]);
    expect(files).toContain("package/LICENSE");
    expect(files).toContain("package/README.md");
    // What authors install carries the pages, for whoever reads it offline.
    const pages = readdirSync(join(root, "docs")).map((page) => `package/docs/${page}`);
    expect(files.filter((file) => file.startsWith("package/docs/")).sort()).toEqual(name === "core" ? [] : pages.sort());
  });

  test("asks for ranges, so that users are not held to one version", () => {
    for (const [dependency, range] of Object.entries(manifest.dependencies)) expect(range, dependency).toMatch(/^\^\d/);
  });

  test("is well formed, says publint", async () => {
    const { messages, pkg } = await publint({ pkgDir: source, strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  // The command has no types: nobody imports it.
  if (name === "cli") return;
  test("has right types under every kind of resolution, says are-the-types-wrong", () => {
    // For Node alone, which requires ES modules since 20.19.
    const isNodeOnly = name === "gateway";
    const profile = isNodeOnly ? ["--profile", "esm-only", "--exclude-entrypoints", "./definition.schema.json"] : [];
    const { stdout, status } = spawnSync(bin("attw"), [tarball, "--format", "json", ...profile], { encoding: "utf8" });
    if (!isNodeOnly) expect(JSON.parse(stdout).problems ?? {}).toEqual({});
    expect(status, stdout).toBe(0);
  });
});

const entries = [
  "core",
  "tools",
  "tools/run",
  "tools/node",
  "server",
  "server/node",
  "server/mcp",
  "server/run",
  "testing",
  "openapi",
  "openapi/node",
  "gateway",
  "gateway/client",
  "gateway/outbound",
];

/** Runs a line of code in a process of its own, in a place from which the workspace's packages resolve. */
function node(code: string, type: "module" | "commonjs") {
  const run = spawnSync(process.execPath, [`--input-type=${type}`, "-e", code], {
    cwd: join(root, "tests/peers"),
    encoding: "utf8",
    timeout: 20_000,
  });
  return { status: run.status, output: run.stdout.trim(), errors: run.stderr };
}

test.each(entries)("@toolcrib/%s exports the same by import and by require, and importing it leaves nothing running", (entry) => {
  const esm = node(`console.log(Object.keys(await import("@toolcrib/${entry}")).sort().join())`, "module");
  const cjs = node(`console.log(Object.keys(require("@toolcrib/${entry}")).sort().join())`, "commonjs");
  expect(esm).toMatchObject({ status: 0, errors: "" });
  expect(cjs).toEqual(esm);
  // The process ended by itself: no handle was left open.
  expect(esm.output).not.toBe("");
});

test("a tool made with the required copy is served by the imported one", () => {
  const code = `
    import { createRequire } from "node:module";
    import { serveTools } from "@toolcrib/server";
    const { tool, CallError } = createRequire(import.meta.url)("@toolcrib/tools");
    const it = tool({ description: "x", execute: () => { throw new CallError("busy", { errorType: "rate_limited" }); } });
    const handler = serveTools({ it }, { auth: "none", log() {} });
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "it" } });
    const response = await handler(new Request("http://localhost/mcp", { method: "POST", body, headers: { "content-type": "application/json" } }));
    console.log((await response.json()).result._meta["agent-runtime/errorType"]);`;
  expect(node(code, "module")).toMatchObject({ status: 0, output: "rate_limited" });
});

test("no public declaration names a type of the MCP SDK or of TypeBox beyond the authors' entry", () => {
  for (const name of ["core", "tools", "server", "testing", "openapi", "gateway"]) {
    const dist = join(root, "packages", name, "dist");
    for (const file of readdirSync(dist).filter((file) => /\.d\.c?ts$/.test(file))) {
      const text = readFileSync(join(dist, file), "utf8");
      expect(text, file).not.toMatch(/from ['"]@modelcontextprotocol/);
      if (!(name === "tools" && file.startsWith("index."))) expect(text, `${name}/${file}`).not.toContain("@sinclair/typebox");
    }
  }
});
