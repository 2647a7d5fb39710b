// Installs and builds. `--to-run` leaves out what only tests need (devDependencies); `--to-test` installs everything.
// A tree that already holds the test tools keeps them: going back and forth between start and test downloads nothing.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const toTest = process.argv.includes("--to-test");

function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}

function holdsTestTools() {
  const modules = new URL("../node_modules/.modules.yaml", import.meta.url);
  return existsSync(modules) && /"?devDependencies"?: true/.test(readFileSync(modules, "utf8"));
}

// Without a filter the tests' optional Node 22 would come along too: production installs keep what is optional.
const RUN_ONLY = [
  "--prod",
  "--filter",
  ".",
  "--filter",
  "./packages/**",
  "--filter",
  "./examples/refund",
  "--filter",
  "./examples/gateway",
];

/** The corpus has hundreds of MiB; `pnpm openapi-corpus` installs it. */
const ALL_BUT_CORPUS = ["--filter", "!./tests/corpus"];

run("./pnpm.mjs", "install", "--frozen-lockfile", ...(toTest || holdsTestTools() ? ALL_BUT_CORPUS : RUN_ONLY));
run("./turbo.mjs", "run", "build", "--output-logs=errors-only");
