// The pages and the code in them.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface Snippet {
  /** The file it says it is; otherwise numbered. */
  readonly file: string;
  readonly code: string;
}

export interface Page {
  readonly name: string;
  readonly text: string;
  readonly snippets: readonly Snippet[];
}

const folder = fileURLToPath(new URL("../../docs/", import.meta.url));

/** Blocks of `ts`. Those of `js` are files of the mounting example, which are run and compared with the page there. */
function snippetsOf(text: string): readonly Snippet[] {
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)]
    .map(([, code = ""], index) => ({ file: /^\/\/ (\S+\.ts)$/m.exec(code.split("\n", 1)[0] ?? "")?.[1] ?? `snippet-${index}.ts`, code }))
    .filter(({ file }) => !file.startsWith("examples/"));
}

export const pages: readonly Page[] = readdirSync(folder)
  .filter((file) => file.endsWith(".md"))
  .map((file) => {
    const text = readFileSync(folder + file, "utf8");
    return { name: file.replace(".md", ""), text, snippets: snippetsOf(text) };
  });
