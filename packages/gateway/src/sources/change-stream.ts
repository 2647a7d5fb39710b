// Hears when a server's tools change, where it says so: over `subscriptions/listen` in 2026-07-28, over the stream of a
// GET before. Such a stream dies without a word, so it is opened again, later each time, and the list asked for anew.

import { setTimeout } from "node:timers/promises";
import { UPSTREAM_LIST_MAX_CHARS } from "@toolcrib/core";
import type { Connected } from "../upstream/connect.ts";
import { toStatelessMeta } from "../upstream/envelope.ts";
import { HttpConnection } from "../upstream/http-connection.ts";

/** Between two attempts, in milliseconds. */
const RETRY_MS = { first: 1_000, most: 60_000 } as const;

export class ChangeStream {
  readonly #onChange: () => void;
  #following: AbortController | undefined;
  #isClosed = false;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Follows a new session; the one before is no longer heard. */
  follow({ client, era, tellsChanges }: Connected): void {
    this.#following?.abort();
    this.#following = undefined;
    const { connection } = client;
    // The other transports carry notifications on the stream they have.
    if (!tellsChanges || this.#isClosed || !(connection instanceof HttpConnection)) return;
    const controller = new AbortController();
    this.#following = controller;
    void this.#run(
      era === "stateless" ? listenStateless(connection) : (signal) => connection.listen(signal, UPSTREAM_LIST_MAX_CHARS),
      controller.signal,
    );
  }

  close(): void {
    this.#isClosed = true;
    this.#following?.abort();
  }

  async #run(listen: (signal: AbortSignal) => Promise<unknown>, signal: AbortSignal): Promise<void> {
    for (let waitMs: number = RETRY_MS.first; !signal.aborted; waitMs = Math.min(waitMs * 2, RETRY_MS.most)) {
      const startedMs = performance.now();
      await listen(signal).catch(() => {});
      if (signal.aborted) return;
      if (performance.now() - startedMs > RETRY_MS.most) waitMs = RETRY_MS.first;
      await setTimeout(waitMs, undefined, { signal, ref: false }).catch(() => {});
      // Whatever happened in between was not heard.
      if (!signal.aborted) this.#onChange();
    }
  }
}

function listenStateless(connection: HttpConnection): (signal: AbortSignal) => Promise<unknown> {
  return (signal) =>
    connection.request({
      method: "subscriptions/listen",
      params: { notifications: { toolsListChanged: true }, _meta: toStatelessMeta({}, { mayAsk: false }) },
      signal,
      maxChars: UPSTREAM_LIST_MAX_CHARS,
    });
}
