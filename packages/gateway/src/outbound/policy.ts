// Which URLs may be reached, as far as the text of a URL tells: when one is saved, before each request, and on each
// redirect. What its name resolves to is for the guard, on each connection.

import { isIP } from "node:net";
import { CHECKED_URL_MAX_CHARS, CHECKED_URLS_MAX } from "./limits.ts";
import { OutboundError } from "./outbound-error.ts";
import { reachOf } from "./public-address.ts";

export interface Policy {
  /**
   * @returns the URL with its host as it is connected to; others may hold it too, so it stays as it is
   * @throws OutboundError `outbound_refused`
   */
  checkUrl(url: string | URL): Readonly<URL>;
  /** Whether this address may be connected to. */
  admits(address: string): boolean;
}

/** @param allowLocal also http, loopback, private networks and names without a dot */
export function createPolicy({ allowLocal }: { readonly allowLocal: boolean }): Policy {
  const admits = (address: string) => {
    const reach = reachOf(address);
    return reach === "public" || (allowLocal && reach === "local");
  };
  const check = (text: string) => checkUrl(text, { allowLocal, admits });
  return { admits, checkUrl: remember(check) };
}

/** A server's calls go to one URL, and to judge its text costs more than to find it. */
function remember(check: (text: string) => URL): Policy["checkUrl"] {
  const known = new Map<string, URL>();
  return (given) => {
    const text = String(given);
    const found = known.get(text);
    if (found !== undefined) return found;
    const url = check(text);
    if (known.size >= CHECKED_URLS_MAX) known.clear();
    if (text.length <= CHECKED_URL_MAX_CHARS) known.set(text, url);
    return url;
  };
}

function checkUrl(
  text: string,
  { allowLocal, admits }: { readonly allowLocal: boolean; readonly admits: (address: string) => boolean },
): URL {
  if (!URL.canParse(text)) throw refused("this is not a URL: write it with its scheme, as https://host/path");
  const url = new URL(text);
  const host = url.hostname;
  if (url.protocol !== "https:" && !(allowLocal && url.protocol === "http:"))
    throw refused(`${url.protocol}//${host} is not reached: only https is, so use its https address`);
  if (url.username !== "" || url.password !== "")
    throw refused(`the URL of ${host} holds a user name or a password: give credentials by a header instead`);
  const name = host.endsWith(".") ? host.slice(0, -1) : host;
  const address = toAddress(name);
  const isAdmitted = address === undefined ? isName(name) && (allowLocal || isPublicName(name)) : admits(address);
  if (!isAdmitted) throw notPublic(host);
  // A certificate has its name without the dot of the root.
  if (name !== host) url.hostname = name;
  return url;
}

/** @returns the address that a URL's host is, without brackets; undefined for a name */
export function toAddress(host: string): string | undefined {
  const text = host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
  return isIP(text) === 0 && !text.includes("%") ? undefined : text;
}

export function notPublic(host: string, cause?: unknown): OutboundError {
  const message = `${host} is not a public host, and only public ones are reached: use its public address`;
  return new OutboundError("outbound_refused", message, cause === undefined ? {} : { cause });
}

function refused(message: string): OutboundError {
  return new OutboundError("outbound_refused", message);
}

function isName(name: string): boolean {
  return name.split(".").every((label) => label !== "");
}

/** Names that are never public, whatever a resolver says (RFC 6761, 6762, 8375; .internal: ICANN, 2024). */
const NEVER_PUBLIC = ["localhost", "localdomain", "local", "internal", "home.arpa"];

function isPublicName(name: string): boolean {
  if (!name.includes(".")) return false;
  // How clouds call the service that tells a machine its own keys.
  if (name.startsWith("metadata.")) return false;
  return NEVER_PUBLIC.every((suffix) => name !== suffix && !name.endsWith(`.${suffix}`));
}
