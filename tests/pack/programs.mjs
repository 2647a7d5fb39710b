// The runtimes that are installed beside this file; undefined where this system has none of a name.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

export const findBun = () => installed("bun/bin/bun.exe");
export const findDeno = () => installed(process.platform === "win32" ? "deno/deno.exe" : "deno/deno");

/** The program itself: the package's bin is a script, and ending that leaves workerd running. */
export function findWorkerd() {
  try {
    return require("workerd").default;
  } catch {
    return undefined;
  }
}

function installed(path) {
  const program = fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
  return existsSync(program) ? program : undefined;
}
