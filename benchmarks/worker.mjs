// What is measured runs in a process of its own: nothing one subject compiled, cached or left behind reaches the next.

import { fork } from "node:child_process";

/** Runs a file in a fresh process and gives the one message it sends. Its own output is dropped, but shown if it fails. */
export function runInFreshProcess(file, args = [], execArgv = []) {
  return new Promise((resolve, reject) => {
    const child = fork(file, args, { execArgv, stdio: ["ignore", "pipe", "pipe", "ipc"] });
    let output = "";
    let message;
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.on("message", (value) => {
      message = value;
    });
    child.on("close", (code) => {
      if (code === 0 && message !== undefined) resolve(message);
      else reject(new Error(`${file.pathname.split("/").at(-1)} ${args.join(" ")} ended with code ${code}\n${output}`));
    });
  });
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
