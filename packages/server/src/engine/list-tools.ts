import { LIST_TTL_MS, MCP_META, type McpTool, META, toAnnotations } from "@toolcrib/core";
import { listingOf, type PreparedTool, type Toolset } from "@toolcrib/tools/run";
import type { EngineParts, Exchange } from "./exchange.ts";
import type { EngineResponse } from "./http.ts";
import { invalidParams, jsonResponse, quoteName, resultMessage } from "./json-rpc.ts";
import { isStateless } from "./revisions.ts";

/** The lists never change, so each is written once, when first asked for. */
const written = { stateless: new WeakMap<Toolset, string>(), handshake: new WeakMap<Toolset, string>() };

/** All tools on one page, ordered by name; no cursor was ever given out, so any cursor is unknown. */
export function listTools(exchange: Exchange): EngineResponse | Promise<EngineResponse> {
  const settling = exchange.parts.live?.settling();
  return settling === undefined ? listKnown(exchange) : settling.then(() => listKnown(exchange));
}

function listKnown(exchange: Exchange): EngineResponse {
  const { parts, message } = exchange;
  const { cursor } = message.params;
  if (cursor !== undefined)
    return invalidParams(message.id, `unknown cursor ${quoteName(cursor)}; the list has one page, ask without a cursor`);
  const era = isStateless(exchange.envelope) ? "stateless" : "handshake";
  const list = written[era].get(parts.toolset) ?? write(parts, era);
  written[era].set(parts.toolset, list);
  return jsonResponse(resultMessage(message.id, list));
}

function write({ toolset, serverInfo, live }: EngineParts, era: keyof typeof written): string {
  const tools = [...toolset.values()].map(toMcpTool);
  if (era === "handshake") return JSON.stringify({ tools: tools.map(toHandshakeTool) });
  const envelope = {
    resultType: "complete",
    ttlMs: LIST_TTL_MS,
    cacheScope: live === undefined ? "public" : "private",
    _meta: { [MCP_META.serverInfo]: serverInfo },
  };
  return JSON.stringify({ tools, ...envelope });
}

/** Schemas go out as they are, keyword for keyword, and so does what came with a tool that is forwarded. */
export function toMcpTool(tool: PreparedTool): McpTool {
  const { title, icons, annotations, _meta } = listingOf(tool.definition);
  return {
    name: tool.name,
    ...(title === undefined ? {} : { title }),
    ...(icons === undefined ? {} : { icons }),
    description: tool.definition.description,
    inputSchema: tool.input.published,
    ...(tool.output === undefined ? {} : { outputSchema: tool.output.published }),
    annotations: annotations ?? toAnnotations(tool.contract),
    _meta: { ..._meta, [META.tool]: tool.contract },
  };
}

/** Before 2026-07-28 structured content is an object (SEP-2106); an output schema that says otherwise would break strict clients. */
function toHandshakeTool(tool: McpTool): McpTool {
  if (tool.outputSchema === undefined || tool.outputSchema.type === "object") return tool;
  const { outputSchema: _outputSchema, ...rest } = tool;
  return rest;
}
