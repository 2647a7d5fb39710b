// What a gateway is to the program that runs it.

import type { AgentToken, ToolSourceReport } from "@toolcrib/core";
import type { ToolHandler } from "@toolcrib/server";
import type { ApiKeys } from "./agents/api-keys.ts";
import type { UserAgents } from "./agents/user-agents.ts";
import type { ToolDifference } from "./catalog/snapshot.ts";
import type { Environment } from "./definition/values.ts";

export interface Gateway {
  /** Answers requests wherever there are `fetch` handlers; on Node, `nodeListener(gateway.fetch)`. */
  readonly fetch: ToolHandler;
  /** The definition's own agents, each usable as it is, and the template of any number of user agents. */
  readonly agents: Readonly<Record<string, AgentAccess>>;
  /** Agents of single users, each a row over a template. */
  readonly userAgents: Pick<UserAgents, "upsert" | "get" | "list" | "revoke">;
  /** Tokens of user agents for one run. */
  readonly runs: { readonly create: UserAgents["createRun"] };
  /** Operators' keys for the API under `/v1`. There is none until one is made here. */
  readonly apiKeys: Pick<ApiKeys, "create" | "list" | "revoke">;
  /**
   * Serves another definition. Sources that did not change go on as they are, sessions and children included; requests
   * that run end on what they began with.
   * @param options `env`: what `$NAME` stands for from now on
   * @throws StartError with every problem, and nothing has changed
   */
  update(definition: string | object, options?: { readonly env?: Environment }): Promise<void>;
  /**
   * For every source its state, and for every tool whether the agent's model gets it, and if not, why.
   * @param agent a template, or the key of a user's agent
   * @param options `refresh`: every source is listed first; one that hangs is waited for 4.5 s
   * @throws StartError for an agent that is not there
   */
  toolSources(agent: string, options?: { readonly refresh?: boolean }): Promise<readonly ToolSourceReport[]>;
  /** What of a source differs from what was accepted, tool by tool. @throws StartError for a source that is not in the definition */
  differences(source: string): readonly ToolDifference[];
  /** Accepts what a source offered last. @throws StartError for a source that is not in the definition, or was never listed */
  accept(source: string): Promise<void>;
  /** A new token for a template or a user's agent; the one before ends at once. @throws StartError for an agent that is not there */
  rotateAgent(key: string): AgentToken;
  /** Publishes a new signing key. It signs a day later; at once, and alone, where an old one got out. */
  rotateKeys(options?: { readonly isCompromised?: boolean }): Promise<void>;
  /** Resolves when the first lists are in, after 4.5 s at the latest. */
  ready(): Promise<void>;
  /** From now on `/readyz` says 503, and subscriptions end. */
  drain(): void;
  /** Ends every session and child process. */
  close(): Promise<void>;
}

export interface AgentAccess {
  readonly url: string;
  /** Made when it is first read here; undefined where an earlier start over the same state made it. */
  readonly token: string | undefined;
}
