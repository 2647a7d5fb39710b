// What would be published: `pnpm pack` puts versions where the workspace says `workspace:` and `catalog:`.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { OURS } from "./npm.mjs";
import { run } from "./processes.mjs";

const packages = fileURLToPath(new URL("../../packages", import.meta.url));
const pnpm = fileURLToPath(new URL("../../node_modules/pnpm/bin/pnpm.cjs", import.meta.url));

/** @returns the tarball of each package, with its name, its integrity and its size */
export async function packAll(folder) {
  const tarballs = [];
  for (const name of OURS) {
    const source = join(packages, name === "toolcrib" ? "cli" : name.replace("@toolcrib/", ""));
    const { stdout } = await run(process.execPath, [pnpm, "pack", "--json", "--pack-destination", folder], { cwd: source });
    const { filename, files } = JSON.parse(stdout);
    checkFiles(JSON.parse(await readFile(join(source, "package.json"), "utf8")), files);
    const bytes = await readFile(filename);
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    tarballs.push({ name, path: filename, bytes: bytes.length, integrity });
  }
  return tarballs;
}

/** @throws Error where a file that the manifest names was not built, so that nobody looks for the fault in npm */
function checkFiles(manifest, files) {
  const packed = new Set(files.map(({ path }) => path));
  // Values alone: the name of an entry may look like a file too.
  const named = JSON.stringify([manifest.exports, manifest.bin ?? {}]).match(/(?<=")\.\/[^"]+\.[a-z]+(?="(?!:))/g) ?? [];
  const missing = named.filter((path) => !packed.has(path.slice(2)));
  if (missing.length > 0) throw new Error(`${manifest.name} lacks ${missing.join(", ")}; run "pnpm build"`);
}

/** Publishes them by npm itself, one after the other. */
export async function publish(npm, folder, tarballs) {
  for (const { path } of tarballs) await npm.run("npm", folder, "publish", path);
  return `${tarballs.length} packages, ${Math.round(tarballs.reduce((sum, { bytes }) => sum + bytes, 0) / 1_024)} KiB`;
}
