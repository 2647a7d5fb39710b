// `pnpm pack-check [--json]`: all packages, published to a real registry on loopback and installed from it into
// empty folders, as a user has them. Nothing here may come from the workspace but the tarballs, made once at the start.
//
// What others stand on runs first: packing, the registry, publishing. The rest is independent of one another and runs
// two at a time, as many as the smallest machine has cores.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkBudgets } from "./budgets.mjs";
import { checkCommand } from "./command.mjs";
import { checkBun } from "./consumers/bun.mjs";
import { checkCommonJs } from "./consumers/commonjs.mjs";
import { installCompilers } from "./consumers/compilers.mjs";
import { checkDeno } from "./consumers/deno.mjs";
import { checkEsm } from "./consumers/esm.mjs";
import { checkTypeScript } from "./consumers/typescript.mjs";
import { checkWorkers } from "./consumers/workers.mjs";
import { checkCopies } from "./copies.mjs";
import { checkGateway } from "./gateway.mjs";
import { checkHandles } from "./handles.mjs";
import { createNpm, OURS, readMachineSettings } from "./npm.mjs";
import { stopAll } from "./processes.mjs";
import { startRegistry } from "./registry.mjs";
import { createReport } from "./report.mjs";
import { packAll, publish } from "./tarballs.mjs";

/** How many parts run at once. */
const AT_ONCE = 2;
/** The longest first. */
const PARTS = [
  checkTypeScript,
  checkBudgets,
  checkEsm,
  checkHandles,
  checkCommonJs,
  checkCopies,
  checkBun,
  checkDeno,
  checkWorkers,
  checkCommand,
  checkGateway,
];

// Children and the folder end with this process; a signal alone would not let them. A folder is removed once nobody
// writes into it any more.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => stopAll().finally(() => process.exit(1)));
process.exitCode = await main();

async function main() {
  const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
  const report = createReport(values);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolcrib-pack-")));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once("exit", removeFolder);

  const group = "From the registry";
  const tarballs = await report.value(group, "pnpm pack", () => packAll(folder));
  const registry = await report.value(group, "verdaccio starts", async () =>
    startRegistry(join(folder, "registry"), await readMachineSettings(folder)),
  );
  if (tarballs !== undefined && registry !== undefined) {
    const npm = await createNpm(folder, registry.url, tarballs);
    const isPublished = await report.check(group, `npm publish ${OURS.join(" ")}`, () => publish(npm, folder, tarballs));
    if (isPublished) await runParts({ npm, report, compilers: onceAsked(() => installCompilers(npm)) });
  }
  await registry?.stop();
  // What npm blames on a package may be the way to the registry above.
  if (registry?.output()) report.say(`\nthe registry says:\n${registry.output()}`);
  return report.end();
}

/** The same promise for everybody who asks, made for the first. */
function onceAsked(make) {
  let made;
  return () => (made ??= make());
}

/** Runs all parts, `AT_ONCE` at a time. */
async function runParts(context) {
  const waiting = [...PARTS];
  const work = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) await part(context);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
