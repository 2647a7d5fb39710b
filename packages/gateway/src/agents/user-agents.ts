// Agents of single users: a row each over a template, so that any number of them costs neither sources nor handlers.

import { randomUUID } from "node:crypto";
import {
  AGENT_TOKEN_LIFE_S,
  type AgentRun,
  type AgentToken,
  API_BODIES,
  CALL_TOKEN,
  compileSchema,
  exceedsBytes,
  isDeeperThan,
  type Page,
  type PageRequest,
  type RunSettings,
  StartError,
  type UserAgent,
  type UserAgentSettings,
} from "@toolcrib/core";
import type { AgentTokens } from "../identity/agent-tokens.ts";
import { newCredential, toCredentialHash } from "../identity/token-hash.ts";
import type { StoredAgent } from "../state/agent-table.ts";
import type { StateStore } from "../state/state-store.ts";
import { readPage, toCursor } from "./page.ts";
import { problemsOf, refuseProblems } from "./problems-of.ts";

export interface UserAgentsParts {
  readonly store: StateStore;
  readonly tokens: AgentTokens;
  readonly origin: string;
  readonly now: () => number;
  /** The definition's own agents, by name, as they are now. */
  readonly templates: () => ReadonlyMap<string, unknown>;
}

export const USER_AGENT_KEY = /^[a-z0-9][a-z0-9._-]{0,127}$/;

const SETTINGS = compileSchema(API_BODIES.UserAgentSettings);
const RUN_SETTINGS = compileSchema(API_BODIES.RunSettings);

export class UserAgents {
  readonly #parts: UserAgentsParts;

  constructor(parts: UserAgentsParts) {
    this.#parts = parts;
  }

  /**
   * Makes one user's agent, or makes it anew under its key: what is not said is as if it never was.
   * @param key `^[a-z0-9][a-z0-9._-]{0,127}$`, and not the name of a template
   * @returns its token too, where it was just made: for a new key, or with `rotate`
   * @throws StartError with every problem
   */
  upsert(key: string, settings: UserAgentSettings): UserAgent {
    this.#check(key, settings);
    const { store, tokens, now } = this.#parts;
    const { template, subject, context = {}, expiresInS, rotate = false } = settings;
    const known = store.agents.read(key);
    const token = known === undefined || rotate ? newCredential("tca") : undefined;
    const nowMs = now();
    const agent: StoredAgent = {
      key,
      template,
      subject,
      context,
      tokenHash: token === undefined ? (known as StoredAgent).tokenHash : toCredentialHash(token),
      createdAtMs: known?.createdAtMs ?? nowMs,
      updatedAtMs: nowMs,
      expiresAtMs: expiresInS === undefined ? undefined : nowMs + expiresInS * 1_000,
    };
    store.agents.write(agent);
    if (known !== undefined) tokens.forget(key);
    return { ...this.#show(agent), ...(token === undefined ? {} : { token }) };
  }

  get(key: string): UserAgent | undefined {
    const agent = this.#parts.store.agents.read(key);
    return agent === undefined ? undefined : this.#show(agent);
  }

  /** A new token for an agent, or for a template; the one before ends at once. @returns undefined where there is neither */
  rotate(key: string): AgentToken | undefined {
    const { store, tokens, templates } = this.#parts;
    if (templates().has(key)) return { key, url: this.#urlOf(key), token: tokens.rotateTemplate(key) };
    const known = store.agents.read(key);
    if (known === undefined) return undefined;
    const token = newCredential("tca");
    store.agents.write({ ...known, tokenHash: toCredentialHash(token), updatedAtMs: this.#parts.now() });
    tokens.forget(key);
    return { key, url: this.#urlOf(key), token };
  }

  /** In the order of their keys. @throws StartError for a cursor that is none */
  list(page: PageRequest = {}): Page<UserAgent> {
    const { afterKey, limit } = readPage(page);
    // One more than asked for tells whether there is a next page.
    const found = this.#parts.store.agents.list(afterKey, limit + 1);
    const items = found.slice(0, limit).map((agent) => this.#show(agent));
    const last = items.at(-1);
    return { items, ...(found.length > limit && last !== undefined ? { nextCursor: toCursor(last.key) } : {}) };
  }

  /** Ends an agent and its runs; calls that are on their way end by themselves. @returns whether there was one */
  revoke(key: string): boolean {
    const wasThere = this.#parts.store.agents.delete(key);
    this.#parts.tokens.forget(key);
    return wasThere;
  }

  /**
   * A token of an agent for one run: calls made with it carry the run's id.
   * @throws StartError for an agent that is not there
   */
  createRun(key: string, settings: RunSettings = {}): AgentRun {
    refuseProblems(problemsOf(RUN_SETTINGS, settings));
    const { store, now } = this.#parts;
    const agent = store.agents.read(key);
    if (agent === undefined)
      throw new StartError("options_invalid", [`there is no agent "${key}"; make it first, from a template and a subject`]);
    const [token, run, nowMs] = [newCredential("tca"), randomUUID(), now()];
    const expiresAtMs = nowMs + (settings.expiresInS ?? AGENT_TOKEN_LIFE_S.run) * 1_000;
    store.agents.writeRun({ run, agent: key, tokenHash: toCredentialHash(token), expiresAtMs });
    // As things stand: where its agent is given more time, so is the run, up to its own end.
    const endsMs = Math.min(expiresAtMs, agent.expiresAtMs ?? Number.POSITIVE_INFINITY);
    return { run, agent: key, url: this.#urlOf(key), token, createdAt: toTime(nowMs), expiresAt: toTime(endsMs) };
  }

  #check(key: string, settings: UserAgentSettings): void {
    const templates = this.#parts.templates();
    const problems = [...problemsOf(SETTINGS, settings)];
    if (!USER_AGENT_KEY.test(key)) problems.push(`key: expected text matching ${USER_AGENT_KEY.source}`);
    if (templates.has(key))
      problems.push(`key: "${key}" is a template of the definition, which has a token of its own; choose another key`);
    const { template, context = {} } = settings;
    if (typeof template === "string" && !templates.has(template))
      problems.push(`template: there is none of this name; templates: ${[...templates.keys()].join(", ") || "none"}`);
    // It has to fit a signed token, among other claims.
    if (exceedsBytes(JSON.stringify(context), CALL_TOKEN.contextMaxChars))
      problems.push(`context: is longer than ${CALL_TOKEN.contextMaxChars} bytes`);
    if (isDeeperThan(context, CALL_TOKEN.maxDepth - 1)) problems.push(`context: nests deeper than ${CALL_TOKEN.maxDepth - 1} levels`);
    refuseProblems(problems);
  }

  #show({ key, template, subject, context, createdAtMs, updatedAtMs, expiresAtMs }: StoredAgent): UserAgent {
    return {
      key,
      template,
      subject,
      context,
      url: this.#urlOf(key),
      createdAt: toTime(createdAtMs),
      updatedAt: toTime(updatedAtMs),
      ...(expiresAtMs === undefined ? {} : { expiresAt: toTime(expiresAtMs) }),
    };
  }

  #urlOf(key: string): string {
    return `${this.#parts.origin}/agents/${key}/mcp`;
  }
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
