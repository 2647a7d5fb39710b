// The body of a Node request as text: read from the socket, or taken from the framework that read it before us.

import type { IncomingMessage } from "node:http";

/** Keeps nothing between two texts. Unlike Buffer it drops a byte order mark, as the web's Request does. */
const utf8 = new TextDecoder();

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
    request.on("end", () => resolve(utf8.decode(Buffer.concat(chunks))));
    request.on("error", reject);
    request.on("close", () => reject(new Error("the request ended before its body did")));
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
  const text = typeof body === "string" ? body : body instanceof Uint8Array ? utf8.decode(body) : JSON.stringify(body);
  return Buffer.byteLength(text) > maxBytes ? undefined : text;
}
