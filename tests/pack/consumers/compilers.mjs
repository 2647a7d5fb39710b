// The TypeScript versions that a user may have, side by side in one folder: installed once, used by every project.

import { join } from "node:path";

const VERSIONS = ["5.9.3", "6.0.3", "7.0.2"];

/** @returns each compiler's version and the file that Node runs */
export async function installCompilers(npm) {
  const alias = (version) => `typescript-${version}`;
  const folder = await npm.install(
    "compilers",
    VERSIONS.map((version) => `${alias(version)}@npm:typescript@${version}`),
  );
  return VERSIONS.map((version) => ({ version, tsc: join(folder, "node_modules", alias(version), "bin/tsc") }));
}
