// Processes that never outlive this one, however it ends. Each leads a group of its own, so that ending it by its id
// ends what it started, too: npx puts a shell between itself and the command.

import { spawn } from "node:child_process";

/** What no child inherits: npm's settings come from the workshop's own npmrc alone, and Node looks nowhere but in node_modules. */
const NOT_INHERITED = /^(npm_|pnpm_|NODE_OPTIONS$|NODE_PATH$|NODE_ENV$|INIT_CWD$)/i;
/** How long one command may take, in milliseconds, when nothing else is said. */
const RUN_TIMEOUT_MS = 60_000;

const running = new Set();
let isOver = false;
process.once("exit", () => {
  for (const { child } of running) endGroup(child);
});

/** Ends every process, waits until it is gone, and lets none start. */
export async function stopAll() {
  isOver = true;
  await Promise.all([...running].map((one) => one.stop()));
}

/** The environment without what leads elsewhere, and with `more`. */
export function cleanEnvironment(more = {}) {
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name))), ...more };
}

/** Starts a process; `output()` is all it has said, `ended` what it ended with. */
export function start(program, args, options) {
  if (isOver) throw new Error("no process is started any more");
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], detached: true, ...options });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) {
    child[name]?.setEncoding("utf8").on("data", (text) => {
      said[name] += text;
    });
  }
  const ended = new Promise((resolve) => {
    child.once("error", (error) => resolve(`could not start: ${error.message}`));
    child.once("close", (code, signal) => resolve(code ?? signal));
  }).finally(() => running.delete(started));
  const started = {
    child,
    said,
    ended,
    output: () => `${said.stdout}${said.stderr}`.trim(),
    async stop() {
      endGroup(child);
      return ended;
    },
  };
  running.add(started);
  return started;
}

/**
 * Runs a command to its end.
 * @returns what it said
 * @throws Error with all it said, where it ended with anything but 0 or took too long
 */
export async function run(program, args, { timeoutMs = RUN_TIMEOUT_MS, ...options } = {}) {
  const started = start(program, args, options);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    started.stop();
  }, timeoutMs);
  const code = await started.ended;
  clearTimeout(timer);
  if (isLate) throw new Error(`did not end within ${timeoutMs} ms: ${started.output()}`);
  if (code !== 0) throw new Error(`ended with ${code}: ${started.output()}`);
  return started.said;
}

/** SIGKILL, since nothing here has anything to save. */
function endGroup(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    // It ended in between.
    if (error.code !== "ESRCH") throw error;
  }
}
