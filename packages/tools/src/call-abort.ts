// How a call ends before its time: at its deadline, because its caller left, or because it was cancelled.
//
// An AbortSignal costs more than all the rest of a small call, and most handlers never look at theirs. So the signal is
// made, and the caller's own signal followed, when somebody first asks for it; until then a caller that left changes
// nothing that anybody could see.

import { CallError } from "@toolcrib/core";

/** Says that a call's caller went away. An AbortSignal is one. */
export interface CallerSignal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** How a call's end before its time is seen by whatever was started for it. An AbortSignal is one too, at ten times the cost. */
export interface AbortWatch extends CallerSignal {
  readonly reason: unknown;
}

export class CallAbort implements AbortWatch {
  readonly #source: CallerSignal | undefined;
  #controller: AbortController | undefined;
  #reason: CallError | undefined;
  #listener: ((reason: CallError) => void) | undefined;
  #watchers: Set<() => void> | undefined;
  #isFollowing = false;

  /** @param source aborted when the caller goes away */
  constructor(source?: CallerSignal) {
    this.#source = source;
  }

  /** Why the call is to end; undefined while it is not. */
  get reason(): CallError | undefined {
    if (this.#reason === undefined && this.#source?.aborted === true) this.callerLeft();
    return this.#reason;
  }

  get aborted(): boolean {
    return this.reason !== undefined;
  }

  /** Aborted with {@link CallAbort.reason}. */
  get signal(): AbortSignal {
    this.follow();
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Ends the call; only the first reason counts. */
  abort(reason: CallError): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
    for (const watcher of this.#watchers ?? []) watcher();
    this.#listener?.(reason);
  }

  /** The caller is gone: it closed its connection, or stopped reading its stream. */
  readonly callerLeft = () => this.abort(new CallError("the caller went away", { code: "client_disconnected" }));

  /** Hears of the abort, in place of whoever listened before. */
  listen(listener: (reason: CallError) => void): void {
    this.#listener = listener;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.follow();
    this.#watchers ??= new Set();
    this.#watchers.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#watchers?.delete(listener);
  }

  /** From now on the caller's leaving ends the call at once, not only when somebody asks. */
  follow(): void {
    if (this.#isFollowing || this.#source === undefined) return;
    this.#isFollowing = true;
    if (this.#source.aborted) this.callerLeft();
    else this.#source.addEventListener("abort", this.callerLeft);
  }

  /** The call, or this round of it, is over: nothing is followed or heard any more. */
  release(): void {
    this.#listener = undefined;
    this.#watchers = undefined;
    if (this.#isFollowing) this.#source?.removeEventListener("abort", this.callerLeft);
    this.#isFollowing = false;
  }
}
