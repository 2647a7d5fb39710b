import { readdir } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { StartError } from "@toolcrib/core";
import { checkName } from "./check-definition.ts";
import { isTool, type Tool } from "./tool.ts";

export interface LoadToolsOptions {
  /** Imports one file. Default: the runtime's own `import()`, which reads JavaScript, and TypeScript where the runtime does. */
  readonly importFile?: (path: string) => Promise<unknown>;
}

const SOURCE = /^\.[cm]?[jt]s$/;
const NOT_A_TOOL = /\.(d|test|spec)\.[cm]?[jt]s$/;

/**
 * Loads a folder of tools: one file per tool, its default export, named after the file unless it has a `name`.
 * Files that start with "_" or ".", and tests, are passed over; sub-folders are not entered.
 * @throws StartError `tools_invalid` that lists every file without a tool and every duplicate or illegal name
 */
export async function loadTools(directory: string | URL, options: LoadToolsOptions = {}): Promise<Readonly<Record<string, Tool>>> {
  const folder = resolve(directory instanceof URL ? fileURLToPath(directory) : directory);
  const importFile = options.importFile ?? ((path: string) => import(pathToFileURL(path).href));
  const problems: string[] = [];
  const fileOf = new Map<string, string>();
  const tools: Record<string, Tool> = {};

  for (const file of await listFiles(folder)) {
    const found = await importTool(join(folder, file), importFile).catch((error: unknown) => {
      problems.push(`${file}: could not be loaded: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    });
    if (found === null) continue;
    if (!isTool(found)) {
      problems.push(
        `${file}: its default export is not a tool; write export default tool({ … }), or start the file's name with "_" if it is none`,
      );
      continue;
    }
    const name = found.name ?? basename(file, extname(file));
    for (const problem of checkName(name)) problems.push(`${file}: ${problem}`);
    const other = fileOf.get(name);
    if (other !== undefined) problems.push(`${file}: the name "${name}" is taken by ${other}; give one of them another name`);
    fileOf.set(name, file);
    Object.defineProperty(tools, name, { value: found, enumerable: true, configurable: true });
  }
  if (problems.length > 0) throw new StartError("tools_invalid", problems);
  if (fileOf.size === 0)
    throw new StartError("tools_invalid", [`no tools in ${folder}; write one file per tool with export default tool({ … })`]);
  return tools;
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new StartError("tools_invalid", [
      `the tools folder ${folder} can't be read: ${(error as { readonly code?: string }).code ?? "unknown"}; give an existing folder`,
    ]);
  });
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
  return files.filter((file) => SOURCE.test(extname(file)) && !NOT_A_TOOL.test(file) && !/^[_.]/.test(file)).sort();
}

async function importTool(path: string, importFile: (path: string) => Promise<unknown>): Promise<unknown> {
  const module = (await importFile(path)) as { readonly default?: unknown };
  // A CommonJS file arrives as `{ default: module.exports }`; compiled from TypeScript, the export is one step further in.
  const exported = module.default;
  return isTool(exported) ? exported : (exported as { readonly default?: unknown } | undefined)?.default;
}
