// The command as a user runs it: a process with arguments, an environment, output and an exit code.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const command = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));
let folder: string;
const running: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolcrib-dev-"));
});
afterEach(async () => {
  await Promise.all(
    running
      .splice(0)
      .map((child) =>
        child.exitCode === null && child.signalCode === null
          ? new Promise((resolve) => child.once("exit", resolve).kill("SIGTERM"))
          : undefined,
      ),
  );
  rmSync(folder, { recursive: true });
});

const toolcrib = (...args: readonly string[]) => spawnSync(process.execPath, [command, ...args], { encoding: "utf8", timeout: 20_000 });

/** Starts `toolcrib dev --json` and reads its events one by one. */
function dev(env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [command, "dev", folder, "--port", "0", "--json"], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () =>
    JSON.parse((await lines.next()).value ?? "{}") as {
      readonly event: string;
      readonly url: string;
      readonly tools: readonly string[];
      readonly error: string;
    };
  return { child, next };
}

async function call(url: string, name: string, args: object = {}) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
  const response = await fetch(url, { method: "POST", body, headers: { "content-type": "application/json" } });
  return ((await response.json()) as { readonly result: { readonly content: readonly [{ readonly text: string }] } }).result.content[0]
    .text;
}

const greet = (words: string) => `
import { schema, tool } from "@toolcrib/tools";
import type { Nothing } from "./_words.ts";
import { mark } from "./_words.ts";
export default tool({ description: "Greets", input: schema.Object({ name: schema.String() }), env: ["PLACE"],
  execute: ({ name }, { env }): string => { if (name === "nobody") throw new Error("There is nobody"); return \`${words} \${name} of \${env.PLACE}\${mark}\`; } });
`;

test("a folder of TypeScript and JavaScript is served, reloaded on change, and kept when a change is broken", async () => {
  writeFileSync(join(folder, "greet.ts"), greet("Hello"));
  writeFileSync(join(folder, "_words.ts"), 'export type Nothing = never;\nexport const mark: string = "!";\n');
  writeFileSync(
    join(folder, "plain.js"),
    'const { tool } = require("@toolcrib/tools");\nmodule.exports = tool({ description: "Plain", execute: () => "plain" });\n',
  );
  const { next } = dev({ PLACE: "Berlin" });
  const { event, url, tools } = await next();
  expect({ event, tools }).toEqual({ event: "serving", tools: ["greet", "plain"] });
  expect(await call(url, "greet", { name: "Ada" })).toBe("Hello Ada of Berlin!");
  expect(await call(url, "plain")).toBe("plain");

  writeFileSync(join(folder, "_words.ts"), 'export type Nothing = never;\nexport const mark: string = "?";\n');
  expect(await next()).toMatchObject({ event: "reloaded" });
  expect(await call(url, "greet", { name: "Ada" })).toBe("Hello Ada of Berlin?");

  writeFileSync(join(folder, "greet.ts"), "export default {");
  const failed = await next();
  expect(failed.event).toBe("reload-failed");
  expect(failed.error).toContain("greet.ts: could not be loaded");
  expect(await call(url, "greet", { name: "Ada" })).toBe("Hello Ada of Berlin?");
});

test("the author reads a stack with the line of their own file; the wire carries none", async () => {
  writeFileSync(join(folder, "greet.ts"), greet("Hello"));
  writeFileSync(join(folder, "_words.ts"), 'export type Nothing = never;\nexport const mark = "";\n');
  const { next } = dev({ PLACE: "Berlin" });
  const { url } = await next();
  expect(await call(url, "greet", { name: "nobody" })).toBe("There is nobody\nerrorType: unknown");
  const { event, error } = await next();
  expect(event).toBe("call-failed");
  expect(error).toMatch(/Error: There is nobody\n {4}at .*greet\.ts:\d+:\d+/);
});

test("SIGTERM ends it with code 0", async () => {
  writeFileSync(
    join(folder, "plain.js"),
    'const { tool } = require("@toolcrib/tools");\nmodule.exports = tool({ description: "Plain", execute: () => 1 });\n',
  );
  const { child, next } = dev();
  await next();
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  expect(await exited).toBe(0);
});

test("missing env values are an error at start that names them, with code 1", () => {
  writeFileSync(join(folder, "greet.ts"), greet("Hello"));
  writeFileSync(join(folder, "_words.ts"), 'export type Nothing = never;\nexport const mark = "";\n');
  const { status, stderr } = toolcrib("dev", folder, "--port", "0");
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'toolcrib: tool "greet": needs PLACE; hand the values in as "env" where the tools are served\n',
  });
});

test.each([
  [["dev"], 2, "dev takes one folder, as in: toolcrib dev ./tools"],
  [["dev", "a", "b"], 2, "dev takes one folder"],
  [["dev", "a", "--port", "no"], 2, '--port must be a number from 0 to 65535, not "no"'],
  [["dev", "a", "--colour"], 2, "--colour"],
  [["serve"], 2, 'there is no command "serve"; commands: dev'],
  [["constructor"], 2, 'there is no command "constructor"'],
  [["dev", "/nowhere"], 1, "the tools folder /nowhere can't be read: ENOENT; give an existing folder"],
])("toolcrib %j ends with %i and says: %s", (args, code, words) => {
  const { status, stderr } = toolcrib(...args);
  expect(status).toBe(code);
  expect(stderr).toContain(words);
  expect(stderr).not.toMatch(/^\s+at /m);
});

test("a port that is taken is said to be, with the way out", async () => {
  writeFileSync(
    join(folder, "plain.js"),
    'const { tool } = require("@toolcrib/tools");\nmodule.exports = tool({ description: "Plain", execute: () => 1 });\n',
  );
  const { next } = dev();
  const { port } = new URL((await next()).url);
  const { status, stderr } = toolcrib("dev", folder, "--port", port);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `toolcrib: port ${port} can't be used: it is taken; choose another with --port, or 0 for any free one\n`,
  });
});

test("help and version go to standard output with code 0", () => {
  expect(toolcrib("--help")).toMatchObject({ status: 0, stderr: "" });
  expect(toolcrib("--help").stdout).toContain("toolcrib dev <folder>");
  expect(toolcrib("--version").stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
});
