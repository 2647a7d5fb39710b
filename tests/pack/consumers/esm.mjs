// A project of ES modules in JavaScript: the README's code with nothing but its types erased.

import { transform } from "esbuild";
import { checkServer, checkTest, NODE_TEST, QUICKSTART, writeQuickstart } from "../quickstart.mjs";

/** @returns the file as Node runs it */
async function eraseTypes(name, code) {
  const { code: erased } = await transform(code, { loader: "ts", format: "esm", target: "esnext" });
  return [name.replace(/\.ts$/, ".js"), erased];
}

export async function checkEsm({ npm, report }) {
  const group = "ESM JavaScript";
  const folder = await report.value(group, "npm install", () => npm.install("esm", QUICKSTART, { manifest: { type: "module" } }));
  if (folder === undefined) return;
  const port = await writeQuickstart(folder, { transform: eraseTypes });
  const options = { cwd: folder, env: npm.env };
  await report.check(group, "server answers", () => checkServer(port, process.execPath, ["server.js"], options));
  await report.check(group, "test passes", () =>
    checkTest(process.execPath, [...NODE_TEST.args, "refund.test.js"], NODE_TEST.passed, options),
  );
}
