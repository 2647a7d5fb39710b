// Where a request goes.
//
//   /agents/<key>/mcp           an agent's tools, for the holder of its token
//   /.well-known/jwks.json      the keys that sign calls to `runtime` sources
//   everything else             the operator's API

import type { ToolHandler } from "@toolcrib/server";
import { type EngineRequest, type EngineResponse, engineOf } from "@toolcrib/server/run";
import type { AgentTokens } from "./identity/agent-tokens.ts";
import type { SigningKeys } from "./identity/signing-keys.ts";
import { readBearer } from "./identity/token-hash.ts";
import type { AgentHandlers } from "./serve-agents.ts";

export interface Routes {
  readonly handlers: Pick<AgentHandlers, "find">;
  readonly tokens: Pick<AgentTokens, "find">;
  /** Where an agent's tools would be: it lets nobody in, so that nobody learns which agents there are. */
  readonly nobody: ToolHandler;
  readonly keys: Pick<SigningKeys, "jwks">;
  readonly answerApi: (request: EngineRequest) => Promise<EngineResponse>;
}

const AGENT = /^https?:\/\/[^/]+\/agents\/([a-z0-9][a-z0-9._-]{0,127})\/mcp$/;
const KEYS = /^https?:\/\/[^/]+\/\.well-known\/jwks\.json$/;
/** Readers look again after five minutes, and go on for a day with what they have while the gateway is away. */
const KEY_HEADERS = { "content-type": "application/jwk-set+json", "cache-control": "public, max-age=300, stale-while-revalidate=86400" };

/** Answers one request. Never rejects. */
export async function route(request: EngineRequest, routes: Routes): Promise<EngineResponse> {
  const url = request.url() ?? "";
  const agent = AGENT.exec(url)?.[1];
  if (agent !== undefined) return engineOf(findHandler(agent, request, routes)).handle(request);
  if (KEYS.test(url) && request.method === "GET") return { status: 200, headers: KEY_HEADERS, body: routes.keys.jwks() };
  return routes.answerApi(request);
}

/** A token opens its own agent's door and no other. */
function findHandler(key: string, request: EngineRequest, { handlers, tokens, nobody }: Routes): ToolHandler {
  const token = readBearer(request.header("authorization"));
  const caller = token === undefined ? undefined : tokens.find(token);
  return (caller?.key === key ? handlers.find(caller.template) : undefined) ?? nobody;
}
