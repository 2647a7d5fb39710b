// `pnpm runtimes [name …] [--json]`: one test body over Node 20 to 26, Bun, Deno and workerd, each a process of its own
// behind a real socket on loopback. The client is this process; it signs, and it serves the keys that the servers fetch.
//
// Servers start together and the one check that only waits runs on all of them at once; all other checks run one
// runtime after the other, because they measure, and a busy machine measures itself.

import { parseArgs } from "node:util";
import { testRuntime } from "@toolcrib/testing";
import { checks } from "./checks/index.mjs";
import { createClient } from "./client.mjs";
import { findVersion } from "./find-version.mjs";
import { createReport } from "./report.mjs";
import { runCheck } from "./run-check.mjs";
import { findRuntimes } from "./runtimes.mjs";
import { serveKeys } from "./serve-keys.mjs";
import { startServer } from "./start-server.mjs";

/** How long one runtime's checks may take in all, in milliseconds; they take about three seconds beside the waiting. */
const RUNTIME_TIMEOUT_MS = 45_000;
/** The first of all checks. */
const STARTS = { name: "starts", says: "its server starts and says where it listens" };

// Children end with this process, see child.mjs; a signal alone would not let them.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
process.exit(await main());

/** Runs everything and returns the exit code. */
async function main() {
  const { values, positionals } = parseArgs({ options: { json: { type: "boolean", default: false } }, allowPositionals: true });
  const runtimes = pick(findRuntimes(), positionals);
  if (runtimes === undefined) return 2;
  const report = createReport({ ...values, names: runtimes.map(({ name }) => name) });
  const signer = await testRuntime();
  const keys = await serveKeys(signer.options.fetch);
  const settings = { TEST_ISSUER: signer.options.runtime, TEST_TENANT: signer.options.tenant, TEST_KEYS_URL: keys.url };

  const missing = runtimes.filter(({ program }) => program === undefined);
  for (const runtime of missing) report.skipped(runtime);
  const there = runtimes.filter(({ program }) => program !== undefined);
  const open = await Promise.all(there.map((runtime) => openRuntime(runtime, signer, settings, report)));
  const served = open.filter((one) => one !== undefined);

  const aside = served.map((one) => Promise.all(one.checks.filter(({ isAside }) => isAside).map((check) => runCheck(check, one))));
  for (const one of served) {
    one.endsAtMs = Date.now() + RUNTIME_TIMEOUT_MS;
    for (const check of one.checks.filter(({ isAside }) => !isAside)) report.checked(one.runtime, await runCheck(check, one));
  }
  for (const [index, one] of served.entries()) {
    for (const outcome of await aside[index]) report.checked(one.runtime, outcome);
    await one.stop();
  }
  keys.close();
  return report.end();
}

/** A started server with what its checks need; undefined where it did not start, which is a failure. */
async function openRuntime(runtime, signer, settings, report) {
  const startedAtMs = Date.now();
  const named = { ...runtime, version: await findVersion(runtime.program) };
  try {
    const { urls, stop } = await startServer(runtime, settings);
    report.checked(named, { ...STARTS, ok: true, ms: Date.now() - startedAtMs });
    return {
      runtime: named,
      client: createClient(signer, urls.tools),
      urls,
      checks: checks.filter(({ isFor = () => true }) => isFor(runtime)),
      endsAtMs: Date.now() + RUNTIME_TIMEOUT_MS,
      stop,
    };
  } catch (error) {
    report.checked(named, { ...STARTS, ok: false, ms: Date.now() - startedAtMs, detail: error.message });
    return undefined;
  }
}

/** The runtimes that were named, or all; undefined where a name is nobody's. */
function pick(runtimes, names) {
  const known = runtimes.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return runtimes.filter(({ name }) => names.length === 0 || names.includes(name));
  console.error(`there is no runtime ${unknown.join(", ")}; known: ${known.join(", ")}`);
  return undefined;
}
