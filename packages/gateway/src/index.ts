// Many sources, one governed catalog per agent.

export type { GatewayDefinition, SourceDefinition, ToolReason, ToolReport, ToolSourceReport } from "@toolcrib/core";
export type { ToolDifference } from "./catalog/snapshot.ts";
export { createGateway } from "./create-gateway.ts";
export type { AgentAccess, Gateway } from "./gateway.ts";
export type { GatewayOptions } from "./gateway-options.ts";
