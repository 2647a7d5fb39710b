// The outbound guard on every runtime that serves it: both transports on Node, node:http on Bun and Deno. Each runs the
// same file of checks, bundled from the sources, against servers of this process, with a proxy in its environment.
//
//   node tests/gateway/outbound-runtimes.mjs [runtime…]

import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startChild, within } from "../runtimes/child.mjs";
import { findVersion } from "../runtimes/find-version.mjs";
import { findRuntimes } from "../runtimes/runtimes.mjs";
import { startServers } from "./outbound/servers.mjs";

const TIMEOUT_MS = 60_000;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { build } = createRequire(here("../runtimes/package.json"))("esbuild");

const folder = mkdtempSync(join(tmpdir(), "toolcrib-outbound-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** A folder of its own: nothing of the workspace can be found from there, and undici only where it is put. */
async function bundle(name, { withUndici }) {
  const directory = join(folder, name);
  await build({
    entryPoints: [here("outbound/checks.mjs")],
    outdir: directory,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "es2022",
    external: ["undici"],
    nodePaths: [here("../../packages/gateway/node_modules")],
    logLevel: "error",
  });
  if (withUndici) {
    mkdirSync(join(directory, "node_modules"));
    symlinkSync(here("../../packages/gateway/node_modules/undici"), join(directory, "node_modules/undici"));
  }
  return join(directory, "checks.mjs");
}

const withUndici = await bundle("node", { withUndici: true });
const without = await bundle("others", { withUndici: false });

const DENO = ["run", "-A", "--no-check", "--no-config", "--no-lock", "--node-modules-dir=manual"];
const nodeJs = (runtime) =>
  ["undici", "node-http"].map((transport) => ({ ...runtime, title: `${runtime.name} ${transport}`, args: [withUndici], transport }));
const TO_RUNS = {
  bun: (runtime) => [{ ...runtime, title: "bun", args: [without] }],
  deno: (runtime) => [{ ...runtime, title: "deno", args: [...DENO, without] }],
};

let [passed, failed] = [0, 0];
function report(title, { name, ok, ms, detail }) {
  if (ok) passed += 1;
  else failed += 1;
  console.log(`${title}  ${name}  ${ok ? `ok ${ms} ms` : `FAILED\n${detail}`}`);
}

async function run({ title, program, args, transport }) {
  const servers = await startServers(folder);
  const proxy = `http://127.0.0.1:${servers.ports.proxy}`;
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: servers.certificate, DENO_CERT: servers.certificate };
  // Deno would look for a newer Deno, by the proxy.
  Object.assign(env, { NODE_USE_ENV_PROXY: "1", DENO_NO_UPDATE_CHECK: "1" });
  for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]) env[name] = env[name.toLowerCase()] = proxy;
  delete env.NO_PROXY;
  delete env.no_proxy;
  const child = startChild(program, [...args, JSON.stringify({ ports: servers.ports, transport })], { cwd: folder, env });
  let count = 0;
  child.onLine((line) => {
    if (!line.startsWith('{"name":')) return;
    count += 1;
    report(title, JSON.parse(line));
  });
  const code = await within(TIMEOUT_MS, title, child.ended).catch((error) => error.message);
  await child.stop();
  servers.close();
  if (code !== 0 || count === 0) report(title, { name: "it ends well", ok: false, detail: `${code}\n${child.said.join("\n")}` });
}

const wanted = process.argv.slice(2);
for (const runtime of findRuntimes()) {
  if (runtime.name === "workerd" || (wanted.length > 0 && !wanted.includes(runtime.name))) continue;
  if (runtime.program === undefined) {
    console.log(`${runtime.name}  SKIPPED: not installed`);
    continue;
  }
  const version = await findVersion(runtime.program);
  for (const one of (TO_RUNS[runtime.name] ?? nodeJs)(runtime)) await run({ ...one, title: `${one.title} (${version})` });
}

console.log(`outbound-runtimes: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
