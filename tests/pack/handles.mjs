// Importing does nothing: each entry, by import and by require, in a process of its own that says nothing, holds
// nothing open and so ends by itself.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OURS } from "./npm.mjs";
import { run } from "./processes.mjs";

/** How long a process that imports one entry may live, in milliseconds; starting Node is most of what it does. */
const LIFE_MS = 10_000;

const WAYS = {
  import: { file: "import.mjs", load: (entry) => `await import(${JSON.stringify(entry)});` },
  require: { file: "require.cjs", load: (entry) => `require(${JSON.stringify(entry)});` },
};
/** Asked one turn later: what a module is read with is itself a resource until then. */
const ASK = `setImmediate(() => {
  const open = process.getActiveResourcesInfo().filter((name) => name !== "Immediate");
  if (open.length > 0) throw new Error("left open: " + open);
});`;

export async function checkHandles({ npm, report }) {
  const group = "Importing leaves nothing open";
  const folder = await report.value(group, "npm install", () => npm.install("handles", OURS));
  if (folder === undefined) return;
  for (const name of OURS) {
    const { exports } = JSON.parse(await readFile(join(folder, "node_modules", name, "package.json"), "utf8"));
    for (const subpath of Object.keys(exports)) {
      const entry = name + subpath.slice(1);
      for (const [way, { file, load }] of Object.entries(WAYS)) {
        // To import JSON takes an attribute that Node 20 calls experimental, and says so.
        if (way === "import" && entry.endsWith(".json")) continue;
        await report.check(group, `${way} ${entry}`, async () => {
          const path = `entry-${entry.replace(/\W+/g, "-")}-${file}`;
          await writeFile(join(folder, path), `${load(entry)}\n${ASK}\n`);
          const { stdout, stderr } = await run(process.execPath, [path], { cwd: folder, env: npm.env, timeoutMs: LIFE_MS });
          if (stdout + stderr !== "") throw new Error(`it says: ${stdout}${stderr}`);
        });
      }
    }
  }
}
