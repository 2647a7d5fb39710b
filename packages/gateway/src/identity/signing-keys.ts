// The gateway's own keys: one signs, the next one is published before it does, the last ones stay published until every
// token of theirs has ended and every cache has looked again. A kid is never used twice.

import { CALL_TOKEN, digestArguments, SIGNING_KEY, type SigningKeyState } from "@toolcrib/core";
import type { StateStore, StoredKey } from "../state/state-store.ts";

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

export class SigningKeys {
  readonly #store: StateStore;
  readonly #now: () => number;
  #keys: readonly StoredKey[];
  /** Private halves, imported when first used. */
  readonly #imported = new Map<string, Promise<CryptoKey>>();
  #published: string | undefined;

  private constructor(store: StateStore, now: () => number) {
    this.#store = store;
    this.#now = now;
    this.#keys = store.readKeys();
  }

  /** The keys in the store; the first one is made where there is none. */
  static async open(store: StateStore, now: () => number): Promise<SigningKeys> {
    const keys = new SigningKeys(store, now);
    if (keys.#keys.length === 0) await keys.#add(now());
    return keys;
  }

  /** The key that signs now. Import happens once a key. */
  async current(): Promise<SigningKey> {
    const nowMs = this.#now();
    const key = [...this.#keys].reverse().find(({ signsFromMs }) => signsFromMs <= nowMs) ?? this.#keys[0];
    if (key === undefined) throw new Error("there is no signing key");
    const imported = this.#imported.get(key.kid) ?? importKey(key.privateKey);
    this.#imported.set(key.kid, imported);
    return { kid: key.kid, privateKey: await imported };
  }

  /** Every published key, the oldest first. */
  async list(): Promise<readonly SigningKeyState[]> {
    this.#forgetEnded();
    const { kid: current } = await this.current();
    const toTime = (ms: number) => new Date(ms).toISOString();
    return this.#keys.map(({ kid, publishedAtMs, signsFromMs, publishedUntilMs }) => ({
      kid,
      publishedAt: toTime(publishedAtMs),
      signsFrom: toTime(signsFromMs),
      ...(publishedUntilMs === undefined ? {} : { publishedUntil: toTime(publishedUntilMs) }),
      isCurrent: kid === current,
    }));
  }

  /** The published document (RFC 7517), without `alg`: two names for one algorithm are in use, and clients take either. */
  jwks(): string {
    this.#forgetEnded();
    this.#published ??= JSON.stringify({ keys: this.#keys.map(({ kid, x }) => ({ kty: "OKP", crv: "Ed25519", use: "sig", kid, x })) });
    return this.#published;
  }

  /** Does what is due: publishes the next key a day before it signs, forgets keys whose tokens have all ended. */
  async maintain(): Promise<void> {
    this.#forgetEnded();
    const last = this.#keys.at(-1);
    const nowMs = this.#now();
    if (last !== undefined && nowMs >= last.signsFromMs + SIGNING_KEY.lifeMs - SIGNING_KEY.announceMs) await this.rotate();
  }

  /**
   * Publishes a new key, which signs once everybody has had the time to read it.
   * @param options `now`: it signs at once and the others are withdrawn, for a key that got out
   */
  async rotate({ isCompromised = false }: { readonly isCompromised?: boolean } = {}): Promise<void> {
    const nowMs = this.#now();
    const signsFromMs = isCompromised ? nowMs : nowMs + SIGNING_KEY.announceMs;
    for (const key of this.#keys) {
      if (isCompromised) this.#store.deleteKey(key.kid);
      else if (key.publishedUntilMs === undefined)
        this.#store.writeKey({ ...key, publishedUntilMs: signsFromMs + CALL_TOKEN.maxLifeS * 1_000 + SIGNING_KEY.lingerMs });
    }
    await this.#add(signsFromMs);
  }

  async #add(signsFromMs: number): Promise<void> {
    const pair = (await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"])) as CryptoKeyPair;
    const privateKey = await crypto.subtle.exportKey("jwk", pair.privateKey);
    const { x = "" } = privateKey;
    // The thumbprint of RFC 7638 is our digest of the key's required members.
    const kid = digestArguments({ crv: "Ed25519", kty: "OKP", x });
    const publishedAtMs = this.#now();
    this.#store.writeKey({ kid, x, privateKey: JSON.stringify(privateKey), publishedAtMs, signsFromMs, publishedUntilMs: undefined });
    this.#read();
  }

  #forgetEnded(): void {
    const nowMs = this.#now();
    const ended = this.#keys.filter(({ publishedUntilMs }) => publishedUntilMs !== undefined && publishedUntilMs <= nowMs);
    for (const { kid } of ended) this.#store.deleteKey(kid);
    if (ended.length > 0) this.#read();
  }

  #read(): void {
    this.#keys = this.#store.readKeys();
    this.#published = undefined;
  }
}

function importKey(jwk: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("jwk", JSON.parse(jwk), { name: "Ed25519" }, false, ["sign"]);
}
