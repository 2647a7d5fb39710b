// The child process of a folder: started with nothing of our environment but what its tools ask for by name.

import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isObject, StartError } from "@toolcrib/core";
import { logOutput } from "./child-output.ts";
import type { SourceEvents } from "./source.ts";

export interface FolderChildParts {
  readonly folder: string;
  /** The URL of a module that exports `createImporter`. */
  readonly importer: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly lookUp: (name: string) => string | undefined;
  readonly issuer: { readonly origin: string; readonly tenant: string; readonly jwks: () => string };
  readonly events: Pick<SourceEvents, "warn" | "mask">;
}

export interface FolderChildLife {
  /** It ended, whoever ended it. */
  readonly onExit: () => void;
  /** Aborted: it is no longer wanted, if it does not serve yet. */
  readonly signal: AbortSignal;
}

export interface FolderChild {
  readonly url: string;
  stop(): void;
}

// Built, it lies beside this file; from the sources it is taken where it was built.
const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../dist/serve-folder.js" : "./serve-folder.js", import.meta.url),
);
/** What a program needs to find its own. */
const INHERITED = ["PATH", "HOME", "TMPDIR", "LANG", "NODE_ENV"];
const START_TIMEOUT_MS = 20_000;
/** From a friendly end to an unfriendly one, in milliseconds. */
const KILL_AFTER_MS = 2_000;

/** What a child says. */
export type ChildMessage =
  | { readonly type: "needs"; readonly env: readonly string[] }
  | { readonly type: "listening"; readonly url: string }
  | { readonly type: "failed"; readonly problem: string }
  | { readonly type: "keys" };

/** What it is told. */
export type ParentMessage =
  | {
      readonly type: "start";
      readonly folder: string;
      readonly importer: string | undefined;
      readonly origin: string;
      readonly tenant: string;
    }
  | { readonly type: "env"; readonly values: Readonly<Record<string, string>> }
  | { readonly type: "keys"; readonly jwks: string };

/**
 * Starts a child and waits until it serves.
 * @throws StartError with what is wrong with the folder, or all that its tools lack; the signal's reason
 */
export function startFolderChild(parts: FolderChildParts, { onExit, signal }: FolderChildLife): Promise<FolderChild> {
  if (signal.aborted) return Promise.reject(signal.reason);
  const inherited = INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  const child = fork(PROGRAM, [], {
    env: Object.fromEntries(inherited),
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    cwd: parts.folder,
  });
  const log = logOutput(parts.events);
  for (const stream of [child.stdout, child.stderr]) if (stream !== null) log(stream);
  const stop = () => endChild(child);
  return new Promise((resolve, reject) => {
    const end = (reason: unknown) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      stop();
      reject(reason);
    };
    const fail = (problem: string) => end(new StartError("tools_invalid", [problem]));
    const onAbort = () => end(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    const timer = setTimeout(() => fail(`the folder was not served within ${START_TIMEOUT_MS} ms`), START_TIMEOUT_MS);
    child.on("message", (message) => {
      const said = message as ChildMessage;
      if (!isObject(said)) return;
      if (said.type === "needs") answerNeeds(child, said.env, parts, fail);
      else if (said.type === "keys") tell(child, { type: "keys", jwks: parts.issuer.jwks() });
      else if (said.type === "failed") fail(said.problem);
      else if (said.type === "listening") {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        resolve({ url: said.url, stop });
      }
    });
    child.once("error", (error) => fail(`the child process could not be started: ${error.message}`));
    child.once("exit", (code, killedBy) => {
      fail(`its process ended (${killedBy ?? `code ${code}`})`);
      onExit();
    });
    tell(child, {
      type: "start",
      folder: parts.folder,
      importer: parts.importer,
      origin: parts.issuer.origin,
      tenant: parts.issuer.tenant,
    });
  });
}

function answerNeeds(
  child: ChildProcess,
  names: readonly string[],
  { env, lookUp }: FolderChildParts,
  fail: (problem: string) => void,
): void {
  const values = names.map((name) => [name, env[name] ?? lookUp(name)] as const);
  const missing = values.filter(([, value]) => value === undefined || value === "").map(([name]) => name);
  if (missing.length > 0) fail(`its tools need ${missing.join(", ")}; set them in the gateway's environment, or under env of the source`);
  else tell(child, { type: "env", values: Object.fromEntries(values) as Record<string, string> });
}

function tell(child: ChildProcess, message: ParentMessage): void {
  if (child.connected) child.send(message, () => {});
}

function endChild(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS);
  timer.unref();
  child.once("exit", () => clearTimeout(timer));
}
