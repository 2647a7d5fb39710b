// The body of a Node request as text: read from the socket, or taken from the framework that read it before us.

import type { IncomingMessage } from "node:http";

/** The body; undefined when it has more than `maxBytes` bytes. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  return request.readableEnded ? takeBody(request, maxBytes) : receiveBody(request, maxBytes);
}

function receiveBody(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let byteCount = 0;
    request.on("data", (chunk: Buffer) => {
      byteCount += chunk.length;
      if (byteCount <= maxBytes) return chunks.push(chunk);
      request.pause();
      return resolve(undefined);
    });
    request.on("end", () => resolve(decode(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))));
    request.on("close", () => {
      // An error nobody will see still costs its stack: more than reading the body did.
      if (!request.readableEnded) reject(new Error("the request ended before its body did"));
    });
  });
}

/**
 * What a body parser left in `request.body`: bytes, text, or the parsed message. Writing a parsed message anew loses
 * nothing that counts: a token is bound to the arguments themselves (RFC 8785), not to how they were written.
 */
async function takeBody(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const { body } = request as { readonly body?: unknown };
  if (body === undefined) {
    throw new Error("the request's body was read before nodeListener saw it and is not in request.body; mount nodeListener ahead of that");
  }
  const text = typeof body === "string" ? body : body instanceof Uint8Array ? decode(Buffer.from(body)) : JSON.stringify(body);
  return Buffer.byteLength(text) > maxBytes ? undefined : text;
}

/** As the web's Request decodes it: without a byte order mark. */
function decode(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
