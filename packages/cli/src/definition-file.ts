// The file with a gateway's definition: which one, and what stands in it.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import { isObject } from "@toolcrib/core";
import { CommandFailed } from "./command-failed.ts";
import { createImporter } from "./import-typescript.ts";

/** In the order they are looked for. */
const NAMES = ["toolcrib.yaml", "toolcrib.yml", "toolcrib.json", "toolcrib.ts", "toolcrib.mjs", "toolcrib.js"];

/** The definition of a folder; undefined where there is none. */
export function findDefinitionFile(folder: string): string | undefined {
  return NAMES.map((name) => resolve(folder, name)).find((path) => existsSync(path));
}

/**
 * The text of YAML and JSON, the default export of a module.
 * @throws CommandFailed for a file that can't be read, or exports no definition
 */
export async function readDefinitionFile(path: string): Promise<string | object> {
  if (!/^\.[cm]?[jt]s$/.test(extname(path))) return readText(path);
  const module = await load(path);
  const exported = isObject(module) ? module.default : undefined;
  if (!isObject(exported)) throw new CommandFailed(`${path} has no default export; write export default { tenant, sources, agents }`);
  return exported;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandFailed(`${path} can't be read: ${code === "ENOENT" ? NO_FILE : `${code}; give a file that this user may read`}`);
  }
}

const NO_FILE = "there is no such file; toolcrib init writes one";

async function load(path: string): Promise<unknown> {
  if (!existsSync(path)) throw new CommandFailed(`${path} can't be read: ${NO_FILE}`);
  try {
    return await createImporter(dirname(path))(path);
  } catch (error) {
    throw new CommandFailed(`${path} can't be loaded: ${error instanceof Error ? error.message : String(error)}`);
  }
}
