// One tool of an SDK server: its listing kept, its calls forwarded, its results passed on.

import { compileSchema, type Identity, isObject, META } from "@toolcrib/core";
import {
  describeListed,
  type ForwardedResult,
  forwardedTool,
  forwardResult,
  type ListedTool,
  type Tool,
  type ToolContext,
  toForwardedResult,
  toListing,
} from "@toolcrib/tools/run";
import type { McpSession, Params } from "./mcp-session.ts";

/** @throws Error for a schema that can't be read: the server is the author's own, so better now than at a call */
export function toTool(session: McpSession, listed: ListedTool, timeoutMs: number): Tool {
  const { name, inputSchema, outputSchema, annotations } = listed;
  for (const schema of [inputSchema, outputSchema]) if (isObject(schema)) compileSchema(schema);
  const isReadOnly = isObject(annotations) && annotations.readOnlyHint === true;
  return forwardedTool(
    {
      name,
      description: describeListed(listed),
      input: inputSchema,
      ...(isObject(outputSchema) ? { output: outputSchema } : {}),
      effects: isReadOnly ? "none" : "external",
      timeoutMs,
      execute: (args, context) => forwardCall(session, name, args as Params, context),
    },
    toListing(listed),
  );
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
  return forwardResult(toForwardedResult(result));
}

/** What both lines of the SDK hand to a handler. The caller's token stays here: it is for this server, not for what it calls. */
function toAuthInfo(identity: Identity): object {
  return { token: "", clientId: identity.agent, scopes: [], extra: { identity } };
}
