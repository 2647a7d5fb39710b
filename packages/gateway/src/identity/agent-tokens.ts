// How an agent's client is known: by an opaque token, kept as a hash. Found callers are remembered, as each of their
// requests asks for them twice; what is revoked, here or by another process over the same store, is forgotten at once.

import { AGENT_CACHE_MAX } from "@toolcrib/core";
import type { StoredAgent, TokenHolder } from "../state/agent-table.ts";
import type { StateStore } from "../state/state-store.ts";
import { isCredential, newCredential, toCredentialHash } from "./token-hash.ts";

/** Who holds a token: a template used directly, or one user's agent. */
export type AgentCaller =
  | { readonly type: "template"; readonly key: string; readonly template: string }
  | {
      readonly type: "user";
      readonly key: string;
      readonly template: string;
      readonly agent: StoredAgent;
      readonly run: string | undefined;
    };

export class AgentTokens {
  readonly #store: StateStore;
  readonly #now: () => number;
  /** By hash, the one that was not used for longest first. */
  readonly #found = new Map<string, TokenHolder>();
  #version: number;
  readonly #templates = new Map<string, string>();
  /** Tokens of templates that were made here: they can be read as long as this process lives. */
  readonly #made = new Map<string, string>();

  constructor(store: StateStore, now: () => number) {
    this.#store = store;
    this.#now = now;
    this.#version = store.readVersion();
  }

  /** A template's token; made when it is first asked for, undefined where an earlier start made it. */
  ofTemplate(template: string): string | undefined {
    const known = this.#made.get(template);
    if (known !== undefined) return known;
    const token = newCredential("tca");
    if (!this.#store.templateTokens.add(template, toCredentialHash(token))) return undefined;
    this.#made.set(template, token);
    return token;
  }

  /** A new token of a template; the one before ends at once. */
  rotateTemplate(template: string): string {
    const token = newCredential("tca");
    this.#store.templateTokens.replace(template, toCredentialHash(token));
    this.#made.set(template, token);
    this.#templates.clear();
    return token;
  }

  find(token: string): AgentCaller | undefined {
    if (!isCredential("tca", token)) return undefined;
    this.#forgetStale();
    const hash = toCredentialHash(token);
    const holder = this.#templates.has(hash) ? undefined : this.#holder(hash);
    if (holder === undefined) return this.#template(hash);
    const { agent, run } = holder;
    const endsMs = Math.min(run?.expiresAtMs ?? Number.POSITIVE_INFINITY, agent.expiresAtMs ?? Number.POSITIVE_INFINITY);
    if (endsMs <= this.#now()) return undefined;
    return { type: "user", key: agent.key, template: agent.template, agent, run: run?.run };
  }

  /** An agent is another one now, or gone. */
  forget(key: string): void {
    for (const [hash, { agent }] of this.#found) if (agent.key === key) this.#found.delete(hash);
  }

  #forgetStale(): void {
    const version = this.#store.readVersion();
    if (version === this.#version) return;
    this.#version = version;
    this.#found.clear();
    this.#templates.clear();
  }

  #template(hash: string): AgentCaller | undefined {
    const template = this.#templates.get(hash) ?? this.#store.templateTokens.find(hash);
    if (template === undefined) return undefined;
    this.#templates.set(hash, template);
    return { type: "template", key: template, template };
  }

  #holder(hash: string): TokenHolder | undefined {
    const known = this.#found.get(hash);
    const holder = known ?? this.#store.agents.findByToken(hash);
    if (holder === undefined) return undefined;
    if (known !== undefined) this.#found.delete(hash);
    this.#found.set(hash, holder);
    if (this.#found.size > AGENT_CACHE_MAX) this.#found.delete(this.#found.keys().next().value as string);
    return holder;
  }
}
