// The shape of a definition as JSON Schema: one schema a kind of source, so that an error names the key that is wrong
// and not eleven alternatives.

import { EXPOSURES } from "./effects.ts";
import type { SourceKind } from "./gateway-definition.ts";
import type { JsonSchema } from "./json.ts";
import { CALL_TIMEOUT_MS } from "./limits.ts";

export const SOURCE_NAME = "^[a-z][a-z0-9-]{0,23}$";
export const AGENT_NAME = "^[a-z][a-z0-9-]{0,63}$";

const text = { type: "string", minLength: 1 };
const texts = { type: "array", items: text };
const secrets = { type: "object", additionalProperties: { type: "string" } };
const closed = (properties: Readonly<Record<string, unknown>>, required: readonly string[]): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

const COMMON = {
  allowTools: texts,
  denyTools: texts,
  exposure: { enum: EXPOSURES },
  timeoutMs: { type: "integer", minimum: CALL_TIMEOUT_MS.min, maximum: CALL_TIMEOUT_MS.max },
  drift: { enum: ["hold", "follow"] },
};

const AUTH = {
  bearer: closed({ type: { const: "bearer" }, token: text }, ["type", "token"]),
  runtime: closed({ type: { const: "runtime" } }, ["type"]),
  basic: closed({ type: { const: "basic" }, username: text, password: text }, ["type", "username", "password"]),
  apiKey: closed({ type: { const: "apiKey" }, value: text }, ["type", "value"]),
  clientCredentials: closed({ type: { const: "clientCredentials" }, clientId: text, clientSecret: text, tokenUrl: text, scopes: texts }, [
    "type",
    "clientId",
    "clientSecret",
  ]),
} as const;

export type AuthType = keyof typeof AUTH;

/** The kinds of credentials that each kind of source takes. */
export const AUTH_OF: Readonly<Partial<Record<SourceKind, readonly AuthType[]>>> = {
  mcp: ["bearer", "runtime"],
  openapi: ["bearer", "basic", "apiKey", "clientCredentials"],
  endpoint: ["bearer", "basic"],
};

const authOf = (kind: SourceKind) => ({ oneOf: (AUTH_OF[kind] ?? []).map((type) => AUTH[type]) });
/** What a credential of each kind looks like, for an error that speaks of one kind alone. */
export const AUTH_SCHEMAS: Readonly<Record<AuthType, JsonSchema>> = AUTH;

const PARAMETER = closed(
  {
    name: text,
    in: { enum: ["path", "query", "header", "cookie"] },
    description: text,
    schema: { type: "object" },
    required: { type: "boolean" },
  },
  ["name", "in"],
);
const ENDPOINT = closed(
  {
    name: { type: "string", pattern: "^[A-Za-z0-9_.-]{1,64}$" },
    description: text,
    method: text,
    url: text,
    parameters: { type: "array", items: PARAMETER },
    body: closed({ schema: { type: "object" }, mediaType: text, required: { type: "boolean" } }, ["schema"]),
  },
  ["name", "description", "url"],
);

/** By the key that says which kind it is. */
export const SOURCE_SCHEMAS: Readonly<Record<SourceKind, JsonSchema>> = {
  mcp: closed({ mcp: text, headers: secrets, auth: authOf("mcp"), ...COMMON }, ["mcp"]),
  command: closed({ command: { ...texts, minItems: 1 }, env: secrets, folder: text, ...COMMON }, ["command"]),
  openapi: closed({ openapi: text, baseUrl: text, headers: secrets, auth: authOf("openapi"), ...COMMON }, ["openapi"]),
  endpoint: closed({ endpoint: ENDPOINT, headers: secrets, auth: authOf("endpoint"), ...COMMON }, ["endpoint"]),
  tools: closed({ tools: text, env: secrets, ...COMMON }, ["tools"]),
  server: closed({ server: {}, ...COMMON }, ["server"]),
};

export const SOURCE_KINDS = Object.keys(SOURCE_SCHEMAS) as readonly SourceKind[];

export const AGENT_SCHEMA = closed({ tools: texts }, ["tools"]);

/** For editors: `@toolcrib/gateway/definition.schema.json`. A file can hold every kind of source but one in the process. */
export const GATEWAY_DEFINITION_SCHEMA: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Toolcrib gateway definition",
  ...closed(
    {
      $schema: { type: "string" },
      tenant: { type: "string", minLength: 1, maxLength: 256 },
      sources: {
        type: "object",
        propertyNames: { pattern: SOURCE_NAME },
        additionalProperties: { oneOf: SOURCE_KINDS.filter((kind) => kind !== "server").map((kind) => SOURCE_SCHEMAS[kind]) },
      },
      agents: { type: "object", propertyNames: { pattern: AGENT_NAME }, additionalProperties: AGENT_SCHEMA },
    },
    ["tenant", "sources", "agents"],
  ),
};
