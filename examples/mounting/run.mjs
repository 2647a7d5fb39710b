// Starts every mount for real, each in a process of its own, and calls it over sockets as a runtime does.
//
//   node examples/mounting/run.mjs            all of them
//   node examples/mounting/run.mjs express    one

import { findBinary } from "./check/binaries.mjs";
import { CHECKS, PROXY_CHECKS, SECOND_PATH_CHECKS } from "./check/checks.mjs";
import { startLocalRuntime } from "./check/local-runtime.mjs";
import { MOUNTS } from "./check/mounts.mjs";
import { comparePage } from "./check/page.mjs";
import { freePort, startServer, stopAll } from "./check/processes.mjs";
import { startProxy } from "./tls-proxy/proxy.mjs";

const TIMEOUT_MS = 180_000;
const count = { passed: 0, failed: 0, skipped: 0 };

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(MOUNTS);
const unknown = names.filter((name) => !Object.hasOwn(MOUNTS, name));
if (unknown.length > 0) {
  console.error(`there is no mount ${unknown.join(", ")}; there are ${Object.keys(MOUNTS).join(", ")}`);
  process.exit(1);
}

// However this ends, no child outlives it.
process.on("exit", stopAll);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
setTimeout(() => {
  report("everything", new Error(`not done after ${TIMEOUT_MS} ms`));
  end();
}, TIMEOUT_MS).unref();
const runtime = await startLocalRuntime("acme");
const binaries = new Map([...new Set(names.map((name) => MOUNTS[name].runtime))].map((name) => [name, findBinary(name)]));
const mounts = names.map((name) => ({ name, paths: ["/mcp", "/staff/mcp"], ...MOUNTS[name], binary: binaries.get(MOUNTS[name].runtime) }));
// All at once, and waited for one by one: what takes long is done while others are called.
const prepared = new Map(mounts.map(({ name, binary, prepare }) => [name, binary && prepare?.().then(undefined, (error) => ({ error }))]));
for (const mount of mounts) {
  console.log(mount.name);
  await checkMount(mount).catch((error) => report("it starts", error));
}
console.log("docs/mounting.md");
for (const { file, problem } of comparePage([...new Set(mounts.map(({ file }) => file))])) {
  report(`the page shows the file ${file}`, problem === undefined ? undefined : new Error(problem));
}
end();

async function checkMount({ name, binary, runtime: runtimeName, args, cwd, paths, proxy, env = (origin) => ({ ORIGIN: origin }) }) {
  if (binary === undefined) {
    count.skipped += 1;
    return console.log(`  skipped: ${runtimeName} is not installed, or does not run here`);
  }
  const { error } = (await prepared.get(name)) ?? {};
  if (error !== undefined) throw error;

  const port = await freePort();
  const front =
    proxy === undefined ? { origin: `http://127.0.0.1:${port}`, send: fetch, close() {} } : await startProxy({ target: port, ...proxy });
  const told = { RUNTIME_URL: runtime.url, PORT: String(port), ...env(front.origin) };
  const server = await startServer(binary, args(port), { port, env: told, cwd });
  const [url, secondUrl] = paths.map((path) => front.origin + path);
  const mounted = {
    url,
    secondUrl,
    call: (target, options) => runtime.call(front.send, target, options),
    get: (target, options) => runtime.get(front.send, target, options),
  };
  const checks = { ...CHECKS, ...(secondUrl && SECOND_PATH_CHECKS), ...(proxy && PROXY_CHECKS) };
  // All at once: most of their time is the tool's pause.
  const outcomes = await Promise.allSettled(Object.values(checks).map((body) => body(mounted)));
  Object.keys(checks).forEach((check, index) => report(check, outcomes[index].reason, server.output()));
  front.close();
  await server.stop();
}

function report(check, error, output = "") {
  count[error === undefined ? "passed" : "failed"] += 1;
  console.log(`  ${error === undefined ? "ok    " : "FAILED"} ${check}`);
  if (error !== undefined) console.log(`${error.stack ?? error}\n${output}`.replace(/^/gm, "         "));
}

function end() {
  const { passed, failed, skipped } = count;
  console.log(`mounting: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  process.exit(failed === 0 ? 0 : 1);
}
