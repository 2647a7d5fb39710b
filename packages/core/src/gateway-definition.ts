// What an operator writes down: where tools come from, and which agents get which. One shape for YAML, JSON and
// TypeScript; its JSON Schema is in gateway-definition-schema.ts, for editors and for the check alike.

import type { Exposure } from "./effects.ts";
import type { JsonSchema } from "./json.ts";

export interface GatewayDefinition {
  /** The name under which servers know this gateway's calls from those of others that share its keys. */
  readonly tenant: string;
  /** By name: `^[a-z][a-z0-9-]{0,23}$`. A tool is called `<source>__<tool>`. */
  readonly sources: Readonly<Record<string, SourceDefinition>>;
  /** By name: `^[a-z][a-z0-9-]{0,63}$`. */
  readonly agents: Readonly<Record<string, AgentDefinition>>;
}

export interface AgentDefinition {
  /** Names of tools, `*` for any part: `shop__*`, `kb__search`; or a source's name for all of it. */
  readonly tools: readonly string[];
}

/** What every source may say. */
export interface CommonSource {
  /** Only these of its tools, by their own names, `*` for any part. Default: all. */
  readonly allowTools?: readonly string[];
  /** None of these. */
  readonly denyTools?: readonly string[];
  /** How the model reaches its tools. Default: direct. */
  readonly exposure?: Exposure;
  /** How long a call may stay silent, in milliseconds: 1,000 to 1,200,000. Default: 60,000. */
  readonly timeoutMs?: number;
  /** `hold`: what was accepted stays as it was until a person accepts a change. `follow`: changes are taken as they come. */
  readonly drift?: "hold" | "follow";
}

/** A value, or `$NAME` for one of the environment; `$$` for a text that begins with a dollar. */
export type SecretText = string;

export type SourceAuth =
  | { readonly type: "bearer"; readonly token: SecretText }
  /** A signed token for every request. */
  | { readonly type: "runtime" }
  | { readonly type: "basic"; readonly username: SecretText; readonly password: SecretText }
  | { readonly type: "apiKey"; readonly value: SecretText }
  | {
      readonly type: "clientCredentials";
      readonly clientId: SecretText;
      readonly clientSecret: SecretText;
      readonly tokenUrl?: string;
      readonly scopes?: readonly string[];
    };

/** A server over Streamable HTTP, or the older SSE transport. */
export interface McpSource extends CommonSource {
  readonly mcp: string;
  readonly headers?: Readonly<Record<string, SecretText>>;
  readonly auth?: Extract<SourceAuth, { readonly type: "bearer" | "runtime" }>;
}

/** A server as a child process, over stdio. */
export interface CommandSource extends CommonSource {
  readonly command: readonly string[];
  /** All of the environment that the child gets, beside PATH, HOME and their like. */
  readonly env?: Readonly<Record<string, SecretText>>;
  /** Where it runs. Default: the folder of the definition. */
  readonly folder?: string;
}

/** An API with a document. */
export interface OpenApiSource extends CommonSource {
  /** URL or path of the document. */
  readonly openapi: string;
  /** The base URL. Default: what the document says. */
  readonly baseUrl?: string;
  readonly headers?: Readonly<Record<string, SecretText>>;
  readonly auth?: Exclude<SourceAuth, { readonly type: "runtime" }>;
}

/** One HTTP endpoint, described by hand. */
export interface EndpointSource extends CommonSource {
  readonly endpoint: {
    /** The tool's own name. */
    readonly name: string;
    readonly description: string;
    /** Default: `GET`. */
    readonly method?: string;
    /** With `{name}` where values of the path go. */
    readonly url: string;
    readonly parameters?: readonly {
      readonly name: string;
      readonly in: "path" | "query" | "header" | "cookie";
      readonly description?: string;
      readonly schema?: JsonSchema;
      readonly required?: boolean;
    }[];
    readonly body?: { readonly schema: JsonSchema; readonly mediaType?: string; readonly required?: boolean };
  };
  readonly headers?: Readonly<Record<string, SecretText>>;
  readonly auth?: Extract<SourceAuth, { readonly type: "bearer" | "basic" }>;
}

/** A folder with one file per tool, run in a child process. */
export interface FolderSource extends CommonSource {
  readonly tools: string;
  /** Values that its tools' `env` names ask for; a name that is not here is looked up in the gateway's environment. */
  readonly env?: Readonly<Record<string, SecretText>>;
}

/** A server built with the official SDK, in this process; in TypeScript alone. */
export interface ServerSource extends CommonSource {
  readonly server: object;
}

export type SourceDefinition = McpSource | CommandSource | OpenApiSource | EndpointSource | FolderSource | ServerSource;

export type SourceKind = "mcp" | "command" | "openapi" | "endpoint" | "tools" | "server";
