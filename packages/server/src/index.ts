// Serving tools: one function and what it is given and gives back.

export type { FailedCall } from "@toolcrib/tools/run";
export type { CallerVerifier, Credentials, CustomCaller } from "./auth/custom-verifier.ts";
export type { OAuthOptions } from "./auth/resource-metadata.ts";
// For servers built with something else.
export { type AuthInfo, type RuntimeAuth, type RuntimeAuthOptions, runtimeAuth, runtimeIdentity } from "./auth/runtime-auth.ts";
export type { CustomOptions, RuntimeOptions, ServeOptions, UnverifiedOptions } from "./serve-options.ts";

export { serveTools, type ToolHandler } from "./serve-tools.ts";
