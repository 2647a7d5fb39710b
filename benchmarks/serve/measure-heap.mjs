// Memory that calls leave behind: what is still held after a garbage collection at 10,000 calls and at 100,000.

import { setImmediate } from "node:timers/promises";
import { call } from "./call.mjs";
import { requestOf } from "./request.mjs";
import { createHandler, revision } from "./subjects/toolcrib.mjs";

const FIRST_CALLS = 10_000;
const ALL_CALLS = 100_000;

const handler = await createHandler();
const newRequest = requestOf(revision);

/** Finalizers run between two turns of the event loop, so it takes a turn and a second collection to see their effect. */
async function heldBytes() {
  globalThis.gc();
  await setImmediate();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

await call(handler, newRequest, FIRST_CALLS);
const firstBytes = await heldBytes();
await call(handler, newRequest, ALL_CALLS - FIRST_CALLS);
const allBytes = await heldBytes();
process.send({ firstBytes, allBytes, growthBytes: allBytes - firstBytes });
