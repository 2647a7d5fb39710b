// The runtimes: where each one's program is, and how it runs the client. See tests/runtimes for why Deno has no working
// directory of ours, Bun a tsconfig.json of its own, and workerd no script before it.

import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const require = createRequire(import.meta.url);
const installed = (path) => (existsSync(here(`node_modules/${path}`)) ? here(`node_modules/${path}`) : undefined);

const DENO = ["-A", "--no-check", "--no-config", "--no-lock", "--node-modules-dir=manual"];

/** @returns every runtime; `program` is undefined where it is not installed */
export function findRuntimes() {
  return [
    { name: "node", program: process.execPath, args: () => [here("client/node.mjs")] },
    {
      name: "bun",
      program: installed("bun/bin/bun.exe"),
      args: () => [`--tsconfig-override=${here("tsconfig.built.json")}`, here("client/bun.mjs")],
    },
    {
      name: "deno",
      program: installed(process.platform === "win32" ? "deno/deno.exe" : "deno/deno"),
      cwd: tmpdir(),
      args: () => ["run", ...DENO, here("client/deno.mjs")],
    },
    { name: "workerd", program: findWorkerd(), isServer: true, args: async () => ["serve", "--control-fd=1", await bundleWorker()] },
  ];
}

function findWorkerd() {
  try {
    return require("workerd").default;
  } catch {
    return undefined;
  }
}

/** Puts the Worker in one file beside workerd's config, in a folder that ends with this process. */
async function bundleWorker() {
  const { build } = await import("esbuild");
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-openapi-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const { metafile } = await build({
    entryPoints: [here("client/worker.mjs")],
    outdir: folder,
    bundle: true,
    format: "esm",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*", "node:*"],
    // Without it the `paths` of our tsconfig.json lead to the sources; what is tested is what was built.
    tsconfigRaw: "{}",
    metafile: true,
    logLevel: "error",
  });
  const source = Object.keys(metafile.inputs).find((path) => path.endsWith(".ts"));
  if (source !== undefined) throw new Error(`the Worker holds ${source}, not what was built of it`);
  copyFileSync(here("client/workerd.capnp"), join(folder, "workerd.capnp"));
  return join(folder, "workerd.capnp");
}
