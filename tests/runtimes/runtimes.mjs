// The runtimes: where each one's program is, how it serves, and how it runs a file of `node:test`.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { bundleWorkers } from "./bundle-workers.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const require = createRequire(import.meta.url);
const installed = (path) => (existsSync(here(`node_modules/${path}`)) ? here(`node_modules/${path}`) : undefined);

/** Deno has its own ways to find packages; here it takes what pnpm has installed, as the others do, and checks no types. */
const DENO = ["-A", "--no-check", "--no-config", "--no-lock", "--node-modules-dir=manual"];
/**
 * Where Deno is started. Below a pnpm-workspace.yaml, a run that fails for want of a module makes Deno 2.9 write the
 * workspace into the root package.json, unasked and whatever its flags; it looks from its working directory upwards.
 */
const DENO_CWD = tmpdir();
/** Bun follows the `paths` of a tsconfig.json, and ours lead to the sources; what is tested is what was built. */
const BUN = [`--tsconfig-override=${here("tsconfig.built.json")}`];
const TEST = here("test-runtime.test.mjs");

const node = (name, program) => ({
  name,
  label: "node",
  program,
  serveArgs: () => [here("serve/node.mjs")],
  // Node's reporters differ by version and terminal; this one is the same on all.
  testArgs: ["--test", "--test-reporter=tap", TEST],
});

/** @returns every runtime; `program` is undefined where it is not installed */
export function findRuntimes() {
  return [
    node("node", process.execPath),
    node("node22", installed("node22/bin/node")),
    node("node24", installed("node24/bin/node")),
    node("node26", installed("node26/bin/node")),
    {
      name: "bun",
      label: "bun",
      program: installed("bun/bin/bun.exe"),
      serveArgs: () => [...BUN, here("serve/bun.mjs")],
      testArgs: ["test", ...BUN, TEST],
    },
    {
      name: "deno",
      label: "deno",
      cwd: DENO_CWD,
      program: installed(process.platform === "win32" ? "deno/deno.exe" : "deno/deno"),
      serveArgs: () => ["run", ...DENO, here("serve/deno.mjs")],
      testArgs: ["test", ...DENO, TEST],
    },
    {
      name: "workerd",
      label: "workerd",
      program: findWorkerd(),
      sockets: ["tools", "agents"],
      serveArgs: async () => ["serve", "--control-fd=1", await bundleWorkers()],
    },
  ];
}

/** The program itself: the package's bin is a script, and ending that leaves workerd running. */
function findWorkerd() {
  try {
    return require("workerd").default;
  } catch {
    return undefined;
  }
}
