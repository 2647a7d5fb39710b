// The development server: a folder of tools on a loopback port, loaded anew when a file changes.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { StartError } from "@toolcrib/core";
import { serveTools, type ToolHandler } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import { loadTools } from "@toolcrib/tools/node";
import type { Reporter } from "./dev-report.ts";
import { createImporter } from "./import-typescript.ts";
import { watchFolder } from "./watch-folder.ts";

export interface DevServerOptions {
  readonly folder: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Where the tools' declared `env` values come from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly report: Reporter;
  /** Aborted to stop watching and serving; running calls are cut off. */
  readonly signal: AbortSignal;
}

/**
 * Starts serving.
 * @throws StartError when the tools can't be loaded the first time; later failures keep the tools from before
 */
export async function startDevServer({ folder, port, env, report, signal }: DevServerOptions): Promise<void> {
  let current = await load();
  const server = createServer((request, response) => current.listener(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(cantListen(port, error)));
    server.listen(port, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;

  const stopWatching = watchFolder(folder, async () => {
    try {
      const next = await load();
      current.handler.close();
      current = next;
      report({ event: "reloaded", tools: current.names });
    } catch (error) {
      report({ event: "reload-failed", error });
    }
  });

  signal.addEventListener("abort", () => {
    stopWatching();
    current.handler.close();
    server.close();
    server.closeAllConnections();
    report({ event: "stopped" });
  });
  report({ event: "serving", url, tools: current.names });

  async function load(): Promise<Loaded> {
    // A new importer each time, so that a file's own imports are read anew too.
    const tools = await loadTools(folder, { importFile: createImporter(folder) });
    const handler = serveTools(tools, {
      auth: "none",
      env,
      log: () => {},
      onError: (error, call) => report({ event: "call-failed", tool: call?.tool, error }),
    });
    return { handler, listener: nodeListener(handler), names: Object.keys(tools) };
  }
}

function cantListen(port: number, error: NodeJS.ErrnoException): Error {
  const wayOut = "choose another with --port, or 0 for any free one";
  return new StartError("options_invalid", [
    `port ${port} can't be used: ${error.code === "EADDRINUSE" ? "it is taken" : error.code}; ${wayOut}`,
  ]);
}

interface Loaded {
  readonly handler: ToolHandler;
  readonly listener: ReturnType<typeof nodeListener>;
  readonly names: readonly string[];
}
