// A gateway that runs: listens, follows its file, and leaves without losing a call.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname } from "node:path";
import type { Gateway } from "@toolcrib/gateway";
import { nodeListener } from "@toolcrib/server/node";
import { toClientConfigurations } from "./client-configurations.ts";
import { CommandFailed } from "./command-failed.ts";
import { readDefinitionFile } from "./definition-file.ts";
import { startGateway } from "./gateway-start.ts";
import type { Log } from "./log.ts";
import { watchFile } from "./watch-file.ts";

/** Longer than the 60 s that proxies keep an idle connection: the one that closes it last must not be this side. */
const KEEP_ALIVE_MS = 65_000;

export interface GatewayServing {
  readonly file: string;
  readonly stateFile: string | undefined;
  /** Nobody has written a definition yet. */
  readonly isStarter: boolean;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Default: this machine, at the port. */
  readonly origin: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly json: boolean;
  readonly allowLocalByApi: boolean;
  /** Another key for the API, though there are some. */
  readonly makesKey: boolean;
  readonly log: Log;
}

/** Serves until a signal ends it. */
export async function serveGateway(options: GatewayServing): Promise<void> {
  const { file, stateFile, host, port, env, log } = options;
  const server = createServer();
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const taken = await listen(server, host, port);
  const origin = options.origin ?? `http://127.0.0.1:${taken}`;
  const gateway = await startGateway({
    file,
    origin,
    stateFile,
    env,
    allowLocalByApi: options.allowLocalByApi,
    log: (line) => log("warn", line.replace(/^toolcrib: /, "")),
    onError: (error) => log("error", error instanceof Error ? error.message : String(error)),
  }).catch((error: unknown) => {
    server.close();
    throw error;
  });
  const listener = nodeListener(gateway.fetch);
  server.on("request", listener);
  const stopWatching = options.isStarter ? () => {} : watchFile(file, () => reload(gateway, options));

  // Listened to before anything is said, so that whoever read "serving" can end it.
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => void stop(name));
  announce(gateway, origin, makeKey(gateway, options), options);

  async function stop(signal: string): Promise<void> {
    log("info", `${signal}: running calls are finished first`);
    stopWatching();
    await listener.drain(server, signal === "SIGINT" ? { graceMs: 0 } : {});
    await gateway.close();
    log("info", "stopped");
  }
}

async function reload(gateway: Gateway, { file, log }: GatewayServing): Promise<void> {
  try {
    await gateway.update(await readDefinitionFile(file));
    log("info", `${basename(file)} was taken anew`);
  } catch (error) {
    log(
      "error",
      `${basename(file)} was not taken, the one from before is still served: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** A key for the API, where there is none or another is asked for. */
function makeKey({ apiKeys }: Gateway, { makesKey }: GatewayServing): string | undefined {
  const isFirst = apiKeys.list().length === 0;
  if (!isFirst && !makesKey) return undefined;
  return apiKeys.create({ name: isFirst ? "first" : "new", scopes: ["read", "approve", "write"] }).key;
}

function announce(gateway: Gateway, origin: string, operatorKey: string | undefined, { file, json, isStarter, log }: GatewayServing): void {
  if (json) return void console.log(JSON.stringify({ event: "serving", origin, agents: gateway.agents, operatorKey }));
  console.log(`Serving ${isStarter ? "a starter definition" : file} at ${origin}`);
  if (isStarter) console.log("One of your own: npx toolcrib init");
  for (const [name, { url, token }] of Object.entries(gateway.agents)) {
    console.log(`\nagent ${name}: ${url}`);
    if (token === undefined) console.log(`  its token was shown when it was made; toolcrib agents rotate ${name} makes another`);
    else {
      console.log(`  token: ${token}`);
      for (const { client, text } of toClientConfigurations("toolcrib", { url, token })) console.log(`  ${client}:\n    ${text}`);
    }
  }
  if (operatorKey !== undefined)
    console.log(`\nA key for the API, shown this once; for toolcrib agents, keys and runs:\n  export TOOLCRIB_API_KEY=${operatorKey}`);
  console.log(`\nWhat each agent gets: npx toolcrib check ${isStarter ? "" : basename(file)}`.trimEnd());
  log("info", `started in ${dirname(file)}`);
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", ({ code }: NodeJS.ErrnoException) => {
      const why = code === "EADDRINUSE" ? "it is taken" : code;
      if (code !== "EADDRINUSE" && code !== "EACCES")
        return reject(new CommandFailed(`host ${host} can't be listened on: ${code}; give an address of this machine with --host`));
      reject(new CommandFailed(`port ${port} can't be used: ${why}; choose another with --port, or 0 for any free one`));
    });
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}
