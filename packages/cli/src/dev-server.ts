// The development server: a folder of tools on a loopback port, loaded anew when a file changes. It verifies its callers
// as a deployed one does, by a runtime of its own; only the key is made here.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { StartError } from "@toolcrib/core";
import { serveTools, type ToolHandler } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import { loadTools } from "@toolcrib/tools/node";
import { createDevKey } from "./dev-key.ts";
import type { Reporter } from "./dev-report.ts";
import { createDevRuntime } from "./dev-runtime.ts";
import { writeDevSession } from "./dev-session.ts";
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
  const runtime = await createDevRuntime();
  const { key, verify } = createDevKey();
  const tools = await load();
  const server = createServer();
  const url = `http://127.0.0.1:${await listen(server, port)}/mcp`;

  let current: Served;
  let removeSession: () => void;
  try {
    current = serve(tools);
    removeSession = writeDevSession({ url, privateKey: runtime.privateKey });
  } catch (error) {
    server.close();
    throw error;
  }
  // Should the process end in another way than by the signal.
  process.once("exit", removeSession);
  server.on("request", (request, response) => current.listener(request, response));

  const stopWatching = watchFolder(folder, async () => {
    try {
      const next = serve(await load());
      current.handler.close();
      current = next;
      report({ event: "reloaded", tools: current.names });
    } catch (error) {
      report({ event: "reload-failed", error });
    }
  });

  signal.addEventListener("abort", () => {
    stopWatching();
    removeSession();
    current.handler.close();
    server.close();
    server.closeAllConnections();
    report({ event: "stopped" });
  });
  report({ event: "serving", url, key, tools: current.names });

  function load(): Promise<Tools> {
    // A new importer each time, so that a file's own imports are read anew too.
    return loadTools(folder, { importFile: createImporter(folder) });
  }

  function serve(tools: Tools): Served {
    const handler = serveTools(tools, {
      ...runtime.options,
      audience: url,
      verify,
      env,
      log: () => {},
      onError: (error, call) => report({ event: "call-failed", tool: call?.tool, error }),
      onReject: ({ code, message }) => report({ event: "caller-refused", code, reason: message }),
    });
    return { handler, listener: nodeListener(handler), names: Object.keys(tools) };
  }
}

/** Listens on this machine alone. @returns the port */
async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(cantListen(port, error)));
    server.listen(port, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

function cantListen(port: number, error: NodeJS.ErrnoException): Error {
  const wayOut = "choose another with --port, or 0 for any free one";
  return new StartError("options_invalid", [
    `port ${port} can't be used: ${error.code === "EADDRINUSE" ? "it is taken" : error.code}; ${wayOut}`,
  ]);
}

type Tools = Awaited<ReturnType<typeof loadTools>>;

interface Served {
  readonly handler: ToolHandler;
  readonly listener: ReturnType<typeof nodeListener>;
  readonly names: readonly string[];
}
