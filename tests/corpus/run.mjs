// Every document of the corpus, one after the other: nothing may throw, and what comes out must be sound.

import { fork } from "node:child_process";
import { findDocuments, lacksShared } from "./documents.mjs";

const count = { passed: 0, failed: 0 };
const rows = [];
const [only] = process.argv.slice(2);
for (const { name, file } of findDocuments().filter(({ name }) => only === undefined || name.includes(only))) {
  const { result, output } = await measure(file);
  const problems = result?.problems ?? [`it ended without an answer\n${output}`];
  count[problems.length === 0 ? "passed" : "failed"] += 1;
  if (result !== undefined) rows.push({ name, ...result });
  console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${name}`);
  for (const problem of problems.slice(0, 5)) console.log(`         ${problem}`);
}
printTable();
if (lacksShared) console.log("\nskipped: the documents beside the repository, which are not here");
console.log(`\nopenapi-corpus: ${count.passed} passed, ${count.failed} failed${lacksShared ? ", 1 skipped" : ""}`);
process.exitCode = count.failed === 0 && count.passed > 0 ? 0 : 1;

function measure(file) {
  return new Promise((resolve) => {
    const child = fork(new URL("./measure.mjs", import.meta.url), [file], { stdio: ["ignore", "pipe", "pipe", "ipc"] });
    let output = "";
    let result;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
      });
    }
    child.on("message", (message) => {
      result = message;
    });
    child.on("close", () => resolve({ result, output }));
  });
}

function printTable() {
  console.log(`\n${"document".padEnd(36)} tools diagnostics     bytes longest  CPU ms  peak MiB`);
  for (const { name, tools, diagnostics, bytes, longest, cpuMs, peakMib } of rows) {
    const said = Object.values(diagnostics).reduce((sum, number) => sum + number, 0);
    const numbers = [String(tools).padStart(5), String(said).padStart(11), String(bytes).padStart(9), String(longest).padStart(7)];
    console.log(`${name.padEnd(36)} ${numbers.join(" ")} ${cpuMs.toFixed(0).padStart(7)} ${peakMib.toFixed(0).padStart(9)}`);
  }
  const total = {};
  for (const { diagnostics } of rows) for (const [code, number] of Object.entries(diagnostics)) total[code] = (total[code] ?? 0) + number;
  console.log(
    `\ndiagnostics: ${Object.entries(total)
      .map(([code, number]) => `${code} ${number}`)
      .join(", ")}`,
  );
}
