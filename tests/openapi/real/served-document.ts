// The tools of a document of the corpus, served and called over MCP as any client does.

import { existsSync } from "node:fs";
import { type OpenApiOptions, openApiTools } from "@toolcrib/openapi";
import { loadDocument } from "@toolcrib/openapi/node";
import { serveTools } from "@toolcrib/server";
import { corpus } from "../semantic/document.ts";

export interface CallResult {
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly _meta: Readonly<Record<string, unknown>>;
}

export type Caller = (name: string, args?: object) => Promise<CallResult>;

export function hasDocument(name: string): boolean {
  return existsSync(new URL(name, corpus));
}

export async function serveDocument(name: string, options: OpenApiOptions): Promise<Caller> {
  const { document } = await loadDocument(new URL(name, corpus));
  const { tools } = await openApiTools(document, options);
  const handler = serveTools(tools, { auth: "none", log: () => {} });
  return async (tool, args = {}) => {
    const response = await handler(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: args } }),
      }),
    );
    const { result, error } = (await response.json()) as { readonly result?: CallResult; readonly error?: { readonly message: string } };
    if (result === undefined) throw new Error(error?.message);
    return result;
  };
}
