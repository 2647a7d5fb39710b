// `toolcrib serve`, `init` and `check` as a person runs them: the built command, spawned, answered, killed, restarted.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";

const command = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));

/** A folder and a home of its own, and nothing of this machine's environment but what finds programs. */
function makePlace() {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-operator-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env: Record<string, string> = { PATH: process.env.PATH ?? "", HOME: folder, TMPDIR: folder };
  const run = (...args: readonly string[]) => spawnSync(process.execPath, [command, ...args], { cwd: folder, env, encoding: "utf8" });
  return { folder, env, run };
}

type Place = ReturnType<typeof makePlace>;

interface Running {
  readonly child: ChildProcess;
  readonly origin: string;
  readonly agents: Readonly<Record<string, { readonly url: string; readonly token: string }>>;
  /** Standard error so far. */
  readonly log: () => string;
  readonly ended: Promise<number | null>;
}

/** Starts a gateway on a free port and waits until it says where it is. */
async function serve({ folder, env }: Place, ...args: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, [command, "serve", "--port", "0", "--json", ...args], { cwd: folder, env });
  onTestFinished(() => void child.kill("SIGKILL"));
  let errors = "";
  let output = "";
  child.stderr.on("data", (chunk) => (errors += chunk));
  child.stdout.on("data", (chunk) => (output += chunk));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  await expect.poll(() => output, { timeout: 15_000, message: errors }).toContain("\n");
  const { origin, agents } = JSON.parse(output);
  return { child, origin, agents, log: () => errors, ended };
}

async function ask({ url, token }: { readonly url: string; readonly token: string }, method: string, params: object) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return {
    status: response.status,
    body: (await response.json()) as {
      readonly result?: { readonly tools?: readonly { readonly name: string }[]; readonly content?: readonly { readonly text: string }[] };
    },
  };
}

const namesOf = async (agent: { readonly url: string; readonly token: string }) =>
  ((await ask(agent, "tools/list", {})).body.result?.tools ?? []).map(({ name }) => name);

const me = ({ agents }: Running) => agents.me ?? { url: "", token: "" };

test("with no configuration it serves a starter on loopback, with what a client needs", async () => {
  const place = makePlace();
  const child = spawn(process.execPath, [command, "--port", "0"], { cwd: place.folder, env: place.env });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  await expect.poll(() => output, { timeout: 15_000 }).toContain("toolcrib check");
  const url = /agent me: (http:\/\/127\.0\.0\.1:\d+\/agents\/me\/mcp)/.exec(output)?.[1] ?? "";
  const token = /token: (tca_\S+)/.exec(output)?.[1] ?? "";
  for (const client of ["Claude Code", "Claude Desktop", "Cursor", "VS Code", "the inspector"]) expect(output).toContain(client);
  expect(await namesOf({ url, token })).toEqual(["desk__hello"]);
  const called = await ask({ url, token }, "tools/call", { name: "desk__hello", arguments: { name: "Ada" } });
  expect(called.body.result?.content?.[0]?.text).toBe("Hello, Ada, says me");
  expect((await ask({ url, token: "tca_wrong" }, "tools/list", {})).status).toBe(401);
});

test("from an empty folder to a first call: init, check, serve, call", async () => {
  const place = makePlace();
  expect(place.run("init").stdout).toContain("wrote toolcrib.yaml");
  expect(place.run("init")).toMatchObject({ status: 1, stderr: expect.stringContaining("are there already; nothing was written") });
  const checked = place.run("check");
  expect(checked).toMatchObject({ status: 0 });
  expect(checked.stdout).toMatch(/agent me\n {2}desk +tools +ok +1 of 1 tools/);
  const running = await serve(place);
  const { url, token } = me(running);
  const called = place.run("call", url, "desk__hello", "name=Ada", "--key", token);
  expect(called).toMatchObject({ status: 0, stdout: "Hello, Ada, says me\n" });
});

test("an edit is taken without a restart; a broken one is not, and says why", async () => {
  const place = makePlace();
  place.run("init");
  const running = await serve(place);
  const file = join(place.folder, "toolcrib.yaml");
  const text = readFileSync(file, "utf8");
  expect(await namesOf(me(running))).toEqual(["desk__hello"]);

  writeFileSync(file, text.replace('me: { tools: ["*"] }', "me: { tools: [nowhere] }"));
  await expect.poll(running.log, { timeout: 10_000 }).toContain('\\"nowhere\\" names no source');
  expect(await namesOf(me(running))).toEqual(["desk__hello"]);

  writeFileSync(file, text.replace("desk: { tools: ./tools }", "desk: { tools: ./tools }\n  more: { tools: ./tools }"));
  await expect.poll(() => namesOf(me(running)), { timeout: 10_000 }).toEqual(["desk__hello", "more__hello"]);
});

test("a token survives a restart, and so does what was accepted", async () => {
  const place = makePlace();
  place.run("init");
  const first = await serve(place);
  const { token } = me(first);
  first.child.kill("SIGKILL");
  await first.ended;
  const second = await serve(place);
  expect(second.agents.me?.token).toBeUndefined();
  expect(await namesOf({ url: me(second).url, token })).toEqual(["desk__hello"]);
});

test("SIGTERM finishes running calls and ends with 0", async () => {
  const place = makePlace();
  place.run("init");
  writeFileSync(
    join(place.folder, "tools", "slow.mjs"),
    'import { tool } from "@toolcrib/tools";\nexport default tool({ description: "Takes a second", execute: () => new Promise((resolve) => setTimeout(() => resolve("done"), 1000)) });\n',
  );
  const running = await serve(place);
  const call = ask(me(running), "tools/call", { name: "desk__slow", arguments: {} });
  await new Promise((resolve) => setTimeout(resolve, 200));
  running.child.kill("SIGTERM");
  expect((await call).body.result?.content?.[0]?.text).toBe("done");
  expect(await running.ended).toBe(0);
});

test("state and key are files of this user alone, apart from each other", async () => {
  const place = makePlace();
  place.run("init");
  await serve(place);
  const state = join(place.folder, ".toolcrib", "state.db");
  const key = join(place.folder, ".config", "toolcrib", "key");
  for (const file of [state, key]) expect(statSync(file).mode & 0o077).toBe(0);
  expect(readFileSync(state, "latin1")).not.toContain(readFileSync(key, "utf8").trim());
});

describe("check ends by what it found", () => {
  test.each([
    [{ gone: { mcp: "http://127.0.0.1:1/mcp" } }, 11, "source_unreachable"],
    [{ run: { command: ["no-such-program-here"] } }, 11, "source_unreachable"],
  ])("%j", (sources, code, words) => {
    const place = makePlace();
    writeFileSync(join(place.folder, "toolcrib.json"), JSON.stringify({ tenant: "t", sources, agents: { me: { tools: ["*"] } } }));
    const checked = place.run("check");
    expect(checked).toMatchObject({ status: code, stdout: expect.stringContaining(words) });
    expect(JSON.parse(place.run("check", "--json").stdout).agents.me[0].reason).toBe(words);
  });
});

test.each([
  [["serve", "--port", "x"], 2, '--port must be a number from 0 to 65535, not "x"'],
  [["serve", "--host", "0.0.0.0"], 1, "add --origin https://gateway.example.com"],
  [["serve", "--origin", "http://gateway.example.com"], 2, "must be https"],
  [["serve", "nowhere.yaml"], 1, "there is no such file; toolcrib init writes one"],
  [["check"], 1, "there is no toolcrib.yaml here"],
])("toolcrib %j ends with %i and says: %s", (words, code, said) => {
  const { status, stderr } = makePlace().run(...words);
  expect({ status, stderr }).toEqual({ status: code, stderr: expect.stringContaining(said) });
  expect(stderr).not.toMatch(/^\s+at /m);
});
