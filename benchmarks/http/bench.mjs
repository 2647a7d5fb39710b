// What a served call costs on a real socket: requests per second and CPU time of the server's process, beside a bare
// `node:http` echo and the products people would use instead. `bare` stands at both ends and between, and shows the machine's drift.
// The client never sleeps: waking it would be counted to the server.

import { printBudgets, round, within } from "../budget.mjs";
import { median, runInFreshProcess } from "../worker.mjs";
import { measure } from "./measure.mjs";

const SUBJECTS = [
  "bare",
  "toolcrib",
  "toolcrib-signed",
  "bare",
  "toolcrib",
  "sdk-v2",
  "mcp-handler",
  "sdk-v1",
  "toolcrib-signed",
  "toolcrib",
  "bare",
];

export async function run() {
  const measured = new Map();
  for (const [index, name] of SUBJECTS.entries()) {
    console.log(`[${index + 1}/${SUBJECTS.length}] ${name} …`);
    measured.set(name, [...(measured.get(name) ?? []), await measure(name)]);
  }
  const of = (name, figure) => median(measured.get(name).map((run) => run[figure]));
  const verify = await runInFreshProcess(new URL("../serve/measure-verify.mjs", import.meta.url));

  console.log(
    `\n${"subject".padEnd(18)} ${"CPU µs".padStart(9)} ${"x bare".padStart(7)} ${"req/s".padStart(8)} ${"p50 ms".padStart(7)} ${"p99 ms".padStart(7)}`,
  );
  for (const name of measured.keys()) {
    const cells = [of(name, "cpuUs").toFixed(1).padStart(9), (of(name, "cpuUs") / of("bare", "cpuUs")).toFixed(2).padStart(7)];
    cells.push(
      of(name, "requestsPerS").toFixed(0).padStart(8),
      String(of(name, "p50Ms")).padStart(7),
      String(of(name, "p99Ms")).padStart(7),
    );
    console.log(`${name.padEnd(18)} ${cells.join(" ")}`);
  }
  console.log(`one crypto.subtle.verify of the signed subject's token: ${verify.us.toFixed(1)} µs`);

  const names = [...measured.keys()];
  const figures = {
    node: process.version,
    cpuUsPerRequest: Object.fromEntries(names.map((name) => [name, round(of(name, "cpuUs"))])),
    requestsPerS: Object.fromEntries(names.map((name) => [name, round(of(name, "requestsPerS"))])),
    bareCpuUsEachTime: measured.get("bare").map(({ cpuUs }) => round(cpuUs)),
    verifyUs: round(verify.us),
  };
  const allowed = 1.5 * of("bare", "cpuUs");
  const budgets = {
    "toolcrib / bare, CPU": within(of("toolcrib", "cpuUs") / of("bare", "cpuUs"), 1.5),
    "signed - 1.5 bare, CPU in verifies": within((of("toolcrib-signed", "cpuUs") - allowed) / verify.us, 2.2),
    "sdk-v2 / toolcrib, requests per second": within(of("sdk-v2", "requestsPerS") / of("toolcrib", "requestsPerS"), 1 / 4),
  };
  printBudgets(budgets);
  return { figures, budgets };
}
