// The stream of the older SSE transport, watched. When it ends, the SDK opens another one: a session that nobody has
// greeted, in which what was asked over the first one is never answered. So the end is told, and each event has a bound,
// which the SDK has none for; the stream as a whole has none, as a session may last for weeks.

import { Readable } from "node:stream";
import { UPSTREAM_LIST_MAX_CHARS } from "@toolcrib/core";
import type { OutboundAnswer } from "../outbound.ts";

/** The answer as `fetch` gives one. @param onEnd hears once that the stream is over, from whichever side */
export function watchStream(answer: OutboundAnswer, onEnd: () => void): Response {
  const type = answer.header("content-type");
  const headers = type === null ? {} : { "content-type": type };
  return new Response(Readable.toWeb(Readable.from(watch(answer.chunks, onEnd))) as ReadableStream, { status: answer.status, headers });
}

async function* watch(chunks: AsyncIterable<Uint8Array>, onEnd: () => void): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      // An end of an event that falls between two pieces is missed, and the next one is not.
      bytes = hasEventEnd(chunk) ? 0 : bytes + chunk.byteLength;
      if (bytes > UPSTREAM_LIST_MAX_CHARS) throw new RangeError(`an event has more than ${UPSTREAM_LIST_MAX_CHARS} bytes`);
      yield chunk;
    }
  } finally {
    onEnd();
  }
}

function hasEventEnd(chunk: Uint8Array): boolean {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return bytes.includes("\n\n") || bytes.includes("\r\n\r\n") || bytes.includes("\r\r");
}
