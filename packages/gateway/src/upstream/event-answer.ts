// An answer that comes as a stream of events, over as many connections as it takes.

import type { AbortWatch } from "@toolcrib/tools/run";
import { type OutboundAnswer, OutboundError } from "../outbound.ts";
import type { Params } from "./connection.ts";
import { readEvents } from "./event-reader.ts";
import { tooLarge, unreachable } from "./http-refusal.ts";
import { UpstreamError } from "./upstream-error.ts";

/**
 * Reconnections in a row that bring nothing new. A server may end its stream on purpose, to be asked again until it has
 * an answer (2025-11-25, basic/transports): how often is for the deadline of the call to say.
 */
const RESUMES_MAX = 5;
/** How long to wait before a reconnection, in milliseconds: what the server asks for, within bounds. */
const RETRY_MS = { least: 100, most: 10_000, usual: 1_000 } as const;

export interface EventAnswerParts {
  readonly signal: AbortWatch | undefined;
  /** Characters of one event. */
  readonly maxChars: number;
  /** The result, if this event brought it. @throws what ends the request */
  readonly hear: (data: string) => Params | undefined;
  /** Opens the stream again after this event; undefined where a stream that broke off is lost. */
  readonly resume: ((eventId: string) => Promise<OutboundAnswer>) | undefined;
}

/** What one connection left behind when it ended early. */
interface Resumption {
  readonly eventId: string | undefined;
  readonly retryMs: number;
}

/** @throws UpstreamError where all connections ended without a result; CallError `result_too_large`; what `hear` throws */
export async function readEventAnswer(answer: OutboundAnswer, parts: EventAnswerParts): Promise<Params> {
  let current = answer;
  let last: Resumption = { eventId: undefined, retryMs: RETRY_MS.usual };
  for (let resumes = 0; ; resumes += 1) {
    const end = await readConnection(current, parts, last);
    if ("result" in end) return end.result;
    if (end.eventId !== last.eventId) resumes = 0;
    if (parts.resume === undefined || end.eventId === undefined || resumes >= RESUMES_MAX) {
      throw new UpstreamError("source_unreachable", "its stream ended without an answer", { wasSent: true });
    }
    last = end;
    await wait(Math.min(Math.max(end.retryMs, RETRY_MS.least), RETRY_MS.most), parts.signal);
    current = await parts.resume(end.eventId).catch(notResumed);
  }
}

/** Whatever it says of the reconnection, the request itself has arrived: a session that is gone now had looked at it. */
function notResumed(cause: unknown): never {
  throw new UpstreamError("source_unreachable", "its stream ended without an answer and can't be resumed", { wasSent: true, cause });
}

async function readConnection(
  answer: OutboundAnswer,
  { signal, maxChars, hear }: EventAnswerParts,
  last: Resumption,
): Promise<{ readonly result: Params } | Resumption> {
  let { eventId, retryMs } = last;
  try {
    for await (const event of readEvents(answer.chunks, maxChars)) {
      eventId = event.id ?? eventId;
      retryMs = event.retryMs ?? retryMs;
      const result = event.data === "" ? undefined : hear(event.data);
      if (result !== undefined) return { result };
    }
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(error);
    // Only what broke off goes on elsewhere; an answer that is an error is an answer.
    const brokeOff = error instanceof OutboundError && signal?.aborted !== true;
    if (!brokeOff || eventId === undefined) throw unreachable(error);
  } finally {
    answer.discard();
  }
  return { eventId, retryMs };
}

function wait(ms: number, signal: AbortWatch | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort);
  });
}
