// One tool of an SDK server: its listing kept, its calls forwarded, its results passed on.

import {
  compileSchema,
  FAILURE_CLASSES,
  type FailureClass,
  type Identity,
  isObject,
  type JsonSchema,
  MCP_META,
  META,
  type ToolAnnotations,
  type ToolResult,
} from "@toolcrib/core";
import { type ForwardedResult, forwardedTool, forwardResult, type Listing, type Tool, type ToolContext } from "@toolcrib/tools/run";
import type { McpSession, Params } from "./mcp-session.ts";

/** What `tools/list` of the SDK gives, as far as it is read here. */
export interface ListedTool extends Params {
  readonly name: string;
  readonly inputSchema: JsonSchema;
}

/** @throws Error for a schema that can't be read: the server is the author's own, so better now than at a call */
export function toTool(session: McpSession, listed: ListedTool, timeoutMs: number): Tool {
  const { name, title, description, inputSchema, outputSchema, annotations } = listed;
  for (const schema of [inputSchema, outputSchema]) if (isObject(schema)) compileSchema(schema);
  const isReadOnly = isObject(annotations) && annotations.readOnlyHint === true;
  return forwardedTool(
    {
      name,
      description: [description, title, name].find((text) => typeof text === "string" && text.trim() !== "") as string,
      input: inputSchema,
      ...(isObject(outputSchema) ? { output: outputSchema } : {}),
      effects: isReadOnly ? "none" : "external",
      timeoutMs,
      execute: (args, context) => forwardCall(session, name, args as Params, context),
    },
    toListing(listed),
  );
}

function toListing({ title, icons, annotations, _meta }: ListedTool): Listing {
  return {
    ...(typeof title === "string" ? { title } : {}),
    ...(Array.isArray(icons) ? { icons } : {}),
    ...(isObject(annotations) ? { annotations: annotations as ToolAnnotations } : {}),
    ...(isObject(_meta) ? { _meta } : {}),
  };
}

async function forwardCall(session: McpSession, name: string, args: Params, context: ToolContext): Promise<ForwardedResult> {
  const { identity, callId, idempotencyKey, signal } = context;
  const params = { name, arguments: args, _meta: { [META.callId]: callId, [META.idempotencyKey]: idempotencyKey } };
  const result = await session.request("tools/call", params, {
    authInfo: toAuthInfo(identity),
    signal,
    onProgress({ progress, total, message }) {
      const amount = typeof progress === "number" ? { progress, ...(typeof total === "number" ? { total } : {}) } : undefined;
      context.progress(typeof message === "string" ? message : undefined, amount);
    },
  });
  return forwardResult(toResult(result));
}

/** What both lines of the SDK hand to a handler. The caller's token stays here: it is for this server, not for what it calls. */
function toAuthInfo(identity: Identity): object {
  return { token: "", clientId: identity.agent, scopes: [], extra: { identity } };
}

/** The server's result. Of `_meta`, names that are ours say what this engine says, so the server's own are left out. */
function toResult({ content, structuredContent, isError, _meta }: Params): ToolResult {
  const meta = Object.entries(isObject(_meta) ? _meta : {}).filter(([key]) => !OURS.test(key));
  const failed = isError === true ? { [META.errorType]: toFailureClass(_meta) } : {};
  return {
    content: (Array.isArray(content) ? content : []) as ToolResult["content"],
    // A result of a call that failed carries none: it would not fit the output schema.
    ...(structuredContent === undefined || isError === true ? {} : { structuredContent }),
    ...(isError === true ? { isError } : {}),
    _meta: { ...Object.fromEntries(meta), ...failed },
  };
}

const OURS = new RegExp(`^(agent-runtime/|${MCP_META.serverInfo}$)`);

function toFailureClass(meta: unknown): FailureClass {
  const carried = isObject(meta) ? meta[META.errorType] : undefined;
  return FAILURE_CLASSES.find((name) => name === carried) ?? "unknown";
}
