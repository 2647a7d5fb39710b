// A client that leaves: how long until its handler's signal says so. Both ends read the clock of one machine.
//
// workerd learns that a client left when it next writes to it, and from nothing else (cloudflare/workerd#4185). So there
// a call that waits for its answer can't be told, one that reports progress is told at once, and one whose stream is
// quiet is told by the heartbeat.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { HEARTBEAT_MS } from "@toolcrib/core";

const ABORT_MAX_MS = 100;
/** One measurement on a busy machine can be late; all of them are only if the server is. */
const TRIES = 3;
const LOOK_MS = 10;
/** How much longer than allowed an abort is waited for before it counts as never seen, in milliseconds. */
const GIVE_UP_MS = 2_000;

const notOnWorkerd = ({ name }) => name !== "workerd";
const onWorkerd = ({ name }) => name === "workerd";
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const leaving = (how, says, { maxMs = ABORT_MAX_MS, tries = TRIES, ...rest } = {}) => ({
  name: `leaves ${how}`,
  says: `a client that leaves ${says} aborts its handler's signal within ${maxMs} ms`,
  async run({ client }) {
    const delays = [];
    while (delays.length < tries) {
      delays.push(await measure(client, how, maxMs));
      if (delays.at(-1) <= maxMs) return `${delays.at(-1)} ms`;
    }
    assert.fail(`the abort came after ${delays.join(", ")} ms`);
  },
  ...rest,
});

export const leavesWaiting = leaving("waiting", "before it has an answer", { isFor: notOnWorkerd });
export const leavesQuiet = leaving("quiet", "a stream on which nothing happens", { isFor: notOnWorkerd });
export const leavesBusy = leaving("busy", "a stream that is being written");
export const leavesHeartbeat = {
  ...leaving("quiet", "a stream on which nothing but a heartbeat happens", { maxMs: HEARTBEAT_MS + ABORT_MAX_MS, tries: 1 }),
  name: "leaves heartbeat",
  isFor: onWorkerd,
  isAside: true,
  timeoutMs: 15_000,
};

/** Milliseconds from the client's leaving to the abort in the handler. */
async function measure(client, how, maxMs) {
  const key = randomUUID();
  const sent = await client.send("linger", { key, how });
  if (how !== "waiting") await sent.firstBytes;
  await until(client, key, ({ starts }) => starts === 1, "the call never started", GIVE_UP_MS);
  const leftAtMs = Date.now();
  sent.leave();
  const { abortedAtMs, reason } = await until(
    client,
    key,
    (seen) => seen.abortedAtMs !== undefined,
    "the abort was never seen",
    maxMs + GIVE_UP_MS,
  );
  assert.equal(reason, "client_disconnected");
  return abortedAtMs - leftAtMs;
}

/** Asks the server, by calls of their own, what it has seen. */
async function until(client, key, isThere, otherwise, ms) {
  for (const endsAtMs = Date.now() + ms; Date.now() < endsAtMs; await sleep(LOOK_MS)) {
    const seen = await client.result("seen", { key });
    if (isThere(seen)) return seen;
  }
  assert.fail(`${otherwise} in ${ms} ms`);
}
