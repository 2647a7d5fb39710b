// A project of CommonJS: TypeScript turns the README's imports into `require`, and Node runs that. The oldest compiler
// does it the old way, whose resolution knows no "exports" and reads "main" and "typesVersions".

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { QUICKSTART } from "../quickstart.mjs";
import { checkEmitted, compile, NODE_TYPES, writeProject } from "./typescript.mjs";

const OLD = { module: "commonjs", moduleResolution: "node10", esModuleInterop: true };
const NEW = { module: "nodenext", moduleResolution: "nodenext" };

export async function checkCommonJs({ npm, report, compilers }) {
  const group = "CommonJS";
  const folder = await report.value(group, "npm install", () => npm.install("commonjs", [...QUICKSTART, NODE_TYPES]));
  // Where they can't be installed, checkTypeScript says so.
  const found = await compilers().catch(() => undefined);
  if (folder === undefined || found === undefined) return;
  for (const [index, compiler] of found.entries()) {
    const [name, options] = index === 0 ? ["commonjs", OLD] : ["nodenext", NEW];
    const project = join(folder, `${name}-${compiler.version}`);
    const port = await writeProject(project, { type: "commonjs" }, options);
    const title = `TypeScript ${compiler.version} ${name}`;
    const isCompiled = await report.check(group, `${title} compiles`, async () => {
      await compile(npm, compiler, project);
      const emitted = await readFile(join(project, "out/server.js"), "utf8");
      if (!emitted.includes('require("@toolcrib/server")')) throw new Error("the compiler emitted no require");
    });
    if (isCompiled) await checkEmitted({ npm, report }, group, title, project, port);
  }
}
