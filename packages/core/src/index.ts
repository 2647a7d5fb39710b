// What every other package shares. Each block says why it is public: a shape here is a promise to all of them.

// Asking a person for approval.
export { isApproval, toApprovalQuestion } from "./approval.ts";
export { digestArguments, toCanonicalJson } from "./arguments-digest.ts";
export { toAudience } from "./audience.ts";
export { type CallOutcome, META } from "./call.ts";
// The signed name on a call: what the runtime writes and every server reads.
export {
  CALL_TOKEN_TYPE,
  type CallTokenClaims,
  type CallTokenExpectations,
  peekIssuer,
  signCallToken,
  toIdentity,
  verifyCallToken,
} from "./call-token.ts";
// What an operator writes for a gateway.
export { checkGatewayDefinition } from "./check-gateway-definition.ts";
// What a call gives back.
export {
  type AudioContent,
  type Content,
  content,
  type ImageContent,
  isContent,
  type LinkContent,
  type ResourceContent,
  type TextContent,
} from "./content.ts";
// What a tool declares and how it travels.
export { EFFECTS, type Effects, EXPOSURES, type Exposure } from "./effects.ts";
// Errors are matched by code, everywhere.
export {
  AUTH_CODES,
  type AuthCode,
  AuthError,
  CallError,
  type CallErrorCode,
  ERROR_CODES,
  type ErrorCode,
  FAILURE_CLASSES,
  type FailureClass,
  RequestStateError,
  StartError,
  ToolcribError,
  toFailureClass,
} from "./errors.ts";
// A gateway's API: its server writes these shapes, its client reads them.
export {
  type AgentRun,
  type AgentToken,
  API_SCOPES,
  type ApiKey,
  type ApiKeySettings,
  type ApiScope,
  type DefinitionPart,
  type GatewayInfo,
  type NewApiKey,
  type Page,
  type PageRequest,
  type ProblemDetails,
  type RunSettings,
  type SavedDefinition,
  type ShownSource,
  type SigningKeyState,
  type SourceDrift,
  type SourceState,
  type UserAgent,
  type UserAgentDetails,
  type UserAgentSettings,
} from "./gateway-api.ts";
export { API_ANSWERS, API_BODIES } from "./gateway-api-schema.ts";
export type {
  AgentDefinition,
  CommandSource,
  CommonSource,
  EndpointSource,
  FolderSource,
  GatewayDefinition,
  McpSource,
  OpenApiSource,
  ServerSource,
  SourceAuth,
  SourceDefinition,
  SourceKind,
} from "./gateway-definition.ts";
export { GATEWAY_DEFINITION_SCHEMA } from "./gateway-definition-schema.ts";
// Arguments that travel as headers too: the server compares, the gateway's client writes.
export {
  findHeaderMismatch,
  type HeaderParameter,
  type HeaderParameters,
  parseHeaderValue,
  readHeaderParameters,
  toHeaderValue,
  toParameterHeaders,
} from "./header-parameters.ts";
// Who calls.
export { ANONYMOUS, type Identity } from "./identity.ts";
export { cutText, exceedsBytes, isDeeperThan, isObject, type JsonObject, type JsonSchema, type JsonValue } from "./json.ts";
// The limits are quoted in error texts, tests and docs.
export * from "./limits.ts";
export { isLoopbackHost, isLoopbackOrigin } from "./loopback.ts";
// MCP's own names.
export {
  HANDSHAKE_REVISIONS,
  type HandshakeRevision,
  HEADER,
  type Implementation,
  MCP_META,
  type McpTool,
  type Revision,
  RPC_ERROR,
  type RpcId,
  STATELESS_REVISION,
  type ToolAnnotations,
  UNNAMED_REVISION,
} from "./mcp-wire.ts";
// Asking a person, and the state that travels while they think.
export { type Answer, checkForm, DEFAULT_QUESTION_KEY, type Question } from "./question.ts";
export {
  createRequestStateCodec,
  type ForwardedRequestState,
  type OwnRequestState,
  type RequestState,
  type RequestStateCodec,
  type StateKey,
  toStateKeyBytes,
} from "./request-state.ts";
export { type ToolResult, toFailedResult } from "./result.ts";
// The interpreter's door: judging values by JSON Schema without code generation.
export { type CompiledSchema, compileSchema } from "./schema.ts";
export { type Holding, SCHEMA_KEYWORDS, type SchemaKeyword } from "./schema-keywords.ts";
export { describeProblem, type SchemaProblem } from "./schema-problems.ts";
export { visitSchema } from "./schema-walk.ts";
export { parseStrictJson } from "./strict-json.ts";
export { isProduction, TEST_ISSUER } from "./test-issuer.ts";
export { type ApprovalMode, type Idempotency, parseToolContract, type ToolContract, toAnnotations } from "./tool-contract.ts";
// Why an agent does or does not get a tool.
export { type SourceFailure, TOOL_REASONS, type ToolReason, type ToolReport, type ToolSourceReport } from "./tool-sources.ts";
