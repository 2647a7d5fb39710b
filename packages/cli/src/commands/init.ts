import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { CommandFailed } from "../command-failed.ts";
import { parseWords } from "../parse-words.ts";
import { HELLO_TOOL, STARTER_DEFINITION } from "../starter.ts";
import { UsageError } from "../usage-error.ts";

/** `toolcrib init [folder]`: writes a definition and a first tool, over nothing that is there. */
export async function init(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseWords(words, { json: { type: "boolean" } });
  const [folder = ".", ...others] = positionals;
  if (others.length > 0) throw new UsageError("init takes one folder, as in: toolcrib init ./gateway");
  const files = { "toolcrib.yaml": STARTER_DEFINITION, "tools/hello.mjs": HELLO_TOOL, ".gitignore": ".toolcrib/\nnode_modules/\n" };
  const there = Object.keys(files).filter((name) => name !== ".gitignore" && existsSync(resolve(folder, name)));
  if (there.length > 0)
    throw new CommandFailed(`${there.join(" and ")} ${there.length === 1 ? "is" : "are"} there already; nothing was written`);
  const wrote: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const path = resolve(folder, name);
    if (existsSync(path)) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    wrote.push(name);
  }
  if (values.json === true) console.log(JSON.stringify({ wrote }));
  else console.log([...wrote.map((name) => `wrote ${name}`), "Start it with: npx toolcrib serve"].join("\n"));
}
