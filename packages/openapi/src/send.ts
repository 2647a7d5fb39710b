// A request, sent. Redirects are followed here and not by `fetch`, so that credentials never go along to another origin.

import { CallError } from "@toolcrib/core";
import type { HttpRequest } from "./to-request.ts";

/** Redirects one request follows. */
const REDIRECTS_MAX = 5;

/** What stays behind when a redirect leads to another origin: everything the operator or the model put in. */
const SAFE_HEADERS = ["accept", "user-agent"];

/**
 * @param url where the answer came from is its `url`
 * @throws CallError where the API can't be reached; the cause is for the log alone
 */
export async function send(fetch: typeof globalThis.fetch, request: HttpRequest, signal: AbortSignal): Promise<Response> {
  let current = request;
  for (let count = 0; count <= REDIRECTS_MAX; count += 1) {
    const response = await ask(fetch, current, signal);
    const location = response.headers.get("location");
    if (!REDIRECTS.includes(response.status) || location === null) return response;
    await response.body?.cancel();
    current = redirect(current, response.status, location);
  }
  throw new CallError(`the API redirected more than ${REDIRECTS_MAX} times`, { errorType: "upstream_5xx" });
}

const REDIRECTS = [301, 302, 303, 307, 308];

async function ask(fetch: typeof globalThis.fetch, { method, url, headers, body }: HttpRequest, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { method, headers, ...(body === undefined ? {} : { body }), redirect: "manual", signal });
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw new CallError("the API could not be reached", { errorType: "upstream_5xx", cause });
  }
}

/** The next request (RFC 9110 section 15.4, fetch standard, HTTP-redirect fetch). */
function redirect(request: HttpRequest, status: number, location: string): HttpRequest {
  let target: URL;
  try {
    target = new URL(location, request.url);
  } catch {
    throw new CallError("the API redirected to something that is no URL", { errorType: "upstream_5xx" });
  }
  // A `fetch` may read files, or take a URL's own text for the answer.
  if (target.protocol !== "http:" && target.protocol !== "https:")
    throw new CallError("the API redirected to something that is not HTTP", { errorType: "upstream_5xx" });
  const isSafe = request.method === "GET" || request.method === "HEAD";
  // Only a POST becomes a GET on 301 and 302: a PUT or DELETE that became one would seem to be done.
  const keepsMethod = isSafe || (status !== 303 && (status > 303 || request.method !== "POST"));
  if (target.origin !== new URL(request.url).origin) {
    if (!isSafe)
      throw new CallError(`the API redirected a ${request.method} to another origin, which is not followed`, { errorType: "upstream_4xx" });
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => SAFE_HEADERS.includes(name)));
    return { method: request.method, url: target.href, headers };
  }
  if (keepsMethod) return { ...request, url: target.href };
  const { "content-type": _type, ...headers } = request.headers;
  return { method: "GET", url: target.href, headers };
}
