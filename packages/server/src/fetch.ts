// The adapter between the web's Request and Response and the engine.

import type { Engine } from "./engine/engine.ts";
import type { EngineResponse } from "./engine/http.ts";

/** A fetch handler over an engine. Never rejects. */
export function toFetchHandler(engine: Engine): (request: Request) => Promise<Response> {
  return async (request) => {
    const { headers } = request;
    const response = await engine.handle({
      method: request.method,
      header: (name) => headers.get(name),
      host: headers.get("host") ?? new URL(request.url).host,
      readBody: (maxBytes) => readBody(request, maxBytes),
      signal: request.signal,
    });
    return toResponse(response);
  };
}

async function readBody(request: Request, maxBytes: number): Promise<string | undefined> {
  if (request.body === null) return "";
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for (;;) {
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

function decode(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  if (chunks.length === 1) return decoder.decode(chunks[0]);
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
}

function toResponse({ status, headers, body }: EngineResponse): Response {
  if (body === undefined || typeof body === "string")
    return new Response(body ?? null, { status, headers: headers as Record<string, string> });
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
