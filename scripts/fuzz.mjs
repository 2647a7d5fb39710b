// Very much junk, by hand: `pnpm fuzz <token|engine|schema|socket> [count] [--seed n]`. The body is that of tests/fuzz, which the suite
// runs over a modest count; here it gets the count and a seed of its own. The seed is printed, so a finding can be had again.

import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const DEFAULT_COUNT = { token: 1_000_000, engine: 100_000, schema: 100_000, socket: 20_000 };

const [target, ...rest] = process.argv.slice(2);
const seedAt = rest.indexOf("--seed");
const seed = seedAt === -1 ? randomInt(2 ** 31) : Number(rest[seedAt + 1]);
const count = seedAt === 0 || rest.length === 0 ? DEFAULT_COUNT[target] : Number(rest[0]);
if (!Object.hasOwn(DEFAULT_COUNT, target ?? "") || !Number.isSafeInteger(count) || !Number.isSafeInteger(seed)) {
  console.error(`usage: pnpm fuzz <${Object.keys(DEFAULT_COUNT).join("|")}> [count] [--seed n]`);
  process.exit(2);
}

console.log(`fuzz ${target}: ${count} inputs a test, seed ${seed}`);
const root = fileURLToPath(new URL("..", import.meta.url));
const { status } = spawnSync("vitest", ["run", "--project", "packages", `tests/fuzz/${target}.test.ts`], {
  cwd: root,
  env: {
    ...process.env,
    FUZZ_RUNS: String(count),
    FUZZ_SEED: String(seed),
    PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH}`,
  },
  stdio: "inherit",
  shell: process.platform === "win32",
});
process.exitCode = status ?? 1;
