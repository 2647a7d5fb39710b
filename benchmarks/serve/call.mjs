import { setImmediate } from "node:timers/promises";

/**
 * How many calls follow each other without a turn of the event loop. In a loop that never turns no timer is due, no
 * finalizer runs and nothing behind a WeakRef can go; no server lives like that, and a collector works otherwise then.
 * A turn after every call would measure the turn.
 */
const CALLS_A_TURN = 50;

/** Calls one after the other, each from its request to the last character of its answer. */
export async function call(handler, newRequest, count) {
  for (let index = 1; index <= count; index += 1) {
    const response = await handler(newRequest());
    await response.text();
    if (index % CALLS_A_TURN === 0) await setImmediate();
  }
}
