// OAuth 2.0 client credentials (RFC 6749 section 4.4): a token for the API, asked for when it is needed and kept until
// shortly before it ends.

import { CallError, isObject } from "@toolcrib/core";
import type { ClientCredentials, SecurityScheme } from "./credential.ts";

/** Gives a token for a scheme. */
export type TokenSource = (credential: ClientCredentials, scheme: SecurityScheme | undefined) => Promise<string>;

/** How long before its end a token is no longer used, in milliseconds. */
const MARGIN_MS = 30_000;
/** How long a token is kept that does not say, in milliseconds. */
const USUAL_LIFE_MS = 300_000;
/** How long a token endpoint may take, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** Characters of a token endpoint's answer. */
const ANSWER_MAX_CHARS = 65_536;

interface Kept {
  readonly token: Promise<string>;
  endsAtMs: number;
}

/** @param origins origins whose token URLs may be taken from a document: another one would be told the client's secret */
export function createTokenSource(
  fetch: typeof globalThis.fetch,
  { origins, now, keep }: { readonly origins: ReadonlySet<string>; readonly now: () => number; readonly keep: (secret: string) => void },
): TokenSource {
  const kept = new Map<string, Kept>();
  return (credential, scheme) => {
    const tokenUrl = credential.tokenUrl ?? trusted(scheme?.tokenUrl, origins);
    if (tokenUrl === undefined)
      throw new CallError("no token URL is known for the client's credentials; say it as tokenUrl", { code: "not_configured" });
    const scopes = credential.scopes ?? scheme?.scopes ?? [];
    const key = JSON.stringify([tokenUrl, credential.clientId, scopes]);
    const known = kept.get(key);
    if (known !== undefined && now() < known.endsAtMs) return known.token;
    const entry: Kept = { token: ask(), endsAtMs: now() + MARGIN_MS };
    kept.set(key, entry);
    entry.token.catch(() => kept.delete(key));
    return entry.token;

    async function ask(): Promise<string> {
      const { token, lifeMs } = await askForToken(fetch, tokenUrl as string, credential, scopes);
      keep(token);
      entry.endsAtMs = now() + Math.max(lifeMs - MARGIN_MS, 0);
      return token;
    }
  };
}

function trusted(url: string | undefined, origins: ReadonlySet<string>): string | undefined {
  try {
    return url !== undefined && origins.has(new URL(url).origin) ? url : undefined;
  } catch {
    return undefined;
  }
}

async function askForToken(
  fetch: typeof globalThis.fetch,
  tokenUrl: string,
  { clientId, clientSecret }: ClientCredentials,
  scopes: readonly string[],
): Promise<{ readonly token: string; readonly lifeMs: number }> {
  const body = new URLSearchParams({ grant_type: "client_credentials", ...(scopes.length === 0 ? {} : { scope: scopes.join(" ") }) });
  // RFC 6749 section 2.3.1: both are form-encoded before they are joined.
  const basic = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
  let answer: unknown;
  try {
    const response = await fetch(tokenUrl, {
      method: "POST",
      headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: body.toString(),
      redirect: "manual",
      // Not the call's own signal: others wait for the same token.
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    answer = response.ok && text.length <= ANSWER_MAX_CHARS ? JSON.parse(text) : undefined;
  } catch (cause) {
    throw new CallError("the API's token endpoint could not be asked", { errorType: "auth", cause });
  }
  if (!isObject(answer) || typeof answer.access_token !== "string")
    throw new CallError("the API's token endpoint gave no token for the client's credentials", { errorType: "auth" });
  const { access_token, expires_in } = answer;
  return { token: access_token, lifeMs: typeof expires_in === "number" ? expires_in * 1_000 : USUAL_LIFE_MS };
}
