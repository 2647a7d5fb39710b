// The tools that every runtime serves, the same file on each. A handler writes down what it saw, and `seen` tells it
// to a client that asks later, over a request of its own: so nothing but the server answers for what happened in it.

import { tool } from "@toolcrib/tools";

/** How often a handler looks whether it may go on, and how long it looks, in milliseconds. */
const LOOK_MS = 5;
const GATE_TIMEOUT_MS = 5_000;
/** How long `linger` stays when nobody aborts it, and how often it reports while it is busy, in milliseconds. */
const LINGER_MS = 12_000;
const BUSY_MS = 20;

const string = { type: "string" };
const input = (properties) => ({ type: "object", properties, required: Object.keys(properties), additionalProperties: false });
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What was seen, by the key that the client chose. Plain values alone: in workerd nothing else outlives its request. */
const notes = new Map();
function note(key) {
  const kept = notes.get(key) ?? { starts: 0 };
  notes.set(key, kept);
  return kept;
}

/** Calls of `mingle` that are running now. */
let running = 0;

const define = (description, properties, execute, more = {}) =>
  tool({ description, input: input(properties), effects: "none", execute, ...more });

export const tools = {
  who: define("Says for whom it was called", { key: string }, ({ key }, { identity }) => {
    note(key).starts += 1;
    return { subject: identity.subject };
  }),

  seen: define("Says what the handlers of other calls saw", { key: string }, ({ key }) => note(key)),

  open_gate: define("Lets a waiting handler go on", { key: string }, ({ key }) => {
    note(key).isOpen = true;
  }),

  steps: define("Reports a step, waits for the gate, then takes two more", { key: string }, async ({ key }, context) => {
    context.progress("step 1", { progress: 1, total: 3 });
    const endsAtMs = Date.now() + GATE_TIMEOUT_MS;
    while (note(key).isOpen !== true) {
      if (Date.now() > endsAtMs) throw new Error("the gate stayed shut: nobody heard of the first step");
      await sleep(LOOK_MS);
    }
    context.progress("step 2", { progress: 2, total: 3 });
    await sleep(LOOK_MS);
    context.progress("step 3", { progress: 3, total: 3 });
    return "all steps taken";
  }),

  linger: define(
    "Stays until its caller leaves",
    { key: string, how: { enum: ["waiting", "quiet", "busy"] } },
    async ({ key, how }, context) => {
      const kept = note(key);
      context.signal.addEventListener("abort", () => {
        kept.abortedAtMs = Date.now();
        kept.reason = context.signal.reason.code;
      });
      if (how !== "waiting") context.progress("staying");
      kept.starts += 1;
      for (const endsAtMs = Date.now() + LINGER_MS; Date.now() < endsAtMs && !context.signal.aborted; await sleep(BUSY_MS)) {
        if (how === "busy") context.progress("still staying");
      }
    },
  ),

  silence: define(
    "Says nothing for a while",
    { ms: { type: "integer" } },
    async ({ ms }) => {
      await sleep(ms);
      return "still here";
    },
    { timeoutMs: 20_000 },
  ),

  mingle: define("Says for whom it was called, before and after waiting", { waitMs: { type: "integer" } }, async ({ waitMs }, context) => {
    running += 1;
    const before = context.identity.subject;
    await sleep(waitMs);
    const together = running;
    await sleep(waitMs);
    running -= 1;
    return { before, after: context.identity.subject, together };
  }),
};
