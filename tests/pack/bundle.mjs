// One tool, served to signed calls alone, in one file: what a Worker is, and what the budget of bytes is for.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { readmeFile } from "./quickstart.mjs";

/** The tool is the README's; the handler as its next section has it. */
export const SIGNED = `import { serveTools } from "@toolcrib/server";
import { refund } from "./refund.js";

const handler = serveTools({ refund }, { runtime: "https://run.example.com", tenant: "acme" });
export default { fetch: handler };
`;

/**
 * @param folder where the packages are installed
 * @param entry the server, beside the tool of the README
 * @returns esbuild's account of what went in
 */
export async function bundle(folder, name, entry, options) {
  await writeFile(join(folder, "refund.ts"), readmeFile("refund.ts"));
  await writeFile(join(folder, `${name}.ts`), entry);
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: [`${name}.ts`],
    outfile: `${name}.out.js`,
    bundle: true,
    format: "esm",
    target: "es2022",
    // Nothing of a tsconfig.json further up.
    tsconfigRaw: "{}",
    metafile: true,
    logLevel: "silent",
    ...options,
  });
  const foreign = Object.keys(metafile.inputs).filter((path) => path.startsWith("..") || path.startsWith("/"));
  if (foreign.length > 0) throw new Error(`the bundle holds ${foreign.join(", ")}, which the registry did not give`);
  return { path: join(folder, `${name}.out.js`), metafile };
}
