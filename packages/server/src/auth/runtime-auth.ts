// For servers built with something else: proves a runtime's request before the other server sees it, and hands the
// identity over in the form that both lines of the official SDK carry through to their handlers.

import { AuthError, type CallTokenClaims, type Identity, isObject, parseStrictJson, toAudience } from "@toolcrib/core";
import { parseMessage } from "../engine/json-rpc.ts";
import { toFetchResponse } from "../fetch.ts";
import { checkOptions } from "../serve-options.ts";
import { tell } from "../tell.ts";
import { toRefusal } from "./challenge.ts";
import { createRuntimeKeys, type RuntimeKeys, toJwksUrl } from "./runtime-keys.ts";
import { checkBodyClaims, verifyRuntimeCaller } from "./runtime-verifier.ts";

export interface RuntimeAuthOptions {
  readonly runtime: string;
  readonly tenant: string;
  /** This server's public URL or URLs. Default: the request's own URL. */
  readonly audience?: string | readonly string[];
  /** The body, where a framework has read it already: as text or as the parsed message. Default: a clone of the request's. */
  readonly body?: unknown;
  readonly fetch?: typeof globalThis.fetch;
  readonly now?: () => number;
  /** Hears why a caller was refused. */
  readonly onReject?: (error: AuthError) => void;
}

/** What both lines of the official SDK call `authInfo`. */
export interface AuthInfo {
  readonly token: string;
  readonly clientId: string;
  readonly scopes: string[];
  /** Seconds since 1970. */
  readonly expiresAt: number;
  readonly resource: URL;
  readonly extra: { readonly identity: Identity };
}

export type RuntimeAuth =
  | { readonly identity: Identity; readonly authInfo: AuthInfo; readonly response?: undefined }
  | { readonly response: Response; readonly identity?: undefined; readonly authInfo?: undefined };

/** Keys by who fetches them and from whom: a server verifies every request, and options are often written anew for each. */
const known = new WeakMap<typeof globalThis.fetch, Map<string, RuntimeKeys>>();

/** The proven caller of a request, or the 401 to answer it with. Tool and arguments are checked too. */
export async function runtimeAuth(request: Request, options: RuntimeAuthOptions): Promise<RuntimeAuth> {
  const { body, ...rest } = options;
  const { audiences } = checkOptions(rest);
  const { now = Date.now, fetch = globalThis.fetch, tenant, onReject } = options;
  const issuer = toAudience(options.runtime);
  const header = (name: string) => request.headers.get(name);
  try {
    const { identity, claims } = await verifyRuntimeCaller(
      { header, url: () => request.url },
      { issuer, tenant, audiences, keys: keysOf(issuer, fetch, now), now },
    );
    await checkBody(claims, body ?? (request.body === null ? undefined : await request.clone().text()));
    return { identity, authInfo: toAuthInfo(identity, claims, header("authorization") ?? "") };
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    tell(onReject, error);
    return { response: toFetchResponse(toRefusal(error)) };
  }
}

/**
 * The identity that {@link runtimeAuth} proved, in a handler of a server built with something else: from v1's `extra`,
 * from v2's context, or from what `getMcpAuthContext()` of Cloudflare's `agents` gives where `authContext` was
 * `{ props: authInfo.extra }`.
 * @throws AuthError `token_missing` where the request did not come through runtimeAuth
 */
export function runtimeIdentity(extra: unknown): Identity {
  const holder = isObject(extra) && isObject(extra.http) ? extra.http : extra;
  const { authInfo, props } = isObject(holder) ? holder : {};
  const carrier = isObject(authInfo) ? authInfo.extra : props;
  const carried = isObject(carrier) ? carrier.identity : undefined;
  if (!isObject(carried))
    throw new AuthError("token_missing", "there is no proven identity here; pass what runtimeAuth gave on as authInfo");
  return carried as unknown as Identity;
}

function keysOf(issuer: string, fetch: typeof globalThis.fetch, now: () => number): RuntimeKeys {
  const byIssuer = known.get(fetch) ?? new Map<string, RuntimeKeys>();
  known.set(fetch, byIssuer);
  const keys = byIssuer.get(issuer) ?? createRuntimeKeys({ jwksUrl: toJwksUrl(issuer), fetch, now });
  byIssuer.set(issuer, keys);
  return keys;
}

async function checkBody(claims: CallTokenClaims, body: unknown): Promise<void> {
  if (body === undefined || body === "") return;
  const message = parseMessage(typeof body === "string" ? parseBody(body) : body);
  if (message.type === "refusal") throw new AuthError("wrong_method", "the body is not the one message that a token is for");
  await checkBodyClaims(claims, message);
}

function parseBody(text: string): unknown {
  try {
    return parseStrictJson(text, Number.POSITIVE_INFINITY);
  } catch {
    throw new AuthError("wrong_arguments", "the body is not strict JSON");
  }
}

function toAuthInfo(identity: Identity, claims: CallTokenClaims, authorization: string): AuthInfo {
  return {
    token: authorization.slice("Bearer ".length),
    clientId: claims.agent,
    scopes: [],
    expiresAt: claims.exp,
    resource: new URL(claims.aud),
    extra: { identity },
  };
}
