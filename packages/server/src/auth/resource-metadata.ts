// OAuth 2.0 Protected Resource Metadata (RFC 9728): where a client without credentials learns who could give it some.

import { toAudience } from "@toolcrib/core";
import { type EngineRequest, type EngineResponse, JSON_HEADERS } from "../engine/http.ts";

/** An OAuth authorization server in front of these tools. Its tokens are proven by `verify`. */
export interface OAuthOptions {
  /** Issuer URLs of the servers whose tokens `verify` takes. */
  readonly authorizationServers: readonly string[];
  /** Scopes a client can ask for. Default: none are named. */
  readonly scopes?: readonly string[];
}

const WELL_KNOWN = "/.well-known/oauth-protected-resource";
const OPEN_TO_ALL = { "access-control-allow-origin": "*", "access-control-allow-methods": "GET, HEAD, OPTIONS" };

/** Answers a request for the metadata document, to anybody; undefined for any other request. */
export function answerMetadata(
  request: EngineRequest,
  audiences: readonly string[] | undefined,
  oauth: OAuthOptions,
): EngineResponse | undefined {
  if (request.method !== "GET" && request.method !== "HEAD" && request.method !== "OPTIONS") return undefined;
  const addressed = request.url();
  const url = addressed === undefined ? undefined : new URL(addressed);
  if (url === undefined || !(url.pathname === WELL_KNOWN || url.pathname.startsWith(`${WELL_KNOWN}/`))) return undefined;
  if (request.method === "OPTIONS") return { status: 204, headers: OPEN_TO_ALL };
  const resource = audiences?.[0] ?? audienceOf(`${url.origin}${url.pathname.slice(WELL_KNOWN.length)}`);
  if (resource === undefined) return undefined;
  const document = {
    resource,
    authorization_servers: oauth.authorizationServers,
    ...(oauth.scopes === undefined ? {} : { scopes_supported: oauth.scopes }),
    bearer_methods_supported: ["header"],
  };
  return {
    status: 200,
    headers: { ...JSON_HEADERS, ...OPEN_TO_ALL },
    ...(request.method === "HEAD" ? {} : { body: JSON.stringify(document) }),
  };
}

/** The document's URL, for a challenge; undefined where this server does not know its own. */
export function metadataUrl(request: Pick<EngineRequest, "url">, audiences: readonly string[] | undefined): string | undefined {
  const resource = audiences?.[0] ?? request.url();
  if (resource === undefined) return undefined;
  const { origin, pathname } = new URL(resource);
  return `${origin}${WELL_KNOWN}${pathname === "/" ? "" : pathname.replace(/\/$/, "")}`;
}

/** The audience a URL names; undefined where it can be none, as over plain http. */
function audienceOf(url: string): string | undefined {
  try {
    return toAudience(url);
  } catch {
    return undefined;
  }
}
