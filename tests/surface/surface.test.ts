// Pins: what is written here is a promise to users, and changes only together with a changeset that says so.

import * as core from "@toolcrib/core";
import * as gateway from "@toolcrib/gateway";
import * as gatewayClient from "@toolcrib/gateway/client";
import * as outbound from "@toolcrib/gateway/outbound";
import * as openapi from "@toolcrib/openapi";
import * as openapiNode from "@toolcrib/openapi/node";
import * as server from "@toolcrib/server";
import * as serverMcp from "@toolcrib/server/mcp";
import * as serverNode from "@toolcrib/server/node";
import * as serverRun from "@toolcrib/server/run";
import * as testing from "@toolcrib/testing";
import * as tools from "@toolcrib/tools";
import * as toolsNode from "@toolcrib/tools/node";
import * as toolsRun from "@toolcrib/tools/run";
import { expect, test } from "vitest";

test("the exports of each entry", () => {
  const keys = (module: object) => Object.keys(module).sort();
  expect(keys(tools)).toEqual(["CallError", "content", "isTool", "schema", "tool"]);
  expect(keys(toolsRun)).toEqual([
    "CallAbort",
    "WrittenInput",
    "abortWatchOf",
    "createToolset",
    "describeListed",
    "forwardQuestion",
    "forwardResult",
    "forwardedAnswerOf",
    "forwardedResultOf",
    "forwardedTool",
    "isListedTool",
    "isTool",
    "listingOf",
    "runCall",
    "toForwardedResult",
    "toListing",
    "tool",
    "writtenInputOf",
    "writtenTool",
  ]);
  expect(keys(serverMcp)).toEqual(["fromMcpServer"]);
  expect(keys(toolsNode)).toEqual(["loadTools"]);
  expect(keys(server)).toEqual(["runtimeAuth", "runtimeIdentity", "serveTools"]);
  expect(keys(serverNode)).toEqual(["nodeListener"]);
  expect(keys(openapi)).toEqual(["HTTP_META", "endpointTool", "openApiTools", "operationOf", "responseSchemaOf"]);
  expect(keys(openapiNode)).toEqual(["loadDocument", "parseYaml"]);
  expect(keys(serverRun)).toEqual(["engineOf", "serveLiveTools", "toToolHandler"]);
  expect(keys(gateway)).toEqual(["createGateway"]);
  expect(keys(gatewayClient)).toEqual(["GatewayApiError", "createGatewayClient"]);
  expect(keys(outbound)).toEqual(["OUTBOUND_CODES", "OutboundError", "createOutbound"]);
  expect(keys(testing)).toEqual(["failed", "refused", "succeeded", "testRuntime", "toolMatchers"]);
  expect(keys(core)).toEqual([
    "AGENT_CACHE_MAX",
    "AGENT_TOKEN_LIFE_S",
    "ANONYMOUS",
    "API_ANSWERS",
    "API_BODIES",
    "API_BODY_MAX_BYTES",
    "API_KEY_TRIES",
    "API_PAGE",
    "API_SCOPES",
    "APPROVAL_ARGUMENTS_MAX_CHARS",
    "ASK_ROUNDS_MAX",
    "AUTH_CODES",
    "AuthError",
    "BATCH_MAX",
    "CALL_ID_MAX_CHARS",
    "CALL_TIMEOUT_MS",
    "CALL_TOKEN",
    "CALL_TOKEN_TYPE",
    "CALL_TOTAL_MS",
    "CallError",
    "DEFAULT_QUESTION_KEY",
    "DOCUMENT_MAX_BYTES",
    "DRAIN",
    "EFFECTS",
    "ERA_TTL_MS",
    "ERROR_CODES",
    "ERROR_TEXT_MAX_CHARS",
    "EXPOSURES",
    "FAILURE_CLASSES",
    "GATEWAY_DEFINITION_SCHEMA",
    "HANDSHAKE_REVISIONS",
    "HEADER",
    "HEARTBEAT_MS",
    "JSON_MAX_DEPTH",
    "JSON_WAIT_MS",
    "LIST_PAGES_MAX",
    "LIST_TTL_MS",
    "MCP_META",
    "META",
    "PREFLIGHT_MAX_AGE_S",
    "PROBLEMS_MAX",
    "PROGRESS_MESSAGE_MAX_CHARS",
    "QUOTE_MAX_CHARS",
    "REQUEST_MAX_BYTES",
    "REQUEST_STATE_LIFE_MS",
    "REQUEST_STATE_MAX_CHARS",
    "RESULT_MAX_BYTES",
    "RPC_ERROR",
    "RUNTIME_KEYS",
    "RequestStateError",
    "SCHEMA_ERRORS_MAX",
    "SCHEMA_KEYWORDS",
    "SESSIONS_MAX",
    "SESSION_IDLE_MS",
    "SESSION_OPEN_TIMEOUT_MS",
    "SIGNING_KEY",
    "SOURCE_LIST",
    "SOURCE_TIMEOUT_MS",
    "SPENT_APPROVALS_MAX",
    "STATELESS_REVISION",
    "STATE_KEY_MIN_BYTES",
    "STREAM_QUEUE_MAX",
    "SUBSCRIPTIONS_MAX",
    "StartError",
    "TEST_ISSUER",
    "TOOLS_MAX",
    "TOOL_NAME_MAX_CHARS",
    "TOOL_REASONS",
    "ToolcribError",
    "UNIQUE_ITEMS_MAX",
    "UNNAMED_REVISION",
    "UPSTREAM_LIST_MAX_CHARS",
    "UPSTREAM_RESULT_MAX_CHARS",
    "checkForm",
    "checkGatewayDefinition",
    "compileSchema",
    "content",
    "createRequestStateCodec",
    "cutText",
    "describeProblem",
    "digestArguments",
    "exceedsBytes",
    "findHeaderMismatch",
    "isApproval",
    "isContent",
    "isDeeperThan",
    "isLoopbackHost",
    "isLoopbackOrigin",
    "isObject",
    "isProduction",
    "parseHeaderValue",
    "parseStrictJson",
    "parseToolContract",
    "peekIssuer",
    "readHeaderParameters",
    "signCallToken",
    "toAnnotations",
    "toApprovalQuestion",
    "toAudience",
    "toCanonicalJson",
    "toFailedResult",
    "toFailureClass",
    "toHeaderValue",
    "toIdentity",
    "toParameterHeaders",
    "toStateKeyBytes",
    "verifyCallToken",
    "visitSchema",
  ]);
});

test("the codes of our errors", () => {
  expect(core.ERROR_CODES).toEqual([
    "tools_invalid",
    "options_invalid",
    "invalid_args",
    "invalid_output",
    "result_too_large",
    "not_configured",
    "declined",
    "call_failed",
    "timeout",
    "client_disconnected",
    "cancelled",
    "request_state_invalid",
    "token_missing",
    "token_malformed",
    "token_header",
    "token_claims",
    "token_expired",
    "token_not_yet_valid",
    "wrong_issuer",
    "wrong_tenant",
    "wrong_audience",
    "unknown_key",
    "bad_signature",
    "wrong_tool",
    "wrong_method",
    "wrong_arguments",
    "wrong_key",
    "verify_refused",
    "keys_unavailable",
  ]);
  expect(core.FAILURE_CLASSES).toEqual([
    "auth",
    "rate_limited",
    "upstream_4xx",
    "upstream_5xx",
    "timeout",
    "invalid_args",
    "not_configured",
    "aborted",
    "unknown",
  ]);
});

test("the names a call travels under [wire.meta-names]", () => {
  expect(core.META).toEqual({
    idempotencyKey: "agent-runtime/idempotencyKey",
    callId: "agent-runtime/callId",
    runId: "agent-runtime/runId",
    turnId: "agent-runtime/turnId",
    attempt: "agent-runtime/attempt",
    actor: "agent-runtime/actor",
    origin: "agent-runtime/origin",
    tool: "agent-runtime/tool",
    outcome: "agent-runtime/outcome",
    errorType: "agent-runtime/errorType",
    replayed: "agent-runtime/replayed",
    durable: "agent-runtime/durable",
    possibleDuplicateOf: "agent-runtime/possibleDuplicateOf",
    approval: "agent-runtime/approval",
  });
});

test("MCP's names, as the specification writes them", () => {
  expect(core.HEADER).toEqual({
    protocolVersion: "mcp-protocol-version",
    method: "mcp-method",
    name: "mcp-name",
    parameterPrefix: "mcp-param-",
  });
  expect([core.STATELESS_REVISION, ...core.HANDSHAKE_REVISIONS, core.UNNAMED_REVISION]).toEqual([
    "2026-07-28",
    "2025-11-25",
    "2025-06-18",
    "2025-03-26",
    "2024-11-05",
    "2025-03-26",
  ]);
  expect(core.RPC_ERROR).toEqual({
    parse: -32700,
    invalidRequest: -32600,
    methodNotFound: -32601,
    invalidParams: -32602,
    headerMismatch: -32020,
    missingCapability: -32021,
    unsupportedVersion: -32022,
    refused: -31403,
    unauthorized: -31401,
  });
  expect(core.MCP_META).toEqual({
    protocolVersion: "io.modelcontextprotocol/protocolVersion",
    clientCapabilities: "io.modelcontextprotocol/clientCapabilities",
    clientInfo: "io.modelcontextprotocol/clientInfo",
    serverInfo: "io.modelcontextprotocol/serverInfo",
    subscriptionId: "io.modelcontextprotocol/subscriptionId",
  });
});

test("the numbers that are promised", () => {
  expect(core.CALL_TIMEOUT_MS).toEqual({ default: 15_000, min: 1_000, max: 1_200_000 });
  expect([core.REQUEST_MAX_BYTES, core.RESULT_MAX_BYTES, core.ERROR_TEXT_MAX_CHARS, core.TOOLS_MAX, core.ASK_ROUNDS_MAX]).toEqual([
    4_194_304, 1_048_576, 2_000, 5_000, 8,
  ]);
  expect([core.JSON_WAIT_MS, core.HEARTBEAT_MS, core.REQUEST_STATE_LIFE_MS, core.STATE_KEY_MIN_BYTES, core.CALL_TOTAL_MS]).toEqual([
    5_000, 8_000, 600_000, 32, 1_200_000,
  ]);
});
