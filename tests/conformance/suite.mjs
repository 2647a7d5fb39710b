// The official suite as it is run here, whatever is under test: its checks, and how they are judged.
//
// What counts is a check, not a scenario. A check that fails is either in the baseline of its run, with the reason why
// what is under test can't pass it, or it is a bug of ours. The suite judges its scored scenarios against a baseline by
// itself; this file judges the unscored ones too, and calls a line of a baseline stale as soon as it excuses nothing,
// where the suite waits for a check of that name to pass. Warnings count as failures, as in the suite.

import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** How long one revision may take, in milliseconds; it takes about five seconds. */
const RUN_TIMEOUT_MS = 300_000;
const START_TIMEOUT_MS = 30_000;
const CLIENT_TIMEOUT_MS = 8_000;
/** Scenarios of an extension that our server does not declare. The suite runs them, and does not score them either. */
const UNDECLARED_EXTENSION = /^tasks-/;

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
// The suite imports what Node has since 22; our own process stays on the Node that ran this file.
const NODE_22 = here("node_modules/node22/bin/node");
const SUITE = here("node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** False where the suite can't run: it needs Node 22. */
export const isRunnable = existsSync(NODE_22);

/** Starts a server of this folder and waits for the line with its URL. */
export async function startServer(file, args = []) {
  const child = start(process.execPath, [here(file), ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const stop = () => child.kill("SIGTERM");
  const timer = setTimeout(stop, START_TIMEOUT_MS);
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(timer);
    return { url: line, stop };
  }
  throw new Error(`${file} ended before it said its URL; is everything built?`);
}

/** Starts a process that does not outlive this one, however this one ends. */
function start(command, args, options) {
  const child = spawn(command, args, options);
  process.once("exit", () => child.kill("SIGTERM"));
  return child;
}

/** Runs the suite against a server at one revision and judges every check. */
export async function runServer({ name, url, revision, output, baseline }) {
  const file = here(baseline);
  const args = ["server", "--url", url, "--requirements", revision, "-o", output, "--expected-failures", file];
  const { exitCode, log } = await runSuite(args, name);
  const verdict = judge(readChecks(output), readBaseline(file));
  // The suite's own judgement is the second opinion: a run that it calls failed is never reported as passed.
  const disagrees = exitCode !== 0 && verdict.failures.length + verdict.stale.length === 0;
  if (disagrees) verdict.failures.push(`the suite ended with exit code ${exitCode}:\n${log.slice(-40).join("\n")}`);
  return { name, ...verdict };
}

/** The client scenarios that a revision requires, and those reported beside, but for those of signing in. */
export async function listClientScenarios(revision) {
  const { log } = await runSuite(["list", "--client", "--requirements", revision], revision);
  const required = log.slice(log.findIndex((line) => line.startsWith("Client scenarios")) + 1);
  const names = required.flatMap((line) => {
    const [, name, side] = /^ +- (\S+)(?: \[(\w+)\])?$/.exec(line) ?? [];
    return name === undefined || side === "server" || name.startsWith("auth/") ? [] : [name];
  });
  return [...new Set(names)].filter((name) => !UNDECLARED_EXTENSION.test(name));
}

/** Runs a client through the suite, scenario by scenario, and judges every check. */
export async function runClient({ name, command, revision, output, baseline }) {
  for (const scenario of await listClientScenarios(revision)) {
    console.log(`${name} ${scenario}`);
    const args = [
      "client",
      "--command",
      command,
      "--scenario",
      scenario,
      "--spec-version",
      revision,
      "--timeout",
      String(CLIENT_TIMEOUT_MS),
    ];
    await runSuite([...args, "-o", output], name);
  }
  return { name, ...judge(readChecks(output), readBaseline(here(baseline))) };
}

async function runSuite(args, name) {
  const child = start(NODE_22, [SUITE, ...args], { stdio: ["ignore", "pipe", "pipe"], timeout: RUN_TIMEOUT_MS });
  const log = [];
  const ended = new Promise((resolve, reject) => child.on("close", resolve).on("error", reject));
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      log.push(line);
      const scenario = /^=== Running scenario: (.+) ===$/.exec(line)?.[1];
      if (scenario !== undefined) console.log(`${name} ${scenario}`);
    });
  }
  return { exitCode: await ended, log };
}

/** Every check of every scenario; a scenario that ended without writing its checks is one that failed. */
function readChecks(output) {
  const directories = existsSync(output) ? readdirSync(output).sort() : [];
  return directories.flatMap((directory) => {
    const file = join(output, directory, "checks.json");
    const [, scenario = directory] = /^(?:server-)?(.+)-\d{4}-\d{2}-\d{2}T[\d-]+Z$/.exec(directory) ?? [];
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

export function report(verdicts) {
  const count = (list) => verdicts.reduce((sum, verdict) => sum + verdict[list].length, 0);
  console.log();
  for (const { name, passed, uncounted, failures, excused, stale } of verdicts) {
    console.log(`${name}: ${passed} passed, ${failures.length} failed, ${excused.length} skipped by baseline`);
    if (uncounted > 0) console.log(`${name}: ${uncounted} checks of the tasks extension are not counted; it is not declared here`);
    for (const failure of failures) console.log(`${name}: FAILED ${failure}`);
    for (const entry of stale) console.log(`${name}: STALE ${entry} excuses nothing any more; take it out of the baseline`);
  }
  const passed = verdicts.reduce((sum, verdict) => sum + verdict.passed, 0);
  const failed = count("failures") + count("stale");
  console.log(`skipped by baseline: ${count("excused")}`);
  console.log(`conformance: ${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
