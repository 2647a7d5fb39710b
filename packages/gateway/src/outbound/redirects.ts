// The request that a redirect asks for (fetch standard, HTTP-redirect fetch; RFC 9110 section 15.4), stricter in two
// ways: to another origin go only headers that hold no secret, and no body goes there at all.

import { OutboundError } from "./outbound-error.ts";
import type { Policy } from "./policy.ts";
import { type Answer, type ExchangeRequest, headerOf } from "./transport.ts";

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** What another origin may see: what the request wants, never whose it is. */
const SAFE_HEADERS = ["accept", "accept-encoding", "accept-language", "user-agent"];

/** @returns where an answer leads; null where it is no redirect */
export function redirectOf({ status, headers }: Answer): string | null {
  return REDIRECTS.includes(status) ? headerOf(headers, "location") : null;
}

/** @throws OutboundError `outbound_redirect`, or `outbound_refused` for the place it leads to */
export function toRedirected(
  request: ExchangeRequest,
  { status, location }: { status: number; location: string },
  { checkUrl }: Policy,
): ExchangeRequest {
  const { url: from, method } = request;
  if (!URL.canParse(location, from.href)) throw notFollowed(from.hostname, "redirects to something that is not a URL");
  const url = checkUrl(new URL(location, from.href));
  if (from.protocol === "https:" && url.protocol !== "https:")
    throw notFollowed(from.hostname, `redirects to ${url.hostname} without https`);
  const isSafe = method === "GET" || method === "HEAD";
  const becomesGet = !isSafe && (status === 303 || (status < 303 && method === "POST"));
  const staysThere = url.origin === from.origin;
  const headers = staysThere ? request.headers : only(request.headers, (name) => SAFE_HEADERS.includes(name));
  if (becomesGet || isSafe) {
    const { body: _body, ...rest } = request;
    return { ...rest, url, method: becomesGet ? "GET" : method, headers: only(headers, (name) => !name.startsWith("content-")) };
  }
  if (!staysThere) throw notFollowed(from.hostname, `redirects a ${method} to another origin, ${url.hostname}`);
  if (!isRepeatable(request.body)) throw notFollowed(from.hostname, `redirects a ${method} whose body can be sent only once`);
  return { ...request, url };
}

export function notFollowed(host: string, fact: string): OutboundError {
  return new OutboundError("outbound_redirect", `${host} ${fact}, which is not followed`, { wasSent: true });
}

function isRepeatable(body: ExchangeRequest["body"]): boolean {
  return body === undefined || typeof body === "string" || body instanceof Uint8Array;
}

function only(headers: Readonly<Record<string, string>>, keeps: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => keeps(name)));
}
