// What a served call costs beside what nobody can save and beside the products people would use instead. All in one
// run and one after the other, so that the machine is the same for all; `bare` stands at both ends and shows its drift.

import { printBudgets, round, within } from "../budget.mjs";
import { median, runInFreshProcess } from "../worker.mjs";

const SUBJECTS = [
  "bare",
  "toolcrib",
  "toolcrib-handshake",
  "toolcrib-signed",
  "mcp-lite",
  "fastmcp-edge",
  "sdk-v2",
  "mcp-handler",
  "sdk-v1",
  "bare",
];
const IMPORTS = 9;
const MIB = 1_048_576;

export async function run() {
  const costs = await measureCalls();
  const bareUs = median(costs.get("bare"));
  const us = (name) => median(costs.get(name));
  printTable([...costs.keys()].map((name) => [name, us(name), us(name) / bareUs]));

  const verify = await runInFreshProcess(new URL("./measure-verify.mjs", import.meta.url));
  console.log(`one crypto.subtle.verify of the signed subject's token: ${verify.us.toFixed(1)} µs`);
  const importMs = await measureImport();
  const heap = await runInFreshProcess(new URL("./measure-heap.mjs", import.meta.url), [], ["--expose-gc"]);
  const heapGrowthMib = heap.growthBytes / MIB;
  console.log(`import of @toolcrib/server: ${importMs.toFixed(1)} ms CPU`);
  console.log(`heap: ${(heap.firstBytes / MIB).toFixed(2)} MiB after 10,000 calls, ${(heap.allBytes / MIB).toFixed(2)} MiB after 100,000`);

  const figures = {
    node: process.version,
    usPerCall: Object.fromEntries([...costs.keys()].map((name) => [name, round(us(name))])),
    bareUsAtStartAndEnd: costs.get("bare").map(round),
    verifyUs: round(verify.us),
    importMs: round(importMs),
    heapGrowthMib: round(heapGrowthMib),
  };
  const budgets = {
    "toolcrib / bare": within(us("toolcrib") / bareUs, 1.35),
    "toolcrib / mcp-lite": within(us("toolcrib") / us("mcp-lite"), 1.1),
    "toolcrib / sdk-v2": within(us("toolcrib") / us("sdk-v2"), 1 / 3),
    "toolcrib - bare, µs": within(us("toolcrib") - bareUs, 50),
    "signed - bare, in verifies": within((us("toolcrib-signed") - bareUs) / verify.us, 2.2),
    "import, ms CPU": within(importMs, 60),
    "heap growth, MiB": within(heapGrowthMib, 1),
  };
  printBudgets(budgets);
  return { figures, budgets };
}

/** Median µs of each run of each subject; only `bare` has two. */
async function measureCalls() {
  const costs = new Map();
  for (const [index, name] of SUBJECTS.entries()) {
    console.log(`[${index + 1}/${SUBJECTS.length}] ${name} …`);
    const { us, blocksUs, contentType } = await runInFreshProcess(new URL("./measure-calls.mjs", import.meta.url), [name]);
    console.log(`      ${us.toFixed(1)} µs a call; blocks ${blocksUs.map((block) => block.toFixed(1)).join(" ")}; answers ${contentType}`);
    costs.set(name, [...(costs.get(name) ?? []), us]);
  }
  return costs;
}

async function measureImport() {
  const file = new URL("./measure-import.mjs", import.meta.url);
  const empty = [];
  const full = [];
  for (let index = 0; index < IMPORTS; index += 1) {
    empty.push((await runInFreshProcess(file)).ms);
    full.push((await runInFreshProcess(file, [import.meta.resolve("@toolcrib/server")])).ms);
  }
  return median(full) - median(empty);
}

function printTable(rows) {
  console.log(`\n${"subject".padEnd(20)} ${"µs a call".padStart(10)} ${"x bare".padStart(8)}`);
  for (const [name, us, ratio] of rows) console.log(`${name.padEnd(20)} ${us.toFixed(1).padStart(10)} ${ratio.toFixed(2).padStart(8)}`);
  console.log("");
}
