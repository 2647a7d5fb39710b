// The arguments of `fetch`, as far as an outbound call uses them, in the words of a transport.

import { OutboundError } from "./outbound-error.ts";
import type { RequestBody } from "./transport.ts";

export interface FetchRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: RequestBody | undefined;
  readonly signal: AbortSignal | undefined;
  readonly redirect: RequestRedirect;
}

/** What only the transport says of a request: where it goes, and where it ends. */
const OF_THE_TRANSPORT = ["connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade"];

/** GitHub, for one, answers none that doesn't say who it is. */
const USER_AGENT = "toolcrib";

export async function toFetchRequest(input: RequestInfo | URL, init: RequestInit = {}): Promise<FetchRequest> {
  const request = typeof input === "object" && !(input instanceof URL) ? input : undefined;
  const headers = toHeaders(init.headers ?? request?.headers);
  const given = init.body ?? request?.body ?? undefined;
  const { body, type } = isPlain(given) ? { body: given, type: typeof given === "string" ? TEXT : undefined } : await toBody(given);
  if (type !== undefined) headers["content-type"] ??= type;
  return {
    url: request?.url ?? String(input),
    method: toMethod(init.method ?? request?.method ?? "GET"),
    headers,
    body,
    signal: init.signal ?? request?.signal,
    redirect: init.redirect ?? request?.redirect ?? "follow",
  };
}

/** In lower case, without what the transport says itself, with what it has to say. */
export function toHeaders(given: HeadersInit | undefined): Record<string, string> {
  const headers: Record<string, string> = { accept: "*/*", "user-agent": USER_AGENT };
  // Another Headers than the global one would have no entries of its own.
  const entries = given !== undefined && Symbol.iterator in given ? new Headers([...given]).entries() : Object.entries(given ?? {});
  for (const [name, value] of entries) headers[name.toLowerCase()] = value;
  for (const name of OF_THE_TRANSPORT) if (name in headers) delete headers[name];
  return headers;
}

const TEXT = "text/plain;charset=UTF-8";

const METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"];

/** Methods that speak to a proxy, or that send back what a browser added. */
const FORBIDDEN_METHODS = ["CONNECT", "TRACE", "TRACK"];

/** The fetch standard's: only these are upper-cased, and `patch` is another method than `PATCH`. */
export function toMethod(method: string): string {
  const upper = method.toUpperCase();
  if (FORBIDDEN_METHODS.includes(upper)) throw new OutboundError("outbound_refused", `the method ${upper} is not sent; use another`);
  return METHODS.includes(upper) ? upper : method;
}

function isPlain(body: BodyInit | undefined): body is string | Uint8Array<ArrayBuffer> | undefined {
  return body === undefined || typeof body === "string" || body instanceof Uint8Array;
}

/** A stream is sent as it comes; a form, a Blob or parameters become bytes, which can be sent again. */
async function toBody(given: BodyInit): Promise<{ body: RequestBody | undefined; type: string | undefined }> {
  if (isStream(given)) return { body: given, type: undefined };
  const encoded = new Response(given);
  return { body: new Uint8Array(await encoded.arrayBuffer()), type: encoded.headers.get("content-type") ?? undefined };
}

/** Or what Node's own fetch takes for one: a Readable, a generator. */
function isStream(body: BodyInit): body is ReadableStream<Uint8Array<ArrayBuffer>> {
  return typeof body === "object" && Symbol.asyncIterator in body;
}
