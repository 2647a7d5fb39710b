import { LIST_TTL_MS, MCP_META, type McpTool, META, toAnnotations } from "@toolcrib/core";
import { listingOf, type PreparedTool, type Toolset, writtenInputOf } from "@toolcrib/tools/run";
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
  const tools: string[] = [];
  for (const tool of toolset.values()) tools.push(writeTool(tool, era));
  const list = `{"tools":[${tools.join(",")}]`;
  if (era === "handshake") return `${list}}`;
  const envelope = {
    resultType: "complete",
    ttlMs: LIST_TTL_MS,
    cacheScope: live === undefined ? "public" : "private",
    _meta: { [MCP_META.serverInfo]: serverInfo },
  };
  return `${list},${JSON.stringify(envelope).slice(1)}`;
}

function writeTool(tool: PreparedTool, era: keyof typeof written): string {
  const input = writtenInputOf(tool.definition);
  if (input !== undefined && tool.output === undefined) return writeAround(input.json, tool);
  const listed = toMcpTool(tool);
  return JSON.stringify(era === "handshake" ? toHandshakeTool(listed) : listed);
}

/** The same for a tool whose schema is written already, and most of it. */
function writeAround(inputJson: string, { name, definition, contract }: PreparedTool): string {
  const { title, annotations, icons, _meta } = listingOf(definition);
  let json = `{"name":${JSON.stringify(name)}`;
  if (title !== undefined) json += `,"title":${JSON.stringify(title)}`;
  if (icons !== undefined) json += `,"icons":${JSON.stringify(icons)}`;
  json += `,"description":${JSON.stringify(definition.description)},"inputSchema":${inputJson}`;
  json += `,"annotations":${toSharedJson(annotations ?? toAnnotations(contract))}`;
  const meta = _meta === undefined ? `{${CONTRACT}:${toSharedJson(contract)}}` : JSON.stringify({ ..._meta, [META.tool]: contract });
  return `${json},"_meta":${meta}}`;
}

const CONTRACT = JSON.stringify(META.tool);

/** What tools that are alike share is written once. */
function toSharedJson(value: object): string {
  const known = sharedJson.get(value);
  if (known !== undefined) return known;
  const json = JSON.stringify(value);
  sharedJson.set(value, json);
  return json;
}

const sharedJson = new WeakMap<object, string>();

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
