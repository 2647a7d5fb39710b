// Bun runs the README's TypeScript as it stands.

import { findBun } from "../programs.mjs";
import { checkServer, checkTest, QUICKSTART, writeQuickstart } from "../quickstart.mjs";

export async function checkBun({ npm, report }) {
  const group = "Bun";
  const bun = findBun();
  if (bun === undefined) return report.skip(group, "bun");
  const folder = await report.value(group, "npm install", () => npm.install("bun-project", QUICKSTART, { manifest: { type: "module" } }));
  if (folder === undefined) return;
  const port = await writeQuickstart(folder);
  const options = { cwd: folder, env: npm.env };
  await report.check(group, "server answers", () => checkServer(port, bun, ["server.ts"], options));
  await report.check(group, "test passes", () => checkTest(bun, ["test", "refund.test.ts"], /^ *1 pass$/m, options));
}
