// What holds for every answer to every input, whatever it was.

import { expect } from "vitest";
import { heldBytes } from "../reports/garbage.ts";

/** How long one input may take, in milliseconds: generous, since what is looked for is a hang, on a busy machine too. */
export const INPUT_MS = 2_000;

/** Longest answer to any input here, in bytes: a result of 1 MiB, twice, escaped. */
const ANSWER_MAX_BYTES = 8 * 1_048_576;

/** How much more the process may hold at the end than at the start, in bytes. */
const GROWTH_MAX_BYTES = 32 * 1_048_576;

/** Never 500: no input is a failure of the server. */
const STATUSES: readonly number[] = [200, 202, 204, 400, 401, 403, 404, 405, 406, 413, 415];

/** A stack, a path of ours, or an engine's own complaint. */
export const INSIDE =
  /\bat .+:\d+:\d+|node_modules|packages\/|file:\/\/|RangeError|TypeError|SyntaxError|Maximum call stack|URI malformed|Cannot (?:read|convert|use|destructure)|is not (?:a function|iterable|defined)/;

/** An answer, read: to its end, or up to where a stream has said what it had to. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

export async function read(response: Response): Promise<Answer> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) break;
    text += part.value;
    // A subscription never ends by itself.
    if (text.includes("subscriptions/acknowledged") || text.length > ANSWER_MAX_BYTES) {
      await reader?.cancel();
      break;
    }
  }
  return { status: response.status, type: response.headers.get("content-type") ?? "", text };
}

/** Fails unless an answer is one a server may give. */
export function check({ status, type, text }: Answer): void {
  expect(STATUSES).toContain(status);
  expect(text.length).toBeLessThanOrEqual(ANSWER_MAX_BYTES);
  expect(text).not.toMatch(INSIDE);
  // An answer to HEAD has the headers of a body and no body.
  if (type === "application/json" && text !== "") expect(JSON.parse(text)).toBeTypeOf("object");
  else if (type === "text/event-stream")
    for (const [, data] of text.matchAll(/^data: (.*)$/gm)) expect(JSON.parse(data ?? "").jsonrpc).toBe("2.0");
  else expect(text).toBe("");
}

/** Starts to watch the memory; what it gives back fails if it has grown. */
export async function watchMemory(): Promise<() => Promise<void>> {
  const before = await heldBytes();
  return async () => expect((await heldBytes()) - before).toBeLessThan(GROWTH_MAX_BYTES);
}
