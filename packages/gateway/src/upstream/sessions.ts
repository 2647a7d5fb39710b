// The sessions with one server, by key. They are opened when first needed; a lost one is opened anew once, an idle one is
// closed.

import { ERA_TTL_MS, SESSION_IDLE_MS, SESSION_OPEN_TIMEOUT_MS, SESSIONS_MAX } from "@toolcrib/core";
import type { AbortWatch } from "@toolcrib/tools/run";
import type { Connected, Era } from "./connect.ts";
import { UpstreamError } from "./upstream-error.ts";
import { orAborted, within } from "./within.ts";

export interface SessionsParts {
  /** Opens a session. `onClose` is to be called when it ends by itself. */
  readonly connect: (known: Era | undefined, signal: AbortSignal, onClose: () => void) => Promise<Connected>;
  readonly now: () => number;
}

interface Session {
  readonly opening: Promise<Connected>;
  /** Ends the opening, if it is still under way. */
  readonly abandon: () => void;
  /** Set once it is open. */
  connected: Connected | undefined;
  usedAtMs: number;
  calls: number;
}

export class Sessions {
  readonly #parts: SessionsParts;
  readonly #sessions = new Map<string, Session>();
  readonly #sweep: ReturnType<typeof setInterval>;
  #era: Era | undefined;
  #eraUntilMs = 0;
  #isStateful = false;
  #isClosed = false;

  constructor(parts: SessionsParts) {
    this.#parts = parts;
    this.#sweep = setInterval(() => this.#closeIdle(), SESSION_IDLE_MS / 4);
    this.#sweep.unref();
  }

  /** Whether the server keeps state for each session; known once one is open. */
  get isStateful(): boolean {
    return this.#isStateful;
  }

  /** The key of the newest session. It is the one whose stream tells of changes, so it is the one to keep in use. */
  get newestKey(): string | undefined {
    return [...this.#sessions.keys()].at(-1);
  }

  /** Runs something over a session. A server that forgot the session did not look at the request, so it is sent again, once. */
  async use<Value>(toKey: () => string, signal: AbortWatch, use: (connected: Connected) => Promise<Value>): Promise<Value> {
    for (let hasLost = false; ; ) {
      const key = toKey();
      const session = this.#session(key);
      session.calls += 1;
      try {
        const connected = session.connected ?? (await orAborted(session.opening, signal));
        // Whether a server keeps state shows once a session is open: this one may not be for this agent then.
        if (toKey() !== key) continue;
        return await use(connected);
      } catch (error) {
        const isLost = error instanceof UpstreamError && error.reason === "session_lost";
        if (isLost) this.#forget(key, session);
        if (!isLost || hasLost) throw error;
        hasLost = true;
      } finally {
        session.calls -= 1;
        session.usedAtMs = this.#parts.now();
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweep);
    await this.reset();
  }

  /** Ends every session; the next call opens new ones. */
  async reset(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(
      sessions.map(({ opening, abandon }) => {
        abandon();
        return opening.then(({ client }) => client.close()).catch(() => {});
      }),
    );
  }

  #session(key: string): Session {
    if (this.#isClosed) throw new UpstreamError("source_unreachable", "the gateway is closing");
    const known = this.#sessions.get(key);
    if (known !== undefined) return known;
    if (this.#sessions.size >= SESSIONS_MAX)
      throw new UpstreamError(
        "source_unreachable",
        `it already has ${SESSIONS_MAX} sessions of this gateway, which is its capacity; try again later`,
      );
    // No caller's signal: others wait for the same session. What could not be opened is not remembered.
    const abandoning = new AbortController();
    const abandon = () => abandoning.abort(new UpstreamError("source_unreachable", "its session was closed"));
    const opening = within(SESSION_OPEN_TIMEOUT_MS, (signal) =>
      this.#open(AbortSignal.any([signal, abandoning.signal]), () => this.#forget(key, session)),
    );
    const session: Session = { opening, abandon, connected: undefined, usedAtMs: this.#parts.now(), calls: 0 };
    this.#sessions.set(key, session);
    opening.then(
      (connected) => {
        session.connected = connected;
      },
      () => this.#forget(key, session),
    );
    return session;
  }

  async #open(signal: AbortSignal, onClose: () => void): Promise<Connected> {
    const nowMs = this.#parts.now();
    // A newer server may have taken the place of the old one, and goes on answering the old way.
    const known = nowMs < this.#eraUntilMs ? this.#era : undefined;
    this.#era = undefined;
    const connected = await this.#parts.connect(known, signal, onClose);
    this.#era = connected.era;
    this.#eraUntilMs = known === undefined ? nowMs + ERA_TTL_MS : this.#eraUntilMs;
    this.#isStateful = connected.isStateful;
    return connected;
  }

  #forget(key: string, session: Session): void {
    if (this.#sessions.get(key) === session) this.#sessions.delete(key);
  }

  #closeIdle(): void {
    const before = this.#parts.now() - SESSION_IDLE_MS;
    for (const [key, session] of this.#sessions) {
      // The last one is kept: it hears of changes.
      if (session.calls > 0 || session.usedAtMs > before || this.#sessions.size === 1) continue;
      this.#forget(key, session);
      void session.opening.then(({ client }) => client.close()).catch(() => {});
    }
  }
}
