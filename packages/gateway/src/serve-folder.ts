// The program of a folder's child process: loads the tools, says which values they need, serves them on loopback to
// calls signed by the gateway that started it, and ends with it.

import { createServer } from "node:http";
import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import { loadTools } from "@toolcrib/tools/node";
import type { Tool } from "@toolcrib/tools/run";
import type { ChildMessage, ParentMessage } from "./sources/folder-child.ts";

const keyWaiters: ((jwks: string) => void)[] = [];
let tools: Readonly<Record<string, Tool>> = {};
let start: Extract<ParentMessage, { readonly type: "start" }> | undefined;

process.on("message", (message: ParentMessage) => {
  if (message.type === "start") {
    start = message;
    void load(message);
  } else if (message.type === "env") void serve(message.values);
  else for (const resolve of keyWaiters.splice(0)) resolve(message.jwks);
});
process.once("disconnect", () => process.exit());

function say(message: ChildMessage): void {
  process.send?.(message);
}

async function load({ folder, importer }: Extract<ParentMessage, { readonly type: "start" }>): Promise<void> {
  try {
    tools = await loadTools(folder, importer === undefined ? {} : { importFile: await createImportFile(importer, folder) });
    const names = Object.values(tools).flatMap(({ env }) => (Array.isArray(env) ? env : []));
    say({ type: "needs", env: [...new Set(names)].sort() });
  } catch (error) {
    say({ type: "failed", problem: error instanceof Error ? error.message : String(error) });
  }
}

type ImportFile = (path: string) => Promise<unknown>;

async function createImportFile(importer: string, folder: string): Promise<ImportFile> {
  const module = (await import(importer)) as { readonly createImporter: (folder: string) => ImportFile };
  return module.createImporter(folder);
}

/** The gateway's keys, from the gateway itself: it need not be reachable under its public name from here. */
const fetchKeys: typeof globalThis.fetch = async () => {
  const jwks = await new Promise<string>((resolve) => {
    keyWaiters.push(resolve);
    say({ type: "keys" });
  });
  return new Response(jwks, { headers: { "content-type": "application/jwk-set+json" } });
};

async function serve(env: Readonly<Record<string, string>>): Promise<void> {
  if (start === undefined) return;
  const { origin, tenant } = start;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/mcp`;
  try {
    const handler = serveTools(tools, { runtime: origin, tenant, audience: url, env, fetch: fetchKeys, log: () => {} });
    server.on("request", nodeListener(handler));
    say({ type: "listening", url });
  } catch (error) {
    say({ type: "failed", problem: error instanceof Error ? error.message : String(error) });
  }
}
