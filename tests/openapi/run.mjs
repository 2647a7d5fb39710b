// `pnpm openapi-wire [runtime …] [--json]`: calls of tools that were made from OpenAPI documents, on Node, Bun, Deno and
// workerd, against a server that keeps each request as it came: line, headers, bytes. What was built is what runs.

import { parseArgs } from "node:util";
import { cases } from "./cases/index.mjs";
import { judge } from "./judge.mjs";
import { PLATFORM_LIMITS } from "./platform-limits.mjs";
import { createReport } from "./report.mjs";
import { findRuntimes } from "./runtimes.mjs";
import { runClient } from "./start-client.mjs";

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
process.exit(await main());

async function main() {
  const { values, positionals } = parseArgs({ options: { json: { type: "boolean", default: false } }, allowPositionals: true });
  const runtimes = findRuntimes();
  const unknown = positionals.filter((name) => !runtimes.some((runtime) => runtime.name === name));
  if (unknown.length > 0) {
    console.error(`there is no runtime ${unknown.join(", ")}; known: ${runtimes.map(({ name }) => name).join(", ")}`);
    return 2;
  }
  const report = createReport(values);
  for (const problem of problemsOfTables(runtimes)) report.failed("tables", problem);
  const wanted = runtimes.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  for (const { name } of wanted.filter(({ program }) => program === undefined)) report.skipped(name);
  const there = wanted.filter(({ program }) => program !== undefined);
  await Promise.all(
    there.map(async (runtime) => {
      try {
        const records = await runClient(runtime, cases);
        for (const [index, one] of cases.entries()) report.judged(runtime.name, one, judge(one, records[index], runtime.name));
      } catch (error) {
        report.failed(runtime.name, error.message);
      }
    }),
  );
  return report.end(there.map(({ name }) => name));
}

/** A case is known by its name, and a limit names a case and a runtime that exist. */
function problemsOfTables(runtimes) {
  const names = cases.map(({ name }) => name);
  return [
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `two cases are named ${JSON.stringify(name)}`),
    ...PLATFORM_LIMITS.filter(({ name }) => !names.includes(name)).map(({ name }) => `a platform limit names no case: ${name}`),
    ...PLATFORM_LIMITS.flatMap((limit) => Object.keys(limit.on))
      .filter((name) => !runtimes.some((runtime) => runtime.name === name))
      .map((name) => `a platform limit names no runtime: ${name}`),
  ];
}
