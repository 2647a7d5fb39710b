import { fileURLToPath } from "node:url";

// The packages of this example are links into the repository, so the bundler has to be let in there.
const root = fileURLToPath(new URL("../../..", import.meta.url));

// "dist" is where this repository keeps what is built, and where its checks don't look.
export default { distDir: "dist", turbopack: { root }, outputFileTracingRoot: root };
