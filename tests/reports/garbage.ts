// What a process still holds on to: for tests that look at what calls leave behind.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { onTestFinished, vi } from "vitest";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes of the heap that are still reachable, once everything that has to end has had its turn. */
export async function heldBytes(): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  return process.memoryUsage().heapUsed;
}

/** Sockets, servers, watchers and workers of this process. Its timers are the test runner's too, and are counted by {@link countTimers}. */
export function openHandles(): readonly string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => /TCP|UDP|Server|FSEvent|Worker|Message/.test(name))
    .sort();
}

/** From now until the test ends: how many timers are running that were started through the globals. */
export function countTimers(): () => number {
  const running = new Set<unknown>();
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  const start = (timer: unknown) => running.add(timer);
  vi.stubGlobal("setTimeout", (handler: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    const timer = setTimeout(() => {
      running.delete(timer);
      handler(...args);
    }, ms);
    start(timer);
    return timer;
  });
  vi.stubGlobal("setInterval", (handler: () => void, ms?: number) => {
    const timer = setInterval(handler, ms);
    start(timer);
    return timer;
  });
  const stop = (clear: (timer: NodeJS.Timeout) => void) => (timer: NodeJS.Timeout) => {
    running.delete(timer);
    clear(timer);
  };
  vi.stubGlobal("clearTimeout", stop(clearTimeout));
  vi.stubGlobal("clearInterval", stop(clearInterval));
  onTestFinished(() => void vi.unstubAllGlobals());
  return () => running.size;
}
