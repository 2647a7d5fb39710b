// Many sources, one governed catalog per agent.

export type { GatewayDefinition, SourceDefinition, ToolReason, ToolReport, ToolSourceReport } from "@toolcrib/core";
export type { ToolDifference } from "./catalog/snapshot.ts";
export { type AgentAccess, createGateway, type Gateway } from "./create-gateway.ts";
export type { GatewayOptions } from "./gateway-options.ts";
