// `pnpm openapi-corpus [name]`: installs the documents, which nothing else needs, and runs every one of them.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

run("scripts/pnpm.mjs", "install", "--frozen-lockfile", "--filter", "./tests/corpus");
run("tests/corpus/run.mjs", ...process.argv.slice(2));
