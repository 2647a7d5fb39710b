// Processes, each started and ended by its own pid.

import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const START_TIMEOUT_MS = 60_000;
const folder = fileURLToPath(new URL("..", import.meta.url));
const children = new Set();

/** A port of 127.0.0.1 that nobody listens on. A server has to know its public origin before it listens. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Runs a command to its end. */
export async function run(command, args) {
  const child = start(command, args);
  if ((await child.ended) !== 0) throw new Error(`${args.join(" ")} failed:\n${child.output()}`);
}

/** Starts a server and waits until it listens. */
export async function startServer(command, args, { port, env, cwd }) {
  const child = start(command, args, env, cwd);
  const deadline = AbortSignal.timeout(START_TIMEOUT_MS);
  let hasEnded = false;
  void child.ended.then(() => {
    hasEnded = true;
  });
  while (!(await isListening(port))) {
    if (hasEnded || deadline.aborted) {
      await child.stop();
      throw new Error(`${args.join(" ")} does not listen on port ${port}:\n${child.output()}`);
    }
    await wait(25);
  }
  return child;
}

/** Ends whatever still runs. */
export function stopAll() {
  for (const child of children) child.kill("SIGKILL");
}

function start(command, args, env = {}, cwd = folder) {
  const quiet = { NEXT_TELEMETRY_DISABLED: "1", DENO_NO_UPDATE_CHECK: "1", DO_NOT_TRACK: "1" };
  // Next takes only values of its own for NODE_ENV; a test runner sets another.
  const { NODE_ENV: _ofTheRunner, ...inherited } = process.env;
  const child = spawn(command, args, { cwd, env: { ...inherited, ...quiet, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  children.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise((resolve) => {
    child.on("error", (error) => {
      output += error.message;
      resolve(1);
    });
    child.on("exit", (code) => resolve(code ?? 1));
  }).finally(() => children.delete(child));
  const stop = () => {
    child.kill("SIGKILL");
    return ended;
  };
  return { ended, stop, output: () => output };
}

function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
