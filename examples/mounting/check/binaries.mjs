// Where the runtimes are. Each is an optional dependency: a platform it does not support goes without.

import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

const FINDERS = {
  node: () => process.execPath,
  bun: () => require.resolve("bun/bin/bun.exe"),
  // What its package calls when it is installed. The shim in .bin would outlive a kill of its pid.
  deno: () => require("deno/install_api.cjs").runInstall(),
  workerd: () => require("workerd").default,
};

/** The path of a runtime that runs here; undefined if there is none. */
export function findBinary(name) {
  try {
    const path = FINDERS[name]();
    return spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0 ? path : undefined;
  } catch {
    return undefined;
  }
}
