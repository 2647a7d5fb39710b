// The child processes of a folder: the one that calls go to, and those it took over from, until their last call has ended.

import { UpstreamError } from "../upstream/upstream-error.ts";
import { type FolderChild, type FolderChildParts, startFolderChild } from "./folder-child.ts";

export type StartingChild = Promise<FolderChild>;

export class FolderChildren {
  readonly #parts: FolderChildParts;
  readonly #onEnd: () => void;
  readonly #closing = new AbortController();
  /** Calls that run, by the child they were made to. */
  readonly #calls = new Map<StartingChild, number>();
  #current: StartingChild | undefined;

  /** @param onEnd the one that calls go to has ended, and not because it was told to */
  constructor(parts: FolderChildParts, onEnd: () => void) {
    this.#parts = parts;
    this.#onEnd = onEnd;
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** The one that calls go to; started where there is none. */
  current(): StartingChild {
    this.#current ??= this.#start();
    return this.#current;
  }

  /**
   * Starts another one, which takes over once it serves.
   * @param onReplaced at that moment
   * @throws what the new one can't be started for; the old one stays then
   */
  async replace(onReplaced: () => void): Promise<void> {
    const next = this.#start();
    await next;
    const before = this.#current;
    this.#current = next;
    onReplaced();
    if (before !== undefined && !this.#calls.has(before)) await stop(before);
  }

  /** Runs a call that is made to this one; it is not stopped before. */
  async keepFor<Value>(child: StartingChild, run: () => Promise<Value>): Promise<Value> {
    this.#calls.set(child, (this.#calls.get(child) ?? 0) + 1);
    try {
      return await run();
    } finally {
      const running = (this.#calls.get(child) ?? 1) - 1;
      if (running > 0) this.#calls.set(child, running);
      else this.#calls.delete(child);
      if (running === 0 && child !== this.#current) void stop(child);
    }
  }

  /** It is of no use any more: the next call gets another one. */
  async drop(child: StartingChild): Promise<void> {
    if (this.#current === child) this.#current = undefined;
    await stop(child);
  }

  async close(): Promise<void> {
    this.#closing.abort(new UpstreamError("source_unreachable", "the gateway is closing"));
    const all = new Set([...this.#calls.keys(), ...(this.#current === undefined ? [] : [this.#current])]);
    await Promise.all([...all].map(stop));
  }

  #start(): StartingChild {
    const onExit = () => {
      // A child that was replaced ends unheard.
      if (this.#current !== starting) return;
      this.#current = undefined;
      if (!this.isClosed) this.#onEnd();
    };
    const starting = startFolderChild(this.#parts, { onExit, signal: this.#closing.signal });
    starting.catch(() => {
      if (this.#current === starting) this.#current = undefined;
    });
    return starting;
  }
}

async function stop(child: StartingChild): Promise<void> {
  (await child.catch(() => undefined))?.stop();
}
