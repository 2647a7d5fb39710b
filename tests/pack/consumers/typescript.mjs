// A project in TypeScript that checks even the declarations of its libraries. What `nodenext` emits is run; a bundler
// would go on from what `bundler` emits. Servers often leave the DOM out of `lib`: then Node's own types must do.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkServer, checkTest, NODE_TEST, QUICKSTART, readmeNames, writeQuickstart } from "../quickstart.mjs";

const RESOLUTIONS = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  "nodenext without DOM": { module: "nodenext", moduleResolution: "nodenext", lib: ["ES2022"] },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};

/** Node's own types of the oldest line that we support; its early releases have errors of their own under TypeScript 6. */
export const NODE_TYPES = "@types/node@20.19.43";

/** Compiles only where arguments have the schema's type; were it `any`, nothing would be there to expect. */
const TYPED = `import { schema, tool } from "@toolcrib/tools";

export default tool({
  description: "Has typed arguments",
  input: schema.Object({ orderId: schema.String() }),
  // @ts-expect-error: a text has no toFixed
  execute: ({ orderId }) => orderId.toFixed(),
});
`;

export async function checkTypeScript({ npm, report, compilers }) {
  const group = "TypeScript";
  const folder = await report.value(group, "npm install", () => npm.install("typescript", [...QUICKSTART, NODE_TYPES]));
  const found = await report.value(group, "npm install of the compilers", compilers);
  if (folder === undefined || found === undefined) return;
  for (const compiler of found) {
    for (const [name, options] of Object.entries(RESOLUTIONS)) {
      const project = join(folder, `${name.replaceAll(" ", "-")}-${compiler.version}`);
      const title = `TypeScript ${compiler.version}`;
      const port = await writeProject(project, { type: "module" }, options);
      const isCompiled = await report.check(title, `${name} compiles`, () => compile(npm, compiler, project));
      if (isCompiled && name === "nodenext") await checkEmitted({ npm, report }, title, name, project, port);
    }
  }
}

/** A folder inside of the project where everything is installed, with a manifest and a tsconfig.json of its own. */
export async function writeProject(project, manifest, options) {
  await mkdir(project);
  const port = await writeQuickstart(project, { manifest });
  await writeFile(join(project, "typed.ts"), TYPED);
  const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false };
  const compilerOptions = { target: "es2022", types: ["node"], rootDir: ".", outDir: "out", ...strict, ...options };
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [...readmeNames, "typed.ts"] }));
  return port;
}

export function compile(npm, { tsc }, project) {
  return npm.run(process.execPath, project, tsc, "--project", ".", "--pretty", "false");
}

/** Runs what the compiler made. */
export async function checkEmitted({ npm, report }, group, name, project, port) {
  const options = { cwd: project, env: npm.env };
  await report.check(group, `${name} server answers`, () => checkServer(port, process.execPath, ["out/server.js"], options));
  await report.check(group, `${name} test passes`, () =>
    checkTest(process.execPath, [...NODE_TEST.args, "out/refund.test.js"], NODE_TEST.passed, options),
  );
}
