// TypeScript on every Node we support, through jiti; the only file that imports it.

import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";

/** An `importFile` that reads TypeScript and JavaScript, and reads files anew instead of from a cache. */
export function createImporter(folder: string): (path: string) => Promise<unknown> {
  const jiti = createJiti(join(resolve(folder), "_"), { moduleCache: false, fsCache: false, alias: ownTools(folder) });
  return (path) => jiti.import(path);
}

/** A folder with no packages installed gets the tools package this command came with. */
function ownTools(folder: string): Record<string, string> {
  try {
    createRequire(join(resolve(folder), "_")).resolve("@toolcrib/tools");
    return {};
  } catch {
    return { "@toolcrib/tools": fileURLToPath(import.meta.resolve("@toolcrib/tools")) };
  }
}
