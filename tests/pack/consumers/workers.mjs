// A Worker: one tool, bundled as Cloudflare's own bundler does it, in the real workerd. The runtime that signs is the
// installed @toolcrib/testing, whose keys this process serves on loopback, since a Worker reads no memory but its own.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { bundle } from "../bundle.mjs";
import { start } from "../processes.mjs";
import { findWorkerd } from "../programs.mjs";
import { QUICKSTART } from "../quickstart.mjs";

const START_TIMEOUT_MS = 20_000;

const WORKER = `import { env } from "cloudflare:workers";
import { serveTools } from "@toolcrib/server";
import { refund } from "./refund.js";

const keys: typeof fetch = (_url, init) => fetch(env.KEYS_URL, init);
const handler = serveTools({ refund }, { runtime: env.RUNTIME, tenant: env.TENANT, fetch: keys });
export default { fetch: (request: Request) => handler(request) };
`;

const toConfig = (bindings) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "tools", worker = .tools), (name = "loopback", network = (allow = ["private", "local"]))],
  sockets = [(name = "tools", address = "127.0.0.1:0", http = (), service = "tools")],
);
const tools :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.out.js")],
  compatibilityDate = "2026-11-17",
  compatibilityFlags = ["no_nodejs_compat", "no_nodejs_compat_v2"],
  bindings = [${Object.entries(bindings).map(([name, text]) => `(name = "${name}", text = "${text}")`)}],
  globalOutbound = "loopback",
);
`;

export async function checkWorkers({ npm, report }) {
  const group = "Workers";
  const workerd = findWorkerd();
  if (workerd === undefined) return report.skip(group, "workerd");
  const folder = await report.value(group, "npm install", () => npm.install("workers", QUICKSTART));
  if (folder === undefined) return;
  const { testRuntime } = createRequire(join(folder, "worker.js"))("@toolcrib/testing");
  const runtime = await testRuntime();
  const keys = await serveKeys(runtime.options.fetch);
  let server;
  try {
    const url = await report.value(group, "bundle starts", async () => {
      const conditions = ["workerd", "worker", "browser"];
      await bundle(folder, "worker", WORKER, { conditions, external: ["cloudflare:*"] });
      const { runtime: RUNTIME, tenant: TENANT } = runtime.options;
      await writeFile(join(folder, "worker.capnp"), toConfig({ RUNTIME, TENANT, KEYS_URL: keys.url }));
      server = start(workerd, ["serve", "--control-fd=1", "worker.capnp"], { cwd: folder, env: npm.env });
      return `http://127.0.0.1:${await findPort(server)}/mcp`;
    });
    if (url === undefined) return;
    await report.check(group, "a call that nobody signed is 401", async () => {
      const request = await runtime.request(url, "refund", { orderId: "A1" });
      request.headers.delete("authorization");
      const { status } = await fetch(request);
      assert.equal(status, 401, server.output());
    });
    await report.check(group, "a signed call is answered", async () => {
      const result = await runtime.callTool(fetch, url, "refund", { orderId: "A1" });
      assert.equal(result.structuredContent?.refundId, "R-A1", `${JSON.stringify(result)} ${server.output()}`);
    });
  } finally {
    await server?.stop();
    keys.close();
  }
}

/** The port that workerd says it listens on. */
function findPort(server) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`workerd does not listen: ${server.output()}`)), START_TIMEOUT_MS);
    server.ended.then((code) => reject(new Error(`workerd ended with ${code}: ${server.output()}`)));
    server.child.stdout.on("data", () => {
      const port = /"event":"listen".*"port":(\d+)/.exec(server.said.stdout)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(port);
    });
  });
}

async function serveKeys(answer) {
  const server = createServer(async (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(await (await answer()).text());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/keys`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
