// Processes that a bench starts, and that end with it.

import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

export async function forkAndWait(file, args = []) {
  const child = fork(new URL(file, import.meta.url), args, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const [message] = await once(child, "message");
  return { ...message, pid: child.pid, stop: () => stop(child) };
}

/** A program that says nothing when it is ready: its port is tried until it answers. */
export async function spawnAndTry(command, args, url, options = {}) {
  const child = spawn(command, args, { stdio: "ignore", ...options });
  for (let tries = 0; tries < 150; tries += 1) {
    const isUp = await fetch(url, { method: "GET", signal: AbortSignal.timeout(500) }).then(
      (answer) => {
        answer.body?.cancel();
        return true;
      },
      (error) => error.name === "TimeoutError",
    );
    if (isUp) return { url, pid: child.pid, stop: () => stop(child) };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop(child);
  throw new Error(`${command} did not answer at ${url}`);
}

export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  if (child.connected) child.disconnect();
  child.kill("SIGTERM");
  await once(child, "exit");
}
