// The messages of one HTTP answer, JSON or event stream, each as it arrives.

import { isObject, type JsonObject } from "@toolcrib/core";

/** @throws Error for an answer that is neither */
export async function* readMessages(response: Response): AsyncGenerator<JsonObject> {
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("text/event-stream")) {
    yield parseMessage(await response.text());
    return;
  }
  const decoder = new TextDecoder();
  let rest = "";
  for await (const part of response.body ?? []) {
    const lines = (rest + decoder.decode(part, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? "";
    // The server writes a message on one line.
    for (const line of lines) if (line.startsWith("data: ")) yield parseMessage(line.slice(6));
  }
}

function parseMessage(text: string): JsonObject {
  try {
    const message: unknown = JSON.parse(text);
    if (isObject(message)) return message as JsonObject;
  } catch {
    // Said below.
  }
  throw new Error("the answer is no MCP message");
}
