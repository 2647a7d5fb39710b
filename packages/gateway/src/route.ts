// Where a request goes.
//
//   /agents/<name>/mcp          an agent's tools, for the holder of its token
//   /.well-known/jwks.json      the keys that sign calls to `runtime` sources

import type { ToolHandler } from "@toolcrib/server";
import { type EngineRequest, type EngineResponse, engineOf } from "@toolcrib/server/run";
import type { SigningKeys } from "./identity/signing-keys.ts";

export interface Routes {
  readonly handlers: ReadonlyMap<string, ToolHandler>;
  readonly keys: SigningKeys;
}

const AGENT = /^https?:\/\/[^/]+\/agents\/([a-z][a-z0-9-]{0,63})\/mcp$/;
const KEYS = /^https?:\/\/[^/]+\/\.well-known\/jwks\.json$/;
/** Readers look again after five minutes, and go on for a day with what they have while the gateway is away. */
const KEY_HEADERS = { "content-type": "application/jwk-set+json", "cache-control": "public, max-age=300, stale-while-revalidate=86400" };

/** Answers one request. Never rejects. */
export async function route(request: EngineRequest, { handlers, keys }: Routes): Promise<EngineResponse> {
  const url = request.url() ?? "";
  const handler = handlers.get(AGENT.exec(url)?.[1] ?? "");
  if (handler !== undefined) return engineOf(handler).handle(request);
  if (KEYS.test(url) && request.method === "GET") return { status: 200, headers: KEY_HEADERS, body: keys.jwks() };
  return {
    status: 404,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ error: "there is nothing here; an agent's tools are at /agents/<name>/mcp" }),
  };
}
