// The documents: those of the installed packages, and those of a folder beside the repository, where there is one.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const shared = fileURLToPath(new URL("../../../shared/specs", import.meta.url));

export function findDocuments() {
  const octokit = dirname(require.resolve("@octokit/openapi/package.json"));
  const readme = dirname(require.resolve("@readme/oas-examples/package.json"));
  return [
    { name: "github", file: join(octokit, "generated/api.github.com.json") },
    ...["2.0", "3.0", "3.1"].flatMap((version) => filesOf(join(readme, version, "json"), `readme ${version} `)),
    ...(existsSync(shared) ? filesOf(shared, "") : []),
  ];
}

/** True where the folder beside the repository is missing. */
export const lacksShared = !existsSync(shared);

/** Operations, counted in the text of the document and not by what is tested. */
function filesOf(folder, prefix) {
  return readdirSync(folder)
    .filter((file) => /\.(json|ya?ml)$/.test(file) && isDocument(readFileSync(join(folder, file), "utf8")))
    .sort()
    .map((file) => ({ name: prefix + file.replace(/\.(json|ya?ml)$/, ""), file: join(folder, file) }));
}

function isDocument(text) {
  return /"?(openapi|swagger)"?\s*:/.test(text);
}
