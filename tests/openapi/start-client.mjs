// Runs the client of one runtime, in a process of its own, against a recorder of its own.

import { startChild, within } from "../runtimes/child.mjs";
import { startRecorder } from "./recorder.mjs";

/** How long one runtime may take for all cases, in milliseconds; they take about three seconds. */
const TIMEOUT_MS = 60_000;

/** @returns what was recorded, one for each case */
export async function runClient({ program, args, cwd, isServer = false }, cases) {
  const recorder = await startRecorder(cases);
  const child = startChild(program, await args(), { cwd, env: { ...process.env, CONTROL_ORIGIN: recorder.controlOrigin } });
  if (isServer) child.onLine((line) => askOnce(line));
  const ended = child.ended.then((code) => {
    throw new Error(`the client ended with ${code}:\n${child.said.join("\n")}`);
  });
  try {
    await within(TIMEOUT_MS, "the cases", Promise.race([recorder.finished, ended]));
    return recorder.records;
  } finally {
    ended.catch(() => {});
    await child.stop();
    recorder.close();
  }
}

/** workerd says where it listens, and its Worker runs when it is asked. */
function askOnce(line) {
  if (!line.startsWith('{"event":"listen"')) return;
  // It is asked for what it does, not for what it answers; that it failed is seen when nothing is finished.
  fetch(`http://127.0.0.1:${JSON.parse(line).port}/`).catch(() => {});
}
