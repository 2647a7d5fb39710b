// When the runtime's keys are fetched. Anybody can send a token with a key id of their own making, and the endpoint can
// be down while calls arrive, so neither a caller nor a failure may decide how often it is asked:
//
//   nothing known, or older than 24 h    one fetch for all who wait; it fails: keys_unavailable
//   younger than 10 min                  no fetch
//   in between                           the old keys answer, one fetch in the background
//   an id that is not among them         one fetch per 30 s for all such ids together, none for an id lately not found
//   after a failure                      no fetch of any kind for 1, 2, 4 … 30 s
//
// jose's remote key set has no rule for failures: while the endpoint is down, each token costs a fetch, and keys that
// turn old meanwhile verify nothing. Time is read from `now` alone; the one timer is that of a fetch (AbortSignal.timeout).

import { AuthError, isLoopbackHost, RUNTIME_KEYS, StartError } from "@toolcrib/core";
import { fetchKeys, isKeyId, type KeysById } from "./jwks-document.ts";

export interface RuntimeKeys {
  /**
   * The public Ed25519 key with this id; undefined when the runtime publishes none.
   * @throws AuthError `keys_unavailable` (with retryAfterS) when nothing usable is known
   */
  find(kid: string): Promise<CryptoKey | undefined>;
  /** Loads the keys ahead of the first call. @throws AuthError `keys_unavailable` */
  ready(): Promise<void>;
}

/** Where an issuer publishes its keys. */
export function toJwksUrl(issuer: string): string {
  return `${issuer}/.well-known/jwks.json`;
}

export interface RuntimeKeysOptions {
  /** Where the runtime publishes its keys: https, or http on a loopback host. */
  readonly jwksUrl: string;
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970; default Date.now. */
  readonly now?: () => number;
}

/** The runtime's public keys. Fetches nothing before it is asked. @throws StartError `options_invalid` for an unusable URL */
export function createRuntimeKeys({ jwksUrl, fetch, now = Date.now }: RuntimeKeysOptions): RuntimeKeys {
  checkUrl(jwksUrl);
  let loaded: { readonly keys: KeysById; readonly atMs: number } | undefined;
  let failure: { readonly reason: string; readonly waitMs: number; readonly retryAtMs: number } | undefined;
  let load: { readonly startedMs: number; readonly done: Promise<void> } | undefined;
  const notFound = new Map<string, number>();

  /** Starts a load unless one is running or a failure is too recent. Never rejects: what came of it is in the variables above. */
  function refresh(): Promise<void> {
    const startedMs = now();
    if (load !== undefined && startedMs - load.startedMs < RUNTIME_KEYS.loadLostMs) return load.done;
    if (failure !== undefined && startedMs < failure.retryAtMs) return Promise.resolve();
    // One that was given up for lost and ends after all changes nothing.
    const end = (settle: () => void) => {
      if (load !== mine) return;
      load = undefined;
      settle();
    };
    const mine = {
      startedMs,
      done: fetchKeys(jwksUrl, fetch).then(
        (keys) => end(() => succeed(keys)),
        (error) => end(() => fail(error)),
      ),
    };
    load = mine;
    return mine.done;
  }

  function succeed(keys: KeysById): void {
    loaded = { keys, atMs: now() };
    failure = undefined;
  }

  function fail(error: unknown): void {
    const waitMs = failure === undefined ? RUNTIME_KEYS.backoffFirstMs : Math.min(2 * failure.waitMs, RUNTIME_KEYS.backoffMaxMs);
    failure = { reason: toReason(error), waitMs, retryAtMs: now() + waitMs };
  }

  function usable(): typeof loaded {
    return loaded !== undefined && now() - loaded.atMs < RUNTIME_KEYS.staleMs ? loaded : undefined;
  }

  async function current(): Promise<NonNullable<typeof loaded>> {
    const known = usable();
    if (known === undefined) await refresh();
    else if (now() - known.atMs >= RUNTIME_KEYS.freshMs) void refresh();
    return known ?? usable() ?? unavailable();
  }

  function unavailable(): never {
    const retryAfterS = Math.max(1, Math.ceil(((failure?.retryAtMs ?? 0) - now()) / 1_000));
    const reason = failure?.reason ?? "the fetch did not end";
    throw new AuthError("keys_unavailable", `no keys of the runtime are known; ${jwksUrl} could not be loaded: ${reason}`, { retryAfterS });
  }

  function mayAskFor(kid: string, loadedMs: number): boolean {
    const notFoundMs = notFound.get(kid) ?? Number.NEGATIVE_INFINITY;
    return now() - loadedMs >= RUNTIME_KEYS.unknownCooldownMs && now() - notFoundMs >= RUNTIME_KEYS.unknownMemoryMs;
  }

  function remember(kid: string): void {
    notFound.delete(kid);
    notFound.set(kid, now());
    for (const oldest of notFound.keys()) {
      if (notFound.size <= RUNTIME_KEYS.unknownMax) return;
      notFound.delete(oldest);
    }
  }

  return {
    async find(kid) {
      if (!isKeyId(kid)) return undefined;
      const known = await current();
      const key = known.keys.get(kid);
      if (key !== undefined || !mayAskFor(kid, known.atMs)) return key;

      await refresh();
      const found = loaded?.keys.get(kid);
      if (found === undefined && loaded !== known) remember(kid);
      return found;
    },
    async ready() {
      await current();
    },
  };
}

function checkUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isGuarded = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackHost(url.host));
  // fetch refuses such a URL, and says so with the password in its text.
  const hasPassword = url !== undefined && (url.username !== "" || url.password !== "");
  if (isGuarded && !hasPassword) return;
  throw new StartError("options_invalid", [
    "jwksUrl must be an https URL without user and password; http is for localhost, 127.0.0.1 and [::1] only",
  ]);
}

/** A failed fetch says "fetch failed"; why is one level down. */
function toReason(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
