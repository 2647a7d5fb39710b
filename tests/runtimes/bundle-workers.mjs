// Puts both Workers, each in one file, and workerd's config into a folder that ends with this process.

import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** @returns the path of the config */
export async function bundleWorkers() {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-workers-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const { metafile } = await build({
    entryPoints: [here("serve/worker.mjs"), here("serve/agents-worker.mjs")],
    outdir: folder,
    bundle: true,
    format: "esm",
    // As Cloudflare's own bundler has it.
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*", "node:*"],
    // Without it the `paths` of our tsconfig.json lead to the sources; what is tested is what was built.
    tsconfigRaw: "{}",
    metafile: true,
    logLevel: "error",
  });
  const source = Object.keys(metafile.inputs).find((path) => path.endsWith(".ts"));
  if (source !== undefined) throw new Error(`the Workers hold ${source}, not what was built of it`);
  const config = join(folder, "workerd.capnp");
  copyFileSync(here("serve/workerd.capnp"), config);
  return config;
}
