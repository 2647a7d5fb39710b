// The shapes of gateway-api.ts as JSON Schema: for judging bodies, and for the document the API has of itself.

import { EXPOSURES } from "./effects.ts";
import { API_SCOPES } from "./gateway-api.ts";
import { AGENT_SCHEMA, SOURCE_KINDS } from "./gateway-definition-schema.ts";
import type { JsonSchema } from "./json.ts";
import { AGENT_TOKEN_LIFE_S, CALL_TIMEOUT_MS } from "./limits.ts";
import { TOOL_REASONS } from "./tool-sources.ts";

const text = { type: "string", minLength: 1, maxLength: 256 };
const words = { type: "string" };
const time = { type: "string", format: "date-time" };
const values = { type: "object", additionalProperties: { type: "string" } };
const listOf = (items: JsonSchema) => ({ type: "array", items });
const mapOf = (additionalProperties: JsonSchema) => ({ type: "object", additionalProperties });
const closed = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
/** An answer may have more in a later version. */
const open = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = Object.keys(properties)): JsonSchema => ({
  type: "object",
  properties,
  required,
});
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const page = (name: string) => open({ items: listOf(ref(name)), nextCursor: words }, ["items"]);

const life = { type: "integer", minimum: AGENT_TOKEN_LIFE_S.min, maximum: AGENT_TOKEN_LIFE_S.max };
const scopes = { type: "array", items: { enum: API_SCOPES }, minItems: 1 };
const sourceState = {
  source: words,
  kind: { enum: SOURCE_KINDS },
  status: words,
  reason: words,
  detail: words,
  fix: words,
  authorizationServer: words,
  listedAt: time,
  drift: open({ added: listOf(words), changed: listOf(words), gone: listOf(words) }),
};

/** Bodies. */
export const API_BODIES = {
  UserAgentSettings: closed({ template: text, subject: text, context: { type: "object" }, expiresInS: life, rotate: { type: "boolean" } }, [
    "template",
    "subject",
  ]),
  RunSettings: closed({ expiresInS: life }, []),
  ApiKeySettings: closed({ name: text, scopes }, ["name", "scopes"]),
  // Which keys belong to which kind is told by checkGatewayDefinition, by name and with the way out.
  DefinitionPart: closed(
    {
      sources: mapOf(
        open(
          {
            mcp: words,
            openapi: words,
            endpoint: { type: "object" },
            command: listOf(words),
            tools: words,
            baseUrl: words,
            folder: words,
            headers: values,
            env: values,
            auth: { type: "object" },
            allowTools: listOf(words),
            denyTools: listOf(words),
            exposure: { enum: EXPOSURES },
            timeoutMs: { type: "integer", minimum: CALL_TIMEOUT_MS.min, maximum: CALL_TIMEOUT_MS.max },
            drift: { enum: ["hold", "follow"] },
          },
          [],
        ),
      ),
      agents: mapOf(AGENT_SCHEMA),
    },
    [],
  ),
  SigningKeyRotation: closed({ isCompromised: { type: "boolean" } }, []),
} as const satisfies Readonly<Record<string, JsonSchema>>;

const userAgent = {
  key: words,
  template: words,
  subject: words,
  context: { type: "object" },
  url: words,
  createdAt: time,
  updatedAt: time,
  expiresAt: time,
  token: words,
};
const USER_AGENT_ALWAYS = ["key", "template", "subject", "context", "url", "createdAt", "updatedAt"];
const apiKey = { id: words, name: words, scopes, createdAt: time };

/** Answers. */
export const API_ANSWERS = {
  GatewayInfo: open({ tenant: words, origin: words, version: words, key: open({ id: words, name: words }), scopes }),
  ToolReport: open(
    {
      name: words,
      sourceName: words,
      isGiven: { type: "boolean" },
      reason: { enum: Object.keys(TOOL_REASONS) },
      detail: words,
      fix: words,
    },
    ["name", "sourceName", "isGiven"],
  ),
  ToolSourceReport: open({ ...sourceState, tools: listOf(ref("ToolReport")) }, ["source", "kind", "status", "tools"]),
  SavedDefinition: open({
    name: words,
    savedAt: time,
    sources: mapOf({ type: "object" }),
    agents: mapOf(AGENT_SCHEMA),
    toolSources: listOf(ref("ToolSourceReport")),
  }),
  SavedDefinitionPage: page("SavedDefinition"),
  UserAgent: open(userAgent, USER_AGENT_ALWAYS),
  UserAgentPage: page("UserAgent"),
  UserAgentDetails: open({ ...userAgent, toolSources: listOf(ref("ToolSourceReport")) }, [...USER_AGENT_ALWAYS, "toolSources"]),
  AgentToken: open({ key: words, url: words, token: words }),
  AgentRun: open({ run: words, agent: words, url: words, token: words, createdAt: time, expiresAt: time }),
  SourceState: open({ ...sourceState, definition: words, toolCount: { type: "integer" } }, ["source", "kind", "status", "toolCount"]),
  SourceStatePage: page("SourceState"),
  SourceDrift: open({ source: words, differences: listOf(open({ name: words, was: {}, is: {} }, ["name"])) }),
  ApiKey: open(apiKey),
  ApiKeyPage: page("ApiKey"),
  NewApiKey: open({ ...apiKey, key: words }),
  SigningKeyState: open({ kid: words, publishedAt: time, signsFrom: time, publishedUntil: time, isCurrent: { type: "boolean" } }, [
    "kid",
    "publishedAt",
    "signsFrom",
    "isCurrent",
  ]),
  SigningKeyStatePage: page("SigningKeyState"),
  ProblemDetails: open(
    { type: words, title: words, status: { type: "integer" }, detail: words, instance: words, problems: listOf(words) },
    ["type", "title", "status", "detail", "instance"],
  ),
} as const satisfies Readonly<Record<string, JsonSchema>>;
