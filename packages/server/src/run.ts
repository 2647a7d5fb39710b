// For whoever gathers tools and serves them under several paths: the gateway.

export type { EngineRequest, EngineResponse } from "./engine/http.ts";
export type { LiveTools } from "./live-tools.ts";
export { engineOf, type ServedEngine, serveLiveTools, toToolHandler } from "./serve-tools.ts";
