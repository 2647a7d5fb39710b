// The command as a user runs it: a process with arguments, an environment, output and an exit code.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const command = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));
let folder: string;
/** The system's folder for temporary files as the command sees it, so that sessions of other servers are out of sight. */
let temporary: string;
const running: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolcrib-tools-"));
  temporary = mkdtempSync(join(tmpdir(), "toolcrib-temporary-"));
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
  rmSync(temporary, { recursive: true });
});

const environment = () => ({ ...process.env, TMPDIR: temporary });
const toolcrib = (...args: readonly string[]) =>
  spawnSync(process.execPath, [command, ...args], { encoding: "utf8", timeout: 20_000, env: environment() });

/** Starts `toolcrib dev --json` and reads its events one by one. */
function dev(env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [command, "dev", folder, "--port", "0", "--json"], {
    env: { ...environment(), ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () =>
    JSON.parse((await lines.next()).value ?? "{}") as {
      readonly event: string;
      readonly url: string;
      readonly key: string;
      readonly tools: readonly string[];
      readonly error: string;
    };
  return { child, next };
}

interface Credentials {
  readonly url: string;
  readonly key: string;
}

function post(url: string, name: string, args: object, headers: Readonly<Record<string, string>>) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
  return fetch(url, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });
}

async function call({ url, key }: Credentials, name: string, args: object = {}) {
  const response = await post(url, name, args, { "x-api-key": key });
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
  const server = await next();
  const { event, tools } = server;
  expect({ event, tools }).toEqual({ event: "serving", tools: ["greet", "plain"] });
  expect(await call(server, "greet", { name: "Ada" })).toBe("Hello Ada of Berlin!");
  expect(await call(server, "plain")).toBe("plain");

  writeFileSync(join(folder, "_words.ts"), 'export type Nothing = never;\nexport const mark: string = "?";\n');
  expect(await next()).toMatchObject({ event: "reloaded" });
  expect(await call(server, "greet", { name: "Ada" })).toBe("Hello Ada of Berlin?");

  writeFileSync(join(folder, "greet.ts"), "export default {");
  const failed = await next();
  expect(failed.event).toBe("reload-failed");
  expect(failed.error).toContain("greet.ts: could not be loaded");
  expect(await call(server, "greet", { name: "Ada" })).toBe("Hello Ada of Berlin?");
});

test("the author reads a stack with the line of their own file; the wire carries none", async () => {
  writeFileSync(join(folder, "greet.ts"), greet("Hello"));
  writeFileSync(join(folder, "_words.ts"), 'export type Nothing = never;\nexport const mark = "";\n');
  const { next } = dev({ PLACE: "Berlin" });
  expect(await call(await next(), "greet", { name: "nobody" })).toBe("There is nobody\nerrorType: unknown");
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
  [["run"], 2, 'there is no command "run"; commands: serve, init, check, agents, keys, runs, dev, call, openapi'],
  [["constructor"], 2, 'there is no command "constructor"'],
  [["call", "http://127.0.0.1:1/mcp"], 2, "call takes a URL and a tool, as in: toolcrib call http"],
  [["call", "nowhere", "greet"], 2, 'the URL "nowhere" is no URL'],
  [["call", "http://tools.example.com/mcp", "greet", "--key", "k"], 2, "must be https; http is for a loopback host alone"],
  [["call", "http://127.0.0.1:1/mcp", "greet", "Ada"], 2, '"Ada" is no argument; write key=value, or key:=json'],
  [["call", "http://127.0.0.1:1/mcp", "greet", "=Ada"], 2, '"=Ada" is no argument'],
  [["call", "http://127.0.0.1:1/mcp", "greet", "name:=Ada"], 2, "the value of name:= is no JSON; for a text, write name=…"],
  [["call", "http://127.0.0.1:1/mcp", "greet", "a=1", "a=2"], 2, "the argument a is given twice"],
  [["call", "http://127.0.0.1:1/mcp", "greet", "--key", "k", "--subject", "s"], 2, "--subject is for a signed call"],
  [["call", "http://127.0.0.1:1/mcp", "greet"], 1, "no toolcrib dev of yours serves http://127.0.0.1:1/mcp on this machine"],
  [["call", "https://tools.example.com/mcp", "greet"], 1, "no toolcrib dev of yours serves https://tools.example.com/mcp"],
  [["call", "http://127.0.0.1:1/mcp", "greet", "--key", "k"], 1, "http://127.0.0.1:1/mcp can't be called: "],
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
  expect(toolcrib("--help").stdout).toContain("toolcrib call <url> <tool>");
  expect(toolcrib("--version").stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
});

for (const name of ["serve", "init", "check", "agents", "keys", "runs", "dev", "call", "openapi"]) {
  test(`toolcrib ${name} --help says what it takes and shows examples, and does nothing`, () => {
    const all = toolcrib("--help").stdout;
    for (const words of [["--help"], ["-h"], ["something", "--json", "--help"]]) {
      const { status, stdout, stderr } = toolcrib(name, ...words);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toMatch(new RegExp(`^  toolcrib ${name} [^]*\\n\\nExamples:\\n  [^]*toolcrib[^]*\\n\\nExit codes: 0 done`));
      expect(all).toContain(stdout.split("\n", 1)[0]);
    }
  });
}

const echo = `
const { schema, tool } = require("@toolcrib/tools");
module.exports = tool({
  description: "Says what it was given, and by whom",
  input: schema.Object({ fail: schema.Optional(schema.Boolean()), place: schema.Optional(schema.String({ "x-mcp-header": "Place" })) }, { additionalProperties: true }),
  execute: (args, { identity, progress }) => {
    progress("Half way");
    if (args.fail) throw new Error("It broke");
    return { args, subject: identity.subject, via: identity.via };
  },
});
`;

test("a caller without the key, or with another, is 401 in every way to send one; the author reads why", async () => {
  writeFileSync(join(folder, "echo.js"), echo);
  const { next } = dev();
  const { url, key } = await next();
  expect(key).toMatch(/^dev_[\w-]{43}$/);
  const refused: Readonly<Record<string, string>>[] = [
    {},
    { "x-api-key": `${key}x` },
    { authorization: "Bearer wrong" },
    { authorization: `Basic ${key}` },
    { authorization: "Bearer wrong", "x-api-key": key },
  ];
  const codes: string[] = [];
  for (const headers of refused) {
    expect((await post(url, "echo", {}, headers)).status).toBe(401);
    const { event, code } = (await next()) as unknown as Record<string, string>;
    codes.push(`${event} ${code}`);
  }
  expect(codes.map((code) => code.replace("caller-refused ", ""))).toEqual([
    "token_missing",
    "token_missing",
    "verify_refused",
    "token_malformed",
    "verify_refused",
  ]);
  expect((await post(url, "echo", {}, { authorization: `Bearer ${key}` })).status).toBe(200);
  expect((await post(url, "echo", {}, { "x-api-key": key })).status).toBe(200);
});

test("toolcrib call signs a call, with its values as JSON where they can be, and prints the result", async () => {
  writeFileSync(join(folder, "echo.js"), echo);
  const { next } = dev();
  const { url } = await next();
  const words = ["name=Ada", "n=5", 'quoted="5"', "id=12345678901234567890", "path=a=b", "list:=[1]", "place=Köln"];
  const { status, stdout, stderr } = toolcrib("call", url, "echo", ...words);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "Half way\n" });
  expect(JSON.parse(stdout)).toEqual({
    args: { name: "Ada", n: 5, quoted: "5", id: "12345678901234567890", path: "a=b", list: [1], place: "Köln" },
    subject: "developer",
    via: "runtime",
  });

  const whole = toolcrib("call", url.replace("127.0.0.1", "localhost"), "echo", "--subject", "customer-7", "--json");
  expect(whole.status).toBe(0);
  expect(JSON.parse(whole.stdout)).toMatchObject({ structuredContent: { subject: "customer-7", via: "runtime" } });
});

test("toolcrib call --key sends the key and signs nothing; a wrong one is 401 and ends with code 1", async () => {
  writeFileSync(join(folder, "echo.js"), echo);
  const { next } = dev();
  const { url, key } = await next();
  const { status, stdout } = toolcrib("call", url, "echo", "--key", key);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ args: {}, subject: "developer", via: "custom" });
  const refused = toolcrib("call", url, "echo", "--key", "wrong");
  expect({ status: refused.status, stdout: refused.stdout }).toEqual({ status: 1, stdout: "" });
  expect(refused.stderr).toMatch(/^toolcrib: the server refused \(401\): /);
  expect(refused.stderr).not.toContain("wrong");
});

test("a tool that fails or is not there ends toolcrib call with code 1 and says so on standard error", async () => {
  writeFileSync(join(folder, "echo.js"), echo);
  const { next } = dev();
  const { url } = await next();
  const failed = toolcrib("call", url, "echo", "fail=true");
  expect({ status: failed.status, stdout: failed.stdout }).toEqual({ status: 1, stdout: "" });
  expect(failed.stderr).toContain("toolcrib: It broke");
  const whole = toolcrib("call", url, "echo", "fail=true", "--json");
  expect(whole.status).toBe(1);
  expect(JSON.parse(whole.stdout)).toMatchObject({ isError: true });
  const missing = toolcrib("call", url, "nothing");
  expect(missing.status).toBe(1);
  expect(missing.stderr).toContain("nothing");
  const elsewhere = toolcrib("call", url.replace("/mcp", "/other"), "echo");
  expect({ status: elsewhere.status, stderr: elsewhere.stderr }).toEqual({
    status: 1,
    stderr: `toolcrib: toolcrib dev serves ${url}, not ${url.replace("/mcp", "/other")}\n`,
  });
});

test("the session file is this user's alone, is refused when it is not, and is gone after SIGTERM", async () => {
  writeFileSync(join(folder, "echo.js"), echo);
  const { child, next } = dev();
  const { url, key } = await next();
  const sessions = join(temporary, `toolcrib-dev-${process.getuid?.()}`);
  const file = join(sessions, `${new URL(url).port}.json`);
  expect(statSync(sessions).mode & 0o777).toBe(0o700);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  for (const [path, open, closed] of [
    [file, 0o640, 0o600],
    [sessions, 0o755, 0o700],
  ] as const) {
    chmodSync(path, open);
    const { status, stderr } = toolcrib("call", url, "echo");
    expect(status).toBe(1);
    expect(stderr).toContain("can be read by others");
    expect(stderr).not.toContain(key);
    chmodSync(path, closed);
  }
  expect(toolcrib("call", url, "echo").status).toBe(0);

  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await exited;
  expect(readdirSync(sessions)).toEqual([]);
});

test.each([
  ["open to others", (path: string) => chmodSync(mkdirSync(path, { recursive: true }) ?? path, 0o777), "can be read by others"],
  ["a link to another folder", (path: string) => symlinkSync(folder, path), "is no folder"],
  ["a file", (path: string) => writeFileSync(path, ""), "can't be made: EEXIST"],
])("where the folder for the key is %s, the server does not start, leaves no key, and says what to do", (_, make, words) => {
  writeFileSync(join(folder, "echo.js"), echo);
  const sessions = join(temporary, `toolcrib-dev-${process.getuid?.()}`);
  make(sessions);
  const { status, stderr } = toolcrib("dev", folder, "--port", "0");
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `toolcrib: the folder ${sessions}, where the key of this server would lie, ${words}; remove it, or set TMPDIR to a folder of your own\n`,
  });
  expect(readdirSync(folder)).toEqual(["echo.js"]);
});
