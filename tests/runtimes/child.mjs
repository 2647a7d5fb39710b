// Processes that never outlive this one, however it ends, and that are ended by their own id.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** What a process said last, for the report of a failure. */
const SAID_LINES = 80;
/** `node --test` runs each file in a process of its own. In a group, what a child started ends with it. */
const HAS_GROUPS = process.platform !== "win32";

const running = new Set();
process.once("exit", () => {
  for (const child of running) kill(child);
});

/** Starts a process; `said` are its last lines, `ended` gives its exit code, the signal that ended it, or why it did not start. */
export function startChild(program, args, options) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], detached: HAS_GROUPS, ...options });
  running.add(child);
  const said = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      said.push(line);
      if (said.length > SAID_LINES) said.shift();
      child.emit("line", line);
    });
  }
  const ended = new Promise((resolve) => {
    child.once("error", (error) => resolve(`could not start: ${error.message}`));
    child.once("close", (code, signal) => resolve(code ?? signal));
  }).finally(() => running.delete(child));
  return {
    said,
    ended,
    onLine: (listener) => child.on("line", listener),
    async stop() {
      kill(child);
      await ended;
    },
  };
}

function kill(child) {
  if (child.pid === undefined || !running.has(child)) return;
  try {
    process.kill(HAS_GROUPS ? -child.pid : child.pid, "SIGKILL");
  } catch {
    // It has ended by itself, and its last words are still on their way.
  }
}

/** What `promise` gives, or an error that says what took too long. */
export async function within(ms, what, promise) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
