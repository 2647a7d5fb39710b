// Runs one check over one runtime and says how it went. Never rejects, never hangs.

import { within } from "./child.mjs";

const CHECK_TIMEOUT_MS = 10_000;

/** @param opened a started runtime with `endsAtMs`, when all its checks must be done */
export async function runCheck({ name, says, run, timeoutMs = CHECK_TIMEOUT_MS }, opened) {
  const startedAtMs = Date.now();
  const ends = [];
  const outcome = (ok, detail) => ({ name, says, ok, ms: Date.now() - startedAtMs, ...(detail === undefined ? {} : { detail }) });
  try {
    const limitMs = Math.max(1, Math.min(timeoutMs, opened.endsAtMs - startedAtMs));
    return outcome(true, await within(limitMs, name, run({ ...opened, onEnd: (end) => ends.push(end) })));
  } catch (error) {
    return outcome(false, error.cause === undefined ? error.message : `${error.message}: ${error.cause.message}`);
  } finally {
    for (const end of ends) await end();
  }
}
