// Keys of operators for the API: given out once, kept as a hash, each with what it may do.

import { randomBytes } from "node:crypto";
import { API_BODIES, type ApiKey, type ApiKeySettings, compileSchema, type NewApiKey } from "@toolcrib/core";
import { isCredential, newCredential, toCredentialHash } from "../identity/token-hash.ts";
import type { StoredApiKey } from "../state/credential-tables.ts";
import type { StateStore } from "../state/state-store.ts";
import { problemsOf, refuseProblems } from "./problems-of.ts";

const SETTINGS = compileSchema(API_BODIES.ApiKeySettings);

export class ApiKeys {
  readonly #store: StateStore;
  readonly #now: () => number;

  constructor(store: StateStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Makes a key: `gateway.apiKeys.create({ name: "deploys", scopes: ["read", "write"] })`.
   * @returns the key itself too, which nobody can read again
   * @throws StartError with every problem
   */
  create(settings: ApiKeySettings): NewApiKey {
    refuseProblems(problemsOf(SETTINGS, settings));
    const key = newCredential("tco");
    const stored: StoredApiKey = {
      id: `key_${randomBytes(9).toString("base64url")}`,
      name: settings.name,
      scopes: [...new Set(settings.scopes)],
      keyHash: toCredentialHash(key),
      createdAtMs: this.#now(),
    };
    this.#store.apiKeys.write(stored);
    return { ...show(stored), key };
  }

  /** The oldest first. */
  list(): readonly ApiKey[] {
    return this.#store.apiKeys.list().map(show);
  }

  /** It ends at once. @returns whether there was one */
  revoke(id: string): boolean {
    return this.#store.apiKeys.delete(id);
  }

  /** Whose key it is; undefined for one that is none, or none any more. */
  find(key: string): ApiKey | undefined {
    const stored = isCredential("tco", key) ? this.#store.apiKeys.find(toCredentialHash(key)) : undefined;
    return stored === undefined ? undefined : show(stored);
  }
}

function show({ id, name, scopes, createdAtMs }: StoredApiKey): ApiKey {
  return { id, name, scopes, createdAt: new Date(createdAtMs).toISOString() };
}
