// The development server: a folder of tools on a loopback port, loaded anew when a file changes.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
}

export interface DevServer {
  readonly url: string;
  /** Stops watching and serving; running calls are cut off. */
  close(): void;
}

/**
 * Starts serving.
 * @throws StartError when the tools can't be loaded the first time; later failures keep the tools from before
 */
export async function startDevServer({ folder, port, env, report }: DevServerOptions): Promise<DevServer> {
  let current = await load();
  const server = createServer((request, response) => current.listener(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  report({ event: "serving", url, tools: current.names });

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

  return {
    url,
    close() {
      stopWatching();
      current.handler.close();
      server.close();
      server.closeAllConnections();
      report({ event: "stopped" });
    },
  };
}

interface Loaded {
  readonly handler: ToolHandler;
  readonly listener: ReturnType<typeof nodeListener>;
  readonly names: readonly string[];
}
