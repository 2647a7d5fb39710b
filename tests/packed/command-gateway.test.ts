// `toolcrib serve`, `init` and `check` as a person runs them: the built command, spawned, answered, killed, restarted.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
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
  /** At the first start alone. */
  readonly operatorKey: string | undefined;
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
  const { origin, agents, operatorKey } = JSON.parse(output);
  return { child, origin, agents, operatorKey, log: () => errors, ended };
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

test("with no configuration it serves a starter on loopback, with what a client needs [gateway.starter]", async () => {
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

test("an edit is taken without a restart; a broken one is not, and says why [gateway.update]", async () => {
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

test("a token survives a restart, and so does what was accepted [gateway.tokens-kept]", async () => {
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

test("an agent's lost token and a lost key for the API are replaced without losing anything else", async () => {
  const place = makePlace();
  place.run("init");
  const first = await serve(place);
  first.child.kill("SIGTERM");
  await first.ended;
  const second = await serve(place, "--new-key");
  expect(second.agents.me?.token).toBeUndefined();
  expect([second.operatorKey, second.operatorKey === first.operatorKey]).toEqual([expect.stringMatching(/^tco_/), false]);
  Object.assign(place.env, { TOOLCRIB_API_KEY: second.operatorKey ?? "", TOOLCRIB_ORIGIN: second.origin });
  const rotated = JSON.parse(place.run("agents", "rotate", "me", "--json").stdout);
  expect(await namesOf(rotated)).toEqual(["desk__hello"]);
  expect((await ask({ url: me(second).url, token: me(first).token }, "tools/list", {})).status).toBe(401);
  expect(place.run("agents", "rotate", "nobody")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("there is no agent with this key"),
  });
  expect(place.run("keys").stdout.trim().split("\n")).toEqual([expect.stringContaining("first"), expect.stringContaining("new")]);
});

test("SIGTERM finishes running calls and ends with 0 [gateway.drain]", async () => {
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

test("agents of single users, runs and keys, by commands over the API [gateway.user-agents]", async () => {
  const place = makePlace();
  place.run("init");
  const running = await serve(place);
  expect(place.run("agents", "--gateway", running.origin)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("set TOOLCRIB_API_KEY"),
  });
  Object.assign(place.env, { TOOLCRIB_API_KEY: running.operatorKey ?? "", TOOLCRIB_ORIGIN: running.origin });
  const say = (...words: readonly string[]) => {
    const { status, stdout, stderr } = place.run(...words);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return stdout;
  };
  for (const words of [
    ["agents", "get"],
    ["agents", "revoke"],
    ["runs", "create"],
  ])
    expect(place.run(...words, "..")).toMatchObject({ status: 2, stderr: expect.stringMatching(/^toolcrib: "\.\." is no name\n/) });
  expect(say("agents")).toBe("no agents\n");
  const made = JSON.parse(
    say("agents", "put", "ann", "--template", "me", "--subject", "ann@example.com", "--context", '{"team":"shop"}', "--json"),
  );
  expect(await namesOf(made)).toEqual(["desk__hello"]);
  expect(say("agents", "put", "ann", "--template", "me", "--subject", "ann@example.com")).toContain("its token was shown when it was made");
  expect(say("agents")).toMatch(/^ann +me +ann@example.com/);
  expect(say("agents", "get", "ann")).toMatch(/desk +tools +ok +1 of 1 tools/);
  const run = JSON.parse(say("runs", "create", "ann", "--json"));
  expect(await namesOf(run)).toEqual(["desk__hello"]);
  expect(say("agents", "revoke", "ann")).toContain("revoked ann");
  expect((await ask(made, "tools/list", {})).status).toBe(401);

  const key = JSON.parse(say("keys", "create", "reader", "--scope", "read", "--json"));
  expect(say("keys")).toContain("reader");
  expect(say("keys", "signing")).toMatch(/^\* /);
  expect(say("keys", "rotate").trim().split("\n")).toHaveLength(2);
  const first = place.env.TOOLCRIB_API_KEY ?? "";
  place.env.TOOLCRIB_API_KEY = key.key;
  expect(place.run("agents", "put", "bob", "--template", "me", "--subject", "bob").status).toBe(1);
  place.env.TOOLCRIB_API_KEY = first;
  expect(say("keys", "revoke", key.id)).toContain("revoked");
  expect(place.run("agents", "put", "x", "--template", "nobody", "--subject", "x")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("template: there is none of this name; templates: me"),
  });
});

test("no secret of the definition or of the environment is in anything it says", async () => {
  const place = makePlace();
  const canaries = ["canary-header-value", "canary-bearer-value", "canary-child-value"];
  const definition = {
    tenant: "t",
    sources: {
      kb: { mcp: "http://127.0.0.1:1/mcp", headers: { "x-key": canaries[0] }, auth: { type: "bearer", token: "$KB_TOKEN" } },
      run: { command: [process.execPath, "-e", "console.error(process.env.CHILD_KEY); process.exit(1)"], env: { CHILD_KEY: "$CHILD_KEY" } },
    },
    agents: { me: { tools: ["*"] } },
  };
  writeFileSync(join(place.folder, "toolcrib.json"), JSON.stringify(definition));
  Object.assign(place.env, { KB_TOKEN: canaries[1], CHILD_KEY: canaries[2] });
  const checked = place.run("check", "--json");
  const running = await serve(place);
  await ask(me(running), "tools/call", { name: "kb__search", arguments: {} });
  Object.assign(place.env, { TOOLCRIB_API_KEY: running.operatorKey ?? "", TOOLCRIB_ORIGIN: running.origin });
  const api = await Promise.all(
    ["me", "definitions", "agents", "sources", "sources/kb/drift", "keys", "signing-keys"].map(async (path) =>
      (await fetch(`${running.origin}/v1/${path}`, { headers: { authorization: `Bearer ${running.operatorKey}` } })).text(),
    ),
  );
  const said = [
    checked.stdout,
    checked.stderr,
    running.log(),
    readFileSync(join(place.folder, ".toolcrib", "state.db"), "latin1"),
    ...api,
  ].join("\n");
  expect(said).toContain("source_unreachable");
  for (const canary of canaries) expect(said).not.toContain(canary);
});

test("it starts within two seconds, with twenty sources of which five are dead", async () => {
  const place = makePlace();
  const dead = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`dead${index}`, { mcp: `http://127.0.0.1:${index + 1}/mcp` }]));
  const endpoint = (name: string) => ({ endpoint: { name, description: "x", url: "http://127.0.0.1:9/x" } });
  const alive = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`s${index}`, endpoint(`t${index}`)]));
  writeFileSync(
    join(place.folder, "toolcrib.json"),
    JSON.stringify({ tenant: "t", sources: { ...dead, ...alive }, agents: { me: { tools: ["*"] } } }),
  );
  const startedMs = performance.now();
  const running = await serve(place);
  expect(await namesOf(me(running))).toHaveLength(15);
  // Two seconds on a quiet machine; the bound here only tells seconds from a wait for the dead.
  expect(performance.now() - startedMs).toBeLessThan(10_000);
  const health = await fetch(`${running.origin}/healthz`);
  expect([health.status, health.headers.get("keep-alive")]).toEqual([200, "timeout=65"]);
  expect((await fetch(`${running.origin}/readyz`)).status).toBe(200);
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
  [["serve", "--port", ""], 2, "--port must be a number"],
  [["serve", "--port", "0x10"], 2, "--port must be a number"],
  [["serve", "--origin", "https://me:canary@gateway.example.com"], 2, "without a path, user or password"],
  [
    ["serve", "--host", "203.0.113.7", "--origin", "https://gateway.example.com"],
    1,
    "host 203.0.113.7 can't be listened on: EADDRNOTAVAIL",
  ],
  [["check", "nowhere.mjs"], 1, "there is no such file; toolcrib init writes one"],
  [["check", "broken.mjs"], 1, "broken.mjs can't be loaded: "],
  [["check", "a.yaml", "b.yaml"], 2, "check takes one file"],
  [["init", "a", "b"], 2, "init takes one folder"],
])("toolcrib %j ends with %i and says: %s", (words, code, said) => {
  const place = makePlace();
  writeFileSync(join(place.folder, "broken.mjs"), "export default {");
  const { status, stdout, stderr } = place.run(...words);
  expect({ status, stdout, stderr }).toEqual({ status: code, stdout: "", stderr: expect.stringContaining(said) });
  expect(stderr).not.toMatch(/^\s+at |canary/m);
});

test.each([
  [["init", "toolcrib.yaml/below"], /^toolcrib: .*toolcrib\.yaml\/below.* can't be used: ENOTDIR; /],
  [["serve", "--state", "toolcrib.yaml/state.db"], /^toolcrib: .*toolcrib\.yaml.* can't be used: /],
  [
    ["serve", "--state", "toolcrib.yaml"],
    /^toolcrib: the state store .*toolcrib\.yaml can't be used: .*; mend that, or choose another file$/,
  ],
  [["check"], /^toolcrib: the state store .*state\.db can't be used: .*; mend that, or choose another file$/],
])("what can't be used as a place or a state is named in one line: toolcrib %j", (words, said) => {
  const place = makePlace();
  place.run("init");
  place.run("check");
  writeFileSync(join(place.folder, ".toolcrib", "state.db"), "no database\n".repeat(1_000));
  const { status, stderr } = place.run(...words);
  expect(status).toBe(1);
  expect(stderr.trim().split("\n")).toEqual([expect.stringMatching(said)]);
});

test("a key is kept in the user's own folder, or nowhere: never in the one the command runs in", async () => {
  const place = makePlace();
  place.run("init");
  for (const env of [{ XDG_CONFIG_HOME: "" }, { XDG_CONFIG_HOME: "config" }, { XDG_CONFIG_HOME: "", HOME: "" }]) {
    const { status, stderr } = spawnSync(process.execPath, [command, "check"], { cwd: place.folder, env: { ...place.env, ...env } });
    const isNowhere = "HOME" in env;
    expect(status).toBe(isNowhere ? 1 : 0);
    if (isNowhere) expect(String(stderr)).toContain("set TOOLCRIB_KEY");
  }
  for (const name of ["toolcrib/key", "config/toolcrib/key"]) expect(existsSync(join(place.folder, name))).toBe(false);
});
