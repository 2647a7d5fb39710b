// How fast a simple request is written: URL, headers and body, before anything is sent. The writer is no entry of the
// package, so it is bundled from its source.

import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const entry = fileURLToPath(new URL("../../packages/openapi/src/to-request.ts", import.meta.url));
const { outputFiles } = await build({
  entryPoints: [entry],
  bundle: true,
  format: "esm",
  platform: "node",
  write: false,
  tsconfigRaw: "{}",
});
const { createRequestWriter } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);

const WARM_UP = 200_000;
const COUNT = 1_000_000;
const parameter = (name, location, more = {}) => ({
  name,
  in: location,
  argument: name,
  required: location === "path",
  style: location === "query" ? "form" : "simple",
  explode: location === "query",
  allowReserved: false,
  ...more,
});
const write = createRequestWriter({
  method: "GET",
  path: "/repos/{owner}/{repo}/issues",
  server: "https://api.example.com",
  parameters: [parameter("owner", "path"), parameter("repo", "path"), parameter("state", "query"), parameter("per_page", "query")],
  body: undefined,
  security: undefined,
});
const args = { owner: "octo-org", repo: "hello world", state: "open", per_page: 50 };

let chars = 0;
const run = (count) => {
  for (let index = 0; index < count; index += 1) chars += write(args).url.length;
};
run(WARM_UP);
const startedMs = performance.now();
run(COUNT);
process.send({ requestsPerS: (COUNT / (performance.now() - startedMs)) * 1_000, chars });
