// What a caller hears while its call runs.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";

export const progress = {
  name: "progress",
  says: "progress is streamed as it happens, in order, and the result ends the stream",
  async run({ client }) {
    const key = randomUUID();
    const heard = [];
    for await (const { method, params, result } of client.stream("steps", { key })) {
      heard.push(method === "notifications/progress" ? params.message : result.content[0].text);
      // Its handler is waiting for this: an answer that is held back to its end never comes to one.
      if (heard.length === 1) await client.result("open_gate", { key });
    }
    assert.deepEqual(heard, ["step 1", "step 2", "step 3", "all steps taken"]);
  },
};

const SILENCE_MS = 12_500;
/** What a client accepts decides when its answer becomes a stream: after some seconds, or at once. */
const ACCEPTS = ["application/json, text/event-stream", "text/event-stream"];

export const silence = {
  name: "silence",
  says: `a call that says nothing for ${SILENCE_MS} ms ends with its result, at each runtime's own idle timeouts`,
  timeoutMs: 20_000,
  // It does nothing but wait, so it waits beside the others.
  isAside: true,
  async run({ client }) {
    const startedAtMs = Date.now();
    // A stream that opens late has its first bytes on the way, and they alone would keep Bun's ten seconds from passing.
    const answers = ACCEPTS.map((accept) => client.result("silence", { ms: SILENCE_MS }, { headers: { accept } }));
    assert.deepEqual(await Promise.all(answers), ["still here", "still here"]);
    // A timer may be early by one.
    assert.ok(Date.now() - startedAtMs >= SILENCE_MS - 1);
  },
};
