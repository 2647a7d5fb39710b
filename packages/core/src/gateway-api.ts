// What goes in and out of a gateway's API under /v1, as its server writes it and its client reads it. The JSON Schemas
// beside these types are in gateway-api-schema.ts.

import type { AgentDefinition, SourceDefinition, SourceKind } from "./gateway-definition.ts";
import type { JsonObject } from "./json.ts";
import type { ToolSourceReport } from "./tool-sources.ts";

/** What an operator's key may do: `read` everything, `approve` calls, `write` everything else. */
export const API_SCOPES = ["read", "approve", "write"] as const;

export type ApiScope = (typeof API_SCOPES)[number];

/** The gateway, and the key that asks. */
export interface GatewayInfo {
  readonly tenant: string;
  readonly origin: string;
  readonly version: string;
  readonly key: { readonly id: string; readonly name: string };
  readonly scopes: readonly ApiScope[];
}

/** A part of a list; `nextCursor` asks for the next one, and is missing on the last. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

/** Which part of a list. */
export interface PageRequest {
  /** `nextCursor` of the part before. Default: from the beginning. */
  readonly cursor?: string;
  /** Default: 100; 1,000 at most. */
  readonly limit?: number;
}

/** Sources and agents that are saved by the API, beside those of the gateway's own definition. */
export interface DefinitionPart {
  readonly sources?: Readonly<Record<string, SourceDefinition>>;
  readonly agents?: Readonly<Record<string, AgentDefinition>>;
}

/** A source as it is shown: no value of its headers, auth or env. */
export interface ShownSource {
  readonly kind: SourceKind;
  /** Names alone. */
  readonly headers?: readonly string[];
  readonly env?: readonly string[];
  readonly auth?: { readonly type: string };
  /** Everything else, as it was saved. */
  readonly [key: string]: unknown;
}

export interface SavedDefinition {
  readonly name: string;
  readonly savedAt: string;
  readonly sources: Readonly<Record<string, ShownSource>>;
  readonly agents: Readonly<Record<string, AgentDefinition>>;
  /** Of its own sources: their state, and which of their tools an agent can be given. */
  readonly toolSources: readonly ToolSourceReport[];
}

/** What makes one user's agent. */
export interface UserAgentSettings {
  /** An entry of the definition's `agents`: its tools are this agent's. */
  readonly template: string;
  /** Whom it acts for. */
  readonly subject: string;
  /** Attached to its identity; it travels in signed calls, and neither the agent nor the model can change it. */
  readonly context?: JsonObject;
  /** How long its token lives from now on, in seconds. Default: until it is revoked. */
  readonly expiresInS?: number;
  /** Makes a new token; the old one ends at once. */
  readonly rotate?: boolean;
}

/** One user's agent. */
export interface UserAgent {
  readonly key: string;
  readonly template: string;
  readonly subject: string;
  readonly context: JsonObject;
  /** Where any MCP client connects. */
  readonly url: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt?: string;
  /** Only where it was just made: it is kept as a hash. */
  readonly token?: string;
}

/** An agent, and what it gets of every source. */
export interface UserAgentDetails extends UserAgent {
  readonly toolSources: readonly ToolSourceReport[];
}

/** A token that takes the place of an agent's last one, shown once. */
export interface AgentToken {
  readonly key: string;
  readonly url: string;
  readonly token: string;
}

export interface RunSettings {
  /** Default: 86,400. */
  readonly expiresInS?: number;
}

/** A token of an agent for one run: calls made with it carry the run's id. */
export interface AgentRun {
  readonly run: string;
  readonly agent: string;
  readonly url: string;
  readonly token: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** A source's state, without its tools. */
export interface SourceState extends Omit<ToolSourceReport, "tools"> {
  /** The saved definition it is from; none where it is of the gateway's own. */
  readonly definition?: string;
  readonly toolCount: number;
}

/** What of a source differs from what was accepted, tool by tool, without the operator's secrets. */
export interface SourceDrift {
  readonly source: string;
  readonly differences: readonly { readonly name: string; readonly was?: unknown; readonly is?: unknown }[];
}

export interface ApiKeySettings {
  readonly name: string;
  readonly scopes: readonly ApiScope[];
}

/** An operator's key, without itself. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly createdAt: string;
}

/** A key that was just made: it is kept as a hash. */
export interface NewApiKey extends ApiKey {
  readonly key: string;
}

/** A key that signs calls, signed them, or will. */
export interface SigningKeyState {
  readonly kid: string;
  readonly publishedAt: string;
  readonly signsFrom: string;
  readonly publishedUntil?: string;
  readonly isCurrent: boolean;
}

/** Why a request was refused, or failed (RFC 9457). */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The request's id: it stands in the log too. */
  readonly instance: string;
  /** Everything that is wrong, each with its path and the way out. */
  readonly problems?: readonly string[];
}
