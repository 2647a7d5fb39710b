// What it costs to turn a document into tools: from its text to the finished bytes of `tools/list`, in a fresh process,
// beside `JSON.parse` alone and the products people would use instead.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { printBudgets, round, within } from "../budget.mjs";
import { median, runInFreshProcess } from "../worker.mjs";
import { SUBJECTS } from "./subjects.mjs";

const ROUNDS = 5;
const DOCUMENTS = {
  github: "../../tests/corpus/node_modules/@octokit/openapi/generated/api.github.com.json",
  // Beside the repository; only where it is.
  kubernetes: "../../../shared/specs/kubernetes.json",
};
const FILE = new URL("./measure-document.mjs", import.meta.url);

export async function run() {
  const files = Object.fromEntries(Object.entries(DOCUMENTS).map(([name, path]) => [name, fileURLToPath(new URL(path, import.meta.url))]));
  if (!existsSync(files.github)) throw new Error("the documents are not installed; pnpm openapi-corpus installs them");
  const figures = { node: process.version };
  for (const [document, file] of Object.entries(files)) {
    if (!existsSync(file)) {
      console.log(`${document}: skipped, the document is not here`);
      continue;
    }
    figures[document] = await measureAll(document, file);
  }
  const { requestsPerS } = await runInFreshProcess(new URL("./measure-requests.mjs", import.meta.url));
  console.log(`\nsimple requests written: ${Math.round(requestsPerS)} a second`);
  figures.requestsPerS = Math.round(requestsPerS);

  const { github, kubernetes } = figures;
  const budgets = {
    "github, toolcrib / JSON.parse": within(github.toolcrib.cpuMs / github["JSON.parse"].cpuMs, 2),
    "github, peak MiB": within(github.toolcrib.peakMib, 160),
    "github, toolcrib / fastmcp": within(github.toolcrib.cpuMs / github["fastmcp/openapi"].cpuMs, 1 / 12),
    "seconds for 200,000 requests": within(200_000 / requestsPerS, 1),
    ...(kubernetes === undefined
      ? {}
      : {
          "kubernetes, ms CPU": within(kubernetes.toolcrib.cpuMs, 500),
          "kubernetes, MB of tools": within(kubernetes.toolcrib.size / 1_000_000, 4),
        }),
  };
  printBudgets(budgets);
  return { figures, budgets };
}

async function measureAll(document, file) {
  const measured = {};
  console.log(`\n${document.padEnd(30)} ${"CPU ms".padStart(9)} ${"peak MiB".padStart(9)} ${"bytes".padStart(10)}`);
  for (const name of Object.keys(SUBJECTS)) {
    const runs = [];
    try {
      for (let index = 0; index < (name === "toolcrib" || name === "JSON.parse" ? ROUNDS : 1); index += 1)
        runs.push(await runInFreshProcess(FILE, [name, file]));
    } catch (error) {
      console.log(`${name.padEnd(30)} refuses it: ${error.message.split("\n").find((line) => /Error/.test(line)) ?? "it ended"}`);
      continue;
    }
    const of = (figure) => median(runs.map((one) => one[figure] ?? 0));
    measured[name] = { cpuMs: round(of("cpuMs")), peakMib: round(of("peakMib")), size: of("size") };
    const { cpuMs, peakMib, size } = measured[name];
    console.log(`${name.padEnd(30)} ${cpuMs.toFixed(0).padStart(9)} ${peakMib.toFixed(0).padStart(9)} ${String(size).padStart(10)}`);
  }
  return measured;
}
