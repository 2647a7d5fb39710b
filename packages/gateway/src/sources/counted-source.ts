// A source that knows how many calls of it run, so that one that is replaced can end after the last of them.

import type { Source } from "./source.ts";

export interface CountedSource extends Source {
  /** Resolves when no call runs. */
  idle(): Promise<void>;
}

export function countCalls(source: Source): CountedSource {
  let running = 0;
  let waiters: (() => void)[] = [];
  return {
    kind: source.kind,
    list: (signal) => source.list(signal),
    async call(tool, args, context) {
      running += 1;
      try {
        return await source.call(tool, args, context);
      } finally {
        running -= 1;
        if (running === 0) {
          for (const resolve of waiters) resolve();
          waiters = [];
        }
      }
    },
    ...(source.hold === undefined ? {} : { hold: (material: string) => source.hold?.(material) ?? Promise.resolve() }),
    close: () => source.close(),
    idle: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
  };
}
