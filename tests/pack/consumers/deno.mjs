// Deno runs the README's TypeScript as it stands, with what npm has installed. TypeScript has `./refund.ts` imported as
// `./refund.js`, the name it will have once compiled; Deno takes names literally unless told otherwise.

import { run } from "../processes.mjs";
import { findDeno } from "../programs.mjs";
import { checkServer, checkTest, QUICKSTART, readmeNames, writeQuickstart } from "../quickstart.mjs";
import { NODE_TYPES } from "./typescript.mjs";

const FLAGS = ["--no-config", "--no-lock", "--node-modules-dir=manual", "--sloppy-imports"];

export async function checkDeno({ npm, report }) {
  const group = "Deno";
  const deno = findDeno();
  if (deno === undefined) return report.skip(group, "deno");
  const folder = await report.value(group, "npm install", () =>
    npm.install("deno-project", [...QUICKSTART, NODE_TYPES], { manifest: { type: "module" } }),
  );
  if (folder === undefined) return;
  const port = await writeQuickstart(folder);
  const options = { cwd: folder, env: { ...npm.env, NO_COLOR: "1" } };
  await report.check(group, "types hold", () => run(deno, ["check", ...FLAGS, ...readmeNames], options));
  await report.check(group, "server answers", () => checkServer(port, deno, ["run", "-A", ...FLAGS, "server.ts"], options));
  await report.check(group, "test passes", () =>
    checkTest(deno, ["test", "-A", ...FLAGS, "refund.test.ts"], /\b1 passed.*\b0 failed/, options),
  );
}
