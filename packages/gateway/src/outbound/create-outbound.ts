// An outbound: the policy, the guard and a transport that was proven to ask it, under a `fetch` and a cheaper `send`.

import { StartError } from "@toolcrib/core";
import type { AbortWatch } from "@toolcrib/tools/run";
import { type FetchRequest, toFetchRequest, toHeaders, toMethod } from "./fetch-arguments.ts";
import { createGuard, type LookupAll } from "./guard.ts";
import { BODY_MAX_BYTES, CONNECT_TIMEOUT_MS, HEADERS_TIMEOUT_MS, REDIRECTS_MAX } from "./limits.ts";
import { OutboundError } from "./outbound-error.ts";
import { createPolicy, type Policy } from "./policy.ts";
import { notFollowed, redirectOf, toRedirected } from "./redirects.ts";
import { proveGuard } from "./self-test.ts";
import { toResponse } from "./to-response.ts";
import { type Answer, type CreateTransport, type ExchangeRequest, headerOf, type Transport } from "./transport.ts";

export interface OutboundOptions {
  /**
   * Also http, loopback, private networks and names without a dot: for what an operator named himself. Link-local
   * addresses and the metadata services of clouds stay refused. Default: false.
   */
  readonly allowLocal?: boolean;
  /** All addresses of a name. Default: the system's. */
  readonly lookup?: LookupAll;
  /** Bytes of an answer's body after decompression; beyond it reading fails with `outbound_too_large`. Default: 10 MiB. */
  readonly maxBytes?: number;
  /** How long a connection may take, lookup and TLS included, in milliseconds. Default: 10 s. */
  readonly connectTimeoutMs?: number;
  /** How long an answer's headers may take, in milliseconds; give a signal for less. Default: 20 min. */
  readonly headersTimeoutMs?: number;
  /** What carries the requests. Default: undici on Node, node:http on Bun and Deno. */
  readonly transport?: "undici" | "node-http";
}

/** Sends requests to public https addresses only, checked on every connection and every redirect. */
export interface Outbound {
  /**
   * `fetch` as its standard has it, with a method, headers, a body, a signal and a redirect mode. It follows five
   * redirects, to another origin without credentials and never with a body.
   * @throws OutboundError; the signal's reason
   */
  readonly fetch: typeof globalThis.fetch;
  /**
   * One request whose redirects are not followed, for half the CPU of `fetch`.
   * @throws OutboundError, `outbound_redirect` for a redirect; the signal's reason
   */
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  /**
   * What can be said of a URL before anything is sent: when somebody saves it.
   * @throws OutboundError `outbound_refused`
   */
  checkUrl(url: string | URL): void;
  /** Ends every connection, those in use too. */
  close(): Promise<void>;
}

export interface OutboundRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortWatch | undefined;
  /** Instead of the outbound's: a stream of events may bring more than an answer. */
  readonly maxBytes?: number;
}

/** Its body is read once: by `text`, by `chunks`, or not at all by `discard`. */
export interface OutboundAnswer {
  readonly status: number;
  header(name: string): string | null;
  /** @throws RangeError beyond `maxBytes`; the rest is not read */
  text(maxBytes: number): Promise<string>;
  readonly chunks: AsyncIterable<Uint8Array>;
  discard(): void;
}

/** @param createTransport what carries the requests; a test gives one that reads over the guard, and sees it found out */
export function createOutboundOver(createTransport: CreateTransport, options: Omit<OutboundOptions, "transport"> = {}): Outbound {
  const { allowLocal = false, lookup, maxBytes = BODY_MAX_BYTES } = options;
  const { connectTimeoutMs = CONNECT_TIMEOUT_MS, headersTimeoutMs = HEADERS_TIMEOUT_MS } = options;
  checkLimits({ maxBytes, connectTimeoutMs, headersTimeoutMs });
  const policy = createPolicy({ allowLocal });
  const open = async () => {
    await proveGuard(createTransport);
    return createTransport({ guard: createGuard(policy, lookup), connectTimeoutMs, headersTimeoutMs });
  };
  // Once for all requests: what could not be proven is not tried again, and sends nothing.
  let opening: Promise<Transport> | undefined;
  let isClosed = false;
  const exchange = async (request: ExchangeRequest) => {
    if (isClosed) throw new OutboundError("outbound_unreachable", "this outbound was closed, and sends nothing more");
    opening ??= open();
    return (await opening).exchange(request);
  };

  return {
    async fetch(input, init) {
      const request = await toFetchRequest(input, init);
      return follow({ ...request, url: policy.checkUrl(request.url), maxBytes }, { mode: request.redirect, policy, exchange });
    },
    async send({ url, method, headers, body, signal, maxBytes: ownMaxBytes = maxBytes }) {
      const target = policy.checkUrl(url);
      const answer = await exchange({
        url: target,
        method: toMethod(method),
        headers: toHeaders(headers),
        body,
        signal,
        maxBytes: ownMaxBytes,
      });
      if (redirectOf(answer) !== null) throw redirectRefused(answer, target);
      return toOutboundAnswer(answer);
    },
    checkUrl: (url) => void policy.checkUrl(url),
    async close() {
      isClosed = true;
      const transport = await opening?.catch(() => undefined);
      await transport?.close();
    },
  };
}

/** A limit that is not a number limits nothing. */
function checkLimits(limits: Readonly<Record<string, number>>): void {
  const bad = Object.entries(limits).filter(([, limit]) => !Number.isSafeInteger(limit) || limit < 1);
  const problems = bad.map(([name, limit]) => `outbound: ${name} is ${limit}; give a whole number of at least 1`);
  if (problems.length > 0) throw new StartError("options_invalid", problems);
}

interface FollowOptions {
  readonly mode: FetchRequest["redirect"];
  readonly policy: Policy;
  readonly exchange: (request: ExchangeRequest) => Promise<Answer>;
}

async function follow(first: ExchangeRequest, { mode, policy, exchange }: FollowOptions): Promise<Response> {
  let request = first;
  for (let count = 0; ; count += 1) {
    const answer = await exchange(request);
    const location = redirectOf(answer);
    if (location === null || mode === "manual") return toResponse(answer, { ...request, redirected: count > 0 });
    if (mode === "error") throw redirectRefused(answer, request.url);
    answer.body.discard();
    if (count === REDIRECTS_MAX) throw notFollowed(request.url.hostname, `redirects for the ${REDIRECTS_MAX + 1}th time`);
    request = toRedirected(request, { status: answer.status, location }, policy);
  }
}

function redirectRefused(answer: Answer, { hostname }: URL): Error {
  answer.body.discard();
  return notFollowed(hostname, "redirects");
}

function toOutboundAnswer({ status, headers, body }: Answer): OutboundAnswer {
  return {
    status,
    header: (name) => headerOf(headers, name.toLowerCase()),
    text: (maxBytes) => body.text(maxBytes),
    chunks: body,
    discard: () => body.discard(),
  };
}
