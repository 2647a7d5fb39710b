// Credentials: chosen by what an operation asks for, sent to the origins they belong to and to no other, and never a
// parameter of a tool.

import { CallError, isObject } from "@toolcrib/core";
import type { TokenSource } from "./client-credentials.ts";
import type { Auth, Credential, SecurityScheme } from "./credential.ts";
import type { DocumentObject } from "./document.ts";
import type { SecuritySets } from "./operation.ts";
import { encode } from "./percent-encode.ts";
import type { References } from "./references.ts";
import { toBasic } from "./secrets.ts";
import type { HttpRequest } from "./to-request.ts";

/** Adds credentials to a request. */
export type Authorize = (request: HttpRequest) => Promise<HttpRequest>;

export interface AuthorizerParts {
  readonly auth: Auth;
  readonly security: SecuritySets | undefined;
  readonly schemes: ReadonlyMap<string, SecurityScheme>;
  /** Origins that may see the credentials. */
  readonly origins: ReadonlySet<string>;
  readonly tokens: TokenSource;
}

/** An operation that says it needs none gets none. */
export function createAuthorizer({ auth, security, schemes, origins, tokens }: AuthorizerParts): Authorize {
  // A set without schemes says that credentials are optional: it comes last, for what an operator has is meant to be used.
  const sets = [...(security ?? [])].sort((a, b) => Number(Object.keys(a).length === 0) - Number(Object.keys(b).length === 0));
  if (security !== undefined && sets.length === 0) return async (request) => request;
  return async (request) => {
    if (!origins.has(originOf(request.url))) return request;
    for (const set of sets) {
      const wanted = Object.entries(set).map(([name, scopes]) => withScopes(schemes.get(name), scopes));
      const found = await Promise.all(wanted.map((scheme) => (scheme === undefined ? undefined : pick(auth, scheme))));
      if (found.some((credential) => credential === undefined)) continue;
      let authorized = request;
      for (const [index, credential] of found.entries())
        authorized = await apply(authorized, credential as Credential, wanted[index], tokens);
      return authorized;
    }
    // A document without security may still have an API behind it that asks for some.
    if (typeof auth === "function" || auth.type === "apiKey" || security !== undefined) return request;
    return apply(request, auth, undefined, tokens);
  };
}

function withScopes(scheme: SecurityScheme | undefined, scopes: readonly string[]): SecurityScheme | undefined {
  return scheme === undefined ? undefined : { ...scheme, scopes };
}

/** The schemes of a document, 2.0 or 3.x. */
export function readSchemes(
  { components, securityDefinitions }: DocumentObject,
  references: References,
): ReadonlyMap<string, SecurityScheme> {
  const listed = isObject(components) && isObject(components.securitySchemes) ? components.securitySchemes : securityDefinitions;
  const schemes = new Map<string, SecurityScheme>();
  for (const [name, value] of Object.entries(isObject(listed) ? listed : {})) {
    const scheme = references.follow({ value, base: "" })?.value;
    if (isObject(scheme)) schemes.set(name, toScheme(name, scheme));
  }
  return schemes;
}

/** Where API keys go, as `query key`; names of headers in lower case. */
export function placesOf(schemes: ReadonlyMap<string, SecurityScheme>): ReadonlySet<string> {
  const keys = [...schemes.values()].filter(({ type, parameterName }) => type === "apiKey" && parameterName !== undefined);
  return new Set(
    keys.map(
      ({ in: place = "header", parameterName = "" }) => `${place} ${place === "header" ? parameterName.toLowerCase() : parameterName}`,
    ),
  );
}

/** The origin of a URL that was written here. */
export function originOf(url: string): string {
  return new URL(url).origin;
}

function toScheme(name: string, value: DocumentObject): SecurityScheme {
  const flows = isObject(value.flows) && isObject(value.flows.clientCredentials) ? value.flows.clientCredentials : value;
  const isBasic = value.type === "basic";
  return {
    name,
    type: (isBasic ? "http" : value.type) as SecurityScheme["type"],
    ...(isBasic ? { scheme: "basic" } : typeof value.scheme === "string" ? { scheme: value.scheme.toLowerCase() } : {}),
    ...(typeof value.in === "string" ? { in: value.in as "header" } : {}),
    ...(value.type === "apiKey" && typeof value.name === "string" ? { parameterName: value.name } : {}),
    ...(typeof flows.tokenUrl === "string" ? { tokenUrl: flows.tokenUrl } : {}),
    scopes: [],
  };
}

async function pick(auth: Auth, scheme: SecurityScheme): Promise<Credential | undefined> {
  const credential = typeof auth === "function" ? await auth(scheme) : auth;
  return credential !== undefined && FITS[scheme.type]?.(scheme, credential) === true ? credential : undefined;
}

const FITS: Readonly<Record<SecurityScheme["type"], (scheme: SecurityScheme, credential: Credential) => boolean>> = {
  http: ({ scheme }, { type }) => (scheme === "basic" ? type === "basic" : type === "bearer" || type === "clientCredentials"),
  apiKey: (_scheme, { type }) => type === "apiKey",
  oauth2: (_scheme, { type }) => type === "bearer" || type === "clientCredentials",
  openIdConnect: (_scheme, { type }) => type === "bearer" || type === "clientCredentials",
  // The platform's own: a certificate is no header.
  mutualTLS: () => false,
};

async function apply(
  request: HttpRequest,
  credential: Credential,
  scheme: SecurityScheme | undefined,
  tokens: TokenSource,
): Promise<HttpRequest> {
  const withHeader = (value: string): HttpRequest => ({ ...request, headers: { ...request.headers, authorization: value } });
  switch (credential.type) {
    case "bearer":
      return withHeader(`Bearer ${credential.token}`);
    case "basic":
      return withHeader(`Basic ${toBasic(credential)}`);
    case "clientCredentials":
      return withHeader(`Bearer ${await tokens(credential, scheme)}`);
    default:
      return withApiKey(request, credential.value, scheme);
  }
}

function withApiKey(request: HttpRequest, value: string, scheme: SecurityScheme | undefined): HttpRequest {
  const { in: location = "header", parameterName } = scheme ?? {};
  if (parameterName === undefined) throw new CallError("the document does not say where its API key goes", { code: "not_configured" });
  if (location === "header") return { ...request, headers: { ...request.headers, [parameterName.toLowerCase()]: value } };
  const pair = `${encode(parameterName)}=${encode(value)}`;
  if (location === "query") return { ...request, url: `${request.url}${request.url.includes("?") ? "&" : "?"}${pair}` };
  const { cookie } = request.headers;
  return { ...request, headers: { ...request.headers, cookie: cookie === undefined ? pair : `${cookie}; ${pair}` } };
}
