// Every mount: the file a reader copies, what starts it, and what has to be made before.

import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { run } from "./processes.mjs";

const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
const DENO_SERVER = fileURLToPath(new URL("../deno/server.ts", import.meta.url));
const onNode = (file) => ({ file, runtime: "node", args: () => [file] });
const behindProxy = { paths: ["/tools/mcp", "/tools/staff/mcp"], proxy: { cutsBasePath: false } };

/**
 * `file` is on the page; `paths` are public, the second one where the mount has two; `env` is what the server is told
 * of its public origin, by default ORIGIN.
 */
export const MOUNTS = {
  node: onNode("node/server.mjs"),
  express: onNode("express/server.mjs"),
  "express-json": onNode("express-json/server.mjs"),
  fastify: onNode("fastify/server.mjs"),
  // Bun serves a module's default export, as Workers do.
  hono: { file: "hono/app.mjs", runtime: "bun", args: () => ["hono/app.mjs"] },
  "hono-node": onNode("hono-node/server.mjs"),
  bun: { file: "bun/server.ts", runtime: "bun", args: () => ["bun/server.ts"] },
  deno: {
    file: "deno/server.ts",
    runtime: "deno",
    // From outside: started inside a pnpm workspace, Deno writes settings of its own into the root's package.json when
    // it misses a module.
    cwd: tmpdir(),
    args: () => ["run", "--no-config", "--no-lock", "--no-prompt", "--allow-net", "--allow-env", "--node-modules-dir=manual", DENO_SERVER],
  },
  workers: {
    file: "workers/worker.ts",
    runtime: "workerd",
    prepare: bundleWorker,
    args: (port) => ["serve", "workers/workerd.capnp", `--socket-addr=http=127.0.0.1:${port}`],
  },
  "tls-proxy": { ...onNode("tls-proxy/server.mjs"), ...behindProxy },
  "tls-proxy-trusted": { ...onNode("tls-proxy/server.mjs"), ...behindProxy, env: () => ({}) },
  "base-path": {
    ...onNode("base-path/server.mjs"),
    paths: ["/tools/mcp"],
    proxy: { cutsBasePath: true },
    env: (origin) => ({ AUDIENCE: `${origin}/tools/mcp` }),
  },
  // Last: what it has to build is built while the others run.
  next: {
    file: "next/app/mcp/route.js",
    runtime: "node",
    prepare: () => run(process.execPath, [next, "build", "next"]),
    args: (port) => [next, "start", "next", "--port", String(port), "--hostname", "127.0.0.1"],
  },
};

/** What `wrangler deploy` does to a worker before it sends it. */
async function bundleWorker() {
  const path = (name) => fileURLToPath(new URL(`../workers/${name}`, import.meta.url));
  await build({
    entryPoints: [path("worker.ts")],
    outfile: path("dist/worker.js"),
    bundle: true,
    format: "esm",
    platform: "browser",
    conditions: ["workerd", "worker"],
    external: ["cloudflare:workers"],
    logLevel: "error",
  });
}
