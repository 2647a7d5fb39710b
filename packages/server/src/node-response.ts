// An answer of the engine written to Node's response.

import type { ServerResponse } from "node:http";
import type { EngineResponse } from "./engine/http.ts";

/**
 * Never throws: a caller that is gone, or an answer that no response can carry, ends the connection.
 * @param closes the connection ends with this answer: the server leaves, or a body was not read to its end and nothing can follow it
 */
export function write(response: ServerResponse, answer: EngineResponse, { closes }: { readonly closes: boolean }): void {
  // To write to a closed socket would be an error that somebody has to hear.
  if (response.destroyed) return;
  const { status, body } = answer;
  const headers = closes ? { ...answer.headers, connection: "close" } : answer.headers;
  try {
    if (body !== undefined && typeof body !== "string") {
      writeStream(response, status, headers, body).catch(() => response.destroy());
    } else {
      response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body ?? "") });
      response.end(body);
    }
  } catch {
    response.destroy();
  }
}

async function writeStream(
  response: ServerResponse,
  status: number,
  headers: EngineResponse["headers"],
  body: AsyncIterable<string>,
): Promise<void> {
  const events = body[Symbol.asyncIterator]();
  // Leaving tells the stream that nobody reads any more; after the last event it means nothing.
  response.on("close", () => void events.return?.());
  // Writing to a closed socket is reported by the close above.
  response.on("error", () => {});
  response.writeHead(status, headers);
  response.flushHeaders();
  for (let next = await events.next(); next.done !== true; next = await events.next()) {
    if (!response.write(next.value)) await drained(response);
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
  });
}
