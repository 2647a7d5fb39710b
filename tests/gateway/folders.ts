// Folders of tools, made for a test: each file a tool, run in the gateway's child process.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

// Within reach of the packages, as its tools import them.
const PLACE = fileURLToPath(new URL("node_modules/.tools-", import.meta.url));

export interface ToolFolder {
  readonly path: string;
  /** Saves a tool. @param body of its handler, which is given `args` and `context` */
  write(name: string, body: string, description?: string): void;
  /** Saves a file as it is. */
  writeFile(name: string, text: string): void;
}

export function makeFolder(): ToolFolder {
  const path = mkdtempSync(PLACE);
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const writeFile = (name: string, text: string) => writeFileSync(join(path, name), text);
  return {
    path,
    writeFile,
    write(name, body, description = "A tool") {
      writeFile(
        `${name}.mjs`,
        `import { tool } from "@toolcrib/tools";
export default tool({ description: ${JSON.stringify(description)}, execute: async (args, context) => { ${body} } });
`,
      );
    },
  };
}
