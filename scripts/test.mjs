// Everything a fresh machine can check, one part after the other, each to its end. `--long` adds what takes minutes or
// needs documents that are not here. The last line counts all of it.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), "toolcrib-test-"));
const vitestReport = join(temporary, "vitest.json");

/** Each part, how it is run, and what it counted: one, unless it counts for itself. */
const PARTS = [
  { name: "format and lint", command: ["biome", "check", "."] },
  { name: "structure", command: ["depcruise", "--config", ".dependency-cruiser.cjs", "packages", "examples", "tests", "benchmarks"] },
  { name: "types", command: ["node", "scripts/turbo.mjs", "run", "typecheck", "--output-logs=errors-only"] },
  {
    name: "tests",
    command: ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${vitestReport}`],
    count: countVitest,
  },
  { name: "conformance", command: ["node", "tests/conformance/run.mjs"], count: countLastLine },
  { name: "OpenAPI on the wire", command: ["node", "tests/openapi/run.mjs"], count: countLastLine },
  { name: "runtimes", command: ["node", "tests/runtimes/run.mjs"], count: countLastLine },
  { name: "the way out, on every runtime", command: ["node", "tests/gateway/outbound-runtimes.mjs"], count: countLastLine },
  { name: "packed packages", command: ["node", "tests/pack/run.mjs"], count: countLastLine },
  { name: "mounting", command: ["node", "examples/mounting/run.mjs"], count: countLastLine },
];

const LONG_PARTS = [
  { name: "OpenAPI corpus", command: ["node", "scripts/corpus.mjs"], count: countLastLine },
  { name: "soak", command: ["node", "--expose-gc", "scripts/soak.mjs"], count: countLastLine },
];

const total = { passed: 0, failed: 0, skipped: 0 };
for (const { name, command, count } of process.argv.includes("--long") ? [...PARTS, ...LONG_PARTS] : PARTS) {
  console.log(`\n--- ${name}`);
  const { status, output } = await run(command);
  const counted = count?.(output) ?? { passed: 1, failed: 0, skipped: 0 };
  // A part that failed without a failed count (a crash, an error outside a test) still is a failure.
  if (status !== 0 && counted.failed === 0) counted.failed = 1;
  if (status !== 0) console.log(`--- ${name} failed`);
  for (const key of Object.keys(total)) total[key] += counted[key];
}
rmSync(temporary, { recursive: true });
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`);
process.exitCode = total.failed === 0 ? 0 : 1;

function run([command, ...args]) {
  return new Promise((resolve) => {
    const env = { ...process.env, DO_NOT_TRACK: "1", PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH}` };
    const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "inherit"], shell: process.platform === "win32" });
    let output = "";
    child.stdout.on("data", (chunk) => {
      process.stdout.write(chunk);
      output += chunk;
    });
    child.on("error", (error) => resolve({ status: 1, output: error.message }));
    child.on("close", (status) => resolve({ status: status ?? 1, output }));
  });
}

function countVitest() {
  try {
    const report = JSON.parse(readFileSync(vitestReport, "utf8"));
    return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests + report.numTodoTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** `conformance: 84 passed, 0 failed`; a suite that could not run says so and counts as skipped. */
function countLastLine(output) {
  const [, passed, failed, skipped = 0] = /^[\w-]+: (\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/m.exec(output) ?? [];
  if (passed === undefined) return { passed: 0, failed: 0, skipped: 1 };
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}
