// The pages, into the package that is being built: whoever reads an installed package, a person or a coding agent, finds
// them there with one index. Run by a package's build, in its folder.

import { cpSync, rmSync } from "node:fs";

rmSync("docs", { recursive: true, force: true });
cpSync(new URL("../docs", import.meta.url), "docs", { recursive: true });
