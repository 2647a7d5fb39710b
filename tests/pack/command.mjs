// The `toolcrib` command as the README has it run: by npx, in a project where it is installed.

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { start } from "./processes.mjs";
import { readmeFile } from "./quickstart.mjs";

const START_TIMEOUT_MS = 20_000;
/** Nothing may be fetched for it: what runs is what is installed. */
export const NPX = ["--no-install", "toolcrib"];

export async function checkCommand({ npm, report }) {
  const group = "The command";
  const folder = await report.value(group, "npm install toolcrib @toolcrib/tools", () =>
    npm.install("command", ["toolcrib", "@toolcrib/tools"]),
  );
  if (folder === undefined) return;
  const toolcrib = async (...args) => (await npm.run("npx", folder, ...NPX, ...args)).stdout;
  await report.check(group, "npx toolcrib --help", async () => {
    const help = await toolcrib("--help");
    for (const words of ["toolcrib dev <folder>", "toolcrib call <url> <tool>"]) assert.ok(help.includes(words), help);
  });
  await report.check(group, "npx toolcrib --version", async () => (await toolcrib("--version")).trim());

  // One file per tool with a default export, as the README says, and otherwise the README's tool.
  await mkdir(join(folder, "tools"));
  await writeFile(join(folder, "tools/refund.ts"), readmeFile("refund.ts").replace("export const refund =", "export default"));
  const dev = start("npx", [...NPX, "dev", "./tools", "--port", "0", "--json"], { cwd: folder, env: npm.env });
  try {
    const serving = await report.value(group, "npx toolcrib dev ./tools", () => firstEvent(dev));
    if (serving === undefined) return;
    await report.check(group, "npx toolcrib call", async () => {
      assert.deepEqual(serving.tools, ["refund"]);
      const said = await toolcrib("call", serving.url, "refund", "orderId=A-1001");
      assert.equal(JSON.parse(said).refundId, "R-A-1001", said);
    });
  } finally {
    await dev.stop();
  }
}

/** What `toolcrib dev --json` and `serve --json` say first: where they serve, and what. */
export function firstEvent(dev) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`it does not serve: ${dev.output()}`)), START_TIMEOUT_MS);
    dev.ended.then((code) => reject(new Error(`it ended with ${code}: ${dev.output()}`)));
    dev.child.stdout.on("data", () => {
      const [line, rest] = dev.said.stdout.split("\n");
      if (rest === undefined) return;
      clearTimeout(timer);
      resolve(JSON.parse(line));
    });
  });
}
