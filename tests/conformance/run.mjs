// The official MCP conformance suite against our server, for the newest handshake revision and for the stateless one.
//
// What counts is a check, not a scenario. A check that fails is either in the baseline of its revision, with the
// reason why a server of tools can't pass it, or it is a bug of ours. The suite judges its scored scenarios against
// the baseline by itself; this file judges the unscored ones too, and calls a line of the baseline stale as soon as
// it excuses nothing, where the suite waits for a check of that name to pass. Warnings count as failures, as in the suite.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const REVISIONS = ["2025-11-25", "2026-07-28"];
/** How long one revision may take, in milliseconds; it takes about five seconds. */
const RUN_TIMEOUT_MS = 300_000;
const START_TIMEOUT_MS = 30_000;
/** Scenarios of an extension that our server does not declare. The suite runs them, and does not score them either. */
const UNDECLARED_EXTENSION = /^tasks-/;

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
// The suite imports what Node has since 22; our own process stays on the Node that ran this file.
const NODE_22 = here("node_modules/node22/bin/node");
const SUITE = here("node_modules/@modelcontextprotocol/conformance/dist/index.js");

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
process.exitCode = await main();

/** Runs both revisions and returns the exit code. */
async function main() {
  if (!existsSync(NODE_22)) {
    console.log(
      `conformance: SKIPPED, nothing was checked: the suite needs Node 22, which is installed on linux x64 only (this is ${process.platform} ${process.arch})`,
    );
    return 0;
  }
  const results = mkdtempSync(join(tmpdir(), "toolcrib-conformance-"));
  process.once("exit", () => rmSync(results, { recursive: true, force: true }));
  const server = await startServer();
  try {
    const verdicts = [];
    for (const revision of REVISIONS) verdicts.push(await runRevision(server.url, revision, join(results, revision)));
    return report(verdicts);
  } finally {
    server.stop();
  }
}

/** Starts the fixture server and waits for the line with its URL. */
async function startServer() {
  const child = start(process.execPath, [here("server.mjs")], { stdio: ["ignore", "pipe", "inherit"] });
  const stop = () => child.kill("SIGTERM");
  const timer = setTimeout(stop, START_TIMEOUT_MS);
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(timer);
    return { url: line, stop };
  }
  throw new Error("the server ended before it said its URL; is everything built?");
}

/** Starts a process that does not outlive this one, however this one ends. */
function start(command, args, options) {
  const child = spawn(command, args, options);
  process.once("exit", () => child.kill("SIGTERM"));
  return child;
}

/** Runs the suite for one revision and judges every check. */
async function runRevision(url, revision, output) {
  const baseline = here(`baseline-${revision}.yml`);
  const { exitCode, log } = await runSuite(
    ["server", "--url", url, "--requirements", revision, "-o", output, "--expected-failures", baseline],
    revision,
  );
  const verdict = judge(readChecks(output), readBaseline(baseline));
  // The suite's own judgement is the second opinion: a run that it calls failed is never reported as passed.
  const disagrees = exitCode !== 0 && verdict.failures.length + verdict.stale.length === 0;
  if (disagrees) verdict.failures.push(`the suite ended with exit code ${exitCode}:\n${log.slice(-40).join("\n")}`);
  return { revision, ...verdict };
}

async function runSuite(args, revision) {
  const child = start(NODE_22, [SUITE, ...args], { stdio: ["ignore", "pipe", "pipe"], timeout: RUN_TIMEOUT_MS });
  const log = [];
  const ended = new Promise((resolve, reject) => child.on("close", resolve).on("error", reject));
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      log.push(line);
      const scenario = /^=== Running scenario: (.+) ===$/.exec(line)?.[1];
      if (scenario !== undefined) console.log(`${revision} ${scenario}`);
    });
  }
  return { exitCode: await ended, log };
}

/** Every check of every scenario; a scenario that ended without writing its checks is one that failed. */
function readChecks(output) {
  const directories = existsSync(output) ? readdirSync(output).sort() : [];
  return directories.flatMap((directory) => {
    const file = join(output, directory, "checks.json");
    const [, scenario = directory] = /^server-(.+)-\d{4}-\d{2}-\d{2}T[\d-]+Z$/.exec(directory) ?? [];
    if (!existsSync(file)) return [{ scenario, entry: scenario, status: "FAILURE", message: "ended without a result" }];
    const checks = JSON.parse(readFileSync(file, "utf8"));
    return checks.map(({ id, status, errorMessage, description }) => ({
      scenario,
      entry: `${scenario}:${id}`,
      status,
      message: errorMessage ?? description,
    }));
  });
}

/** The `scenario:check-id` lines of a baseline. */
function readBaseline(file) {
  return [...readFileSync(file, "utf8").matchAll(/^ +- (\S+)$/gm)].map(([, entry]) => entry);
}

function judge(checks, baseline) {
  const counted = checks.filter(({ scenario }) => !UNDECLARED_EXTENSION.test(scenario));
  const failing = counted.filter(({ status }) => status === "FAILURE" || status === "WARNING");
  const excused = failing.filter(({ entry }) => baseline.includes(entry)).map(({ entry }) => entry);
  return {
    passed: counted.filter(({ status }) => status === "SUCCESS").length,
    uncounted: checks.length - counted.length,
    excused,
    failures: failing
      .filter(({ entry }) => !baseline.includes(entry))
      .map(({ entry, status, message }) => `${entry} ${status}: ${message}`),
    stale: baseline.filter((entry) => !excused.includes(entry)),
  };
}

function report(verdicts) {
  const count = (list) => verdicts.reduce((sum, verdict) => sum + verdict[list].length, 0);
  console.log();
  for (const { revision, passed, uncounted, failures, excused, stale } of verdicts) {
    console.log(`${revision}: ${passed} passed, ${failures.length} failed, ${excused.length} skipped by baseline`);
    if (uncounted > 0) console.log(`${revision}: ${uncounted} checks of the tasks extension are not counted; it is not declared here`);
    for (const failure of failures) console.log(`${revision}: FAILED ${failure}`);
    for (const entry of stale) console.log(`${revision}: STALE ${entry} excuses nothing any more; take it out of the baseline`);
  }
  const passed = verdicts.reduce((sum, verdict) => sum + verdict.passed, 0);
  const failed = count("failures") + count("stale");
  console.log(`skipped by baseline: ${count("excused")}`);
  console.log(`conformance: ${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
