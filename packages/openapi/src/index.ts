// The owner of an HTTP API comes in here.

// What a result's _meta says of HTTP.
export { HTTP_META } from "./answer.ts";
export type { ApiOptions } from "./api.ts";
export type { Auth, ClientCredentials, Credential, SecurityScheme } from "./credential.ts";
export type { Diagnostic, DiagnosticCode } from "./diagnostics.ts";
export { type Endpoint, type EndpointParameter, endpointTool } from "./endpoint-tool.ts";
export type { OperationFilter } from "./filter.ts";
export { type OpenApiOptions, type OpenApiTools, openApiTools } from "./open-api-tools.ts";
export { operationOf, responseSchemaOf } from "./operation-tool.ts";
export type { ToolOverrides } from "./overrides.ts";
export type { ServerOptions } from "./server-url.ts";
