// The adapter between the web's Request and Response and the engine.

import type { Engine } from "./engine/engine.ts";
import type { EngineResponse } from "./engine/http.ts";

/** A fetch handler over an engine. Never rejects. */
export function toFetchHandler(engine: Engine & { readonly origin?: string | undefined }): (request: Request) => Promise<Response> {
  const { origin } = engine;
  return (request) => {
    const { headers } = request;
    const answered = engine.handle({
      method: request.method,
      header: (name) => headers.get(name),
      host: headers.get("host") ?? new URL(request.url).host,
      knowsOrigin: origin !== undefined,
      url: () => (origin === undefined ? request.url : origin + new URL(request.url).pathname),
      query: () => new URL(request.url).search.slice(1) || undefined,
      readBody: (maxBytes) => readBody(request, maxBytes),
      signal: request.signal,
    });
    return answered.then(toFetchResponse);
  };
}

async function readBody(request: Request, maxBytes: number): Promise<string | undefined> {
  if (request.body === null) return "";
  const reader = request.body.getReader();
  const announcedBytes = Number(request.headers.get("content-length") ?? Number.NaN);
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  // Whoever framed the request kept it to the announced length, so its end need not be waited for.
  while (byteCount !== announcedBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    byteCount += value.byteLength;
    if (byteCount > maxBytes) {
      // Not awaited: a peer that never stops sending must not hold the refusal back.
      reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(value);
  }
  return decode(chunks);
}

/** Keeps nothing between two whole texts. */
const utf8 = new TextDecoder();

function decode(chunks: readonly Uint8Array[]): string {
  const [first, ...rest] = chunks;
  if (rest.length === 0) return utf8.decode(first);
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
}

/** Node looks through a text for halves of characters before it encodes it, which for a list of a thousand tools takes longer. */
function toBytes(body: string | undefined): string | Uint8Array<ArrayBuffer> | undefined {
  return body === undefined || body.length < LONG_CHARS ? body : new TextEncoder().encode(body);
}

const LONG_CHARS = 65_536;

/** An answer of the engine as the web's Response. */
export function toFetchResponse({ status, headers, body }: EngineResponse): Response {
  if (body === undefined || typeof body === "string")
    return new Response(toBytes(body) ?? null, { status, headers: headers as Record<string, string> });
  const events = body[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await events.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await events.return?.();
    },
  });
  return new Response(stream, { status, headers: headers as Record<string, string> });
}
