// The page and the files are one text: whoever copies a block has the server that was tested.

import { readFileSync } from "node:fs";

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8").replaceAll("\r\n", "\n");

/** What differs between the page and these files, by file; nothing if they are the same. */
export function comparePage(files) {
  const blocks = [...read("../../docs/mounting.md").matchAll(/^```[jt]s\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  return files.map((file) => {
    const headed = blocks.filter((code) => code.startsWith(`// examples/mounting/${file}\n`));
    if (headed.length !== 1) return { file, problem: `docs/mounting.md has ${headed.length} blocks that begin with its path` };
    return { file, problem: headed[0] === read(file) ? undefined : "docs/mounting.md shows other code; paste the file into its block" };
  });
}
