// A Node request as the engine sees one. A class with its methods on the prototype: a closure for each of them, and an
// AbortController for each request, would cost more than all the engine does.

import type { IncomingMessage, ServerResponse } from "node:http";
import { isLoopbackHost } from "@toolcrib/core";
import type { CallerSignal } from "@toolcrib/tools/run";
import type { EngineRequest } from "./engine/http.ts";
import { readBody } from "./node-body.ts";

/** Where a request was sent to, as far as the operator said. */
export interface PublicOrigin {
  readonly origin: string | undefined;
  readonly trustProxy: boolean;
}

export class NodeRequest implements EngineRequest {
  readonly method: string;
  readonly host: string;
  readonly knowsOrigin: boolean;
  readonly signal: CallerSignal;
  readonly #request: IncomingMessage;
  readonly #publicOrigin: PublicOrigin;

  constructor(request: IncomingMessage, response: ServerResponse, publicOrigin: PublicOrigin) {
    this.signal = new Departure(response);
    this.method = request.method ?? "GET";
    this.host = request.headers.host ?? "";
    this.knowsOrigin = publicOrigin.origin !== undefined || publicOrigin.trustProxy;
    this.#request = request;
    this.#publicOrigin = publicOrigin;
  }

  header(name: string): string | undefined {
    if (name === "authorization") return authorizationOf(this.#request);
    const value = this.#request.headers[name];
    return typeof value === "object" ? value[0] : value;
  }

  /** Where the caller sent its request, as the world sees it. Off loopback a Host header alone proves nothing: any caller writes its own. */
  url(): string | undefined {
    const { origin, trustProxy } = this.#publicOrigin;
    const { headers, url } = this.#request;
    // Frameworks cut the path they mounted the listener under from `url` and keep the whole in `originalUrl`.
    const whole = (this.#request as { readonly originalUrl?: string }).originalUrl ?? url ?? "/";
    const path = whole.split("?", 1)[0] ?? "/";
    // A request target need not be a path (RFC 9112 section 3.2); behind an origin, "m://x" would be another host.
    if (!path.startsWith("/")) return undefined;
    if (origin !== undefined) return origin + path;
    if (trustProxy) {
      const protocol = headers["x-forwarded-proto"];
      const host = headers["x-forwarded-host"];
      const isOne = (value: unknown): value is string => typeof value === "string" && value !== "" && !value.includes(",");
      if (!isOne(protocol) || !isOne(host)) return undefined;
      const forwarded = `${protocol.trim()}://${host.trim()}${path}`;
      return URL.canParse(forwarded) ? forwarded : undefined;
    }
    return isLoopbackHost(this.host) ? `http://${this.host}${path}` : undefined;
  }

  query(): string | undefined {
    const { url = "" } = this.#request;
    const at = url.indexOf("?");
    return at === -1 || at === url.length - 1 ? undefined : url.slice(at + 1);
  }

  readBody(maxBytes: number): Promise<string | undefined> {
    return readBody(this.#request, maxBytes);
  }
}

/**
 * Whether the caller has gone away: as much of an AbortSignal as a call follows. A request that was read to its end never
 * says that its sender left; the response does, and it is listened to from the moment that somebody follows.
 */
class Departure implements CallerSignal {
  readonly #response: ServerResponse;
  #listeners: Set<() => void> | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get aborted(): boolean {
    return this.#response.destroyed && !this.#response.writableFinished;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    if (this.#listeners === undefined) {
      this.#listeners = new Set();
      this.#response.on("close", () => {
        if (this.aborted) for (const heard of this.#listeners ?? []) heard();
      });
    }
    this.#listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners?.delete(listener);
  }
}

/** Node keeps the first Authorization header and drops the others unseen. Joined, as the web has them, they are no token. */
function authorizationOf({ rawHeaders }: IncomingMessage): string | undefined {
  const values = rawHeaders.filter((_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "authorization");
  return values.length === 0 ? undefined : values.join(", ");
}
