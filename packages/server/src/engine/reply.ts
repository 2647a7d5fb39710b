// A call's answer is plain JSON when the result is there before anything else has to be said and soon enough;
// otherwise it becomes a stream. A caller that takes no stream waits for the JSON and hears no progress.

import { JSON_WAIT_MS } from "@toolcrib/core";
import type { CallAbort } from "@toolcrib/tools/run";
import { EventStream } from "./event-stream.ts";
import { type EngineRequest, type EngineResponse, STREAM_HEADERS } from "./http.ts";

/** What an answer may look like, by the Accept header. A missing header means JSON: it never fails for want of it. */
export interface Acceptance {
  readonly json: boolean;
  readonly stream: boolean;
}

/** What the official clients send with every request. */
const USUAL = "application/json, text/event-stream";
const BOTH: Acceptance = Object.freeze({ json: true, stream: true });

export function readAcceptance(request: EngineRequest): Acceptance {
  const header = request.header("accept") ?? "";
  if (header === USUAL) return BOTH;
  const accepted = header.split(",").map((range) => range.split(";").map((part) => part.trim().toLowerCase()));
  const takes = (...types: readonly string[]) =>
    accepted.some(([type, ...parameters]) => types.includes(type ?? "") && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)));
  const stream = takes("text/event-stream", "text/*");
  return { stream, json: !stream || takes("application/json", "application/*", "*/*") };
}

/** Sends a notification, where the answer can be a stream. */
export type Notify = (message: string) => void;

/**
 * Runs a call and answers it, as soon as the form of the answer is decided.
 * @param run ends with the last message
 * @param abort told when the caller stops reading a stream; followed from the moment there is one
 */
export function reply(
  acceptance: Acceptance,
  abort: CallAbort,
  run: (notify: Notify) => EngineResponse | Promise<EngineResponse>,
): EngineResponse | Promise<EngineResponse> {
  if (!acceptance.stream) return run(() => {});
  let stream: EventStream | undefined;
  let decide: ((response: EngineResponse) => void) | undefined;

  const open = (): EventStream => {
    if (stream === undefined) {
      stream = new EventStream(abort.callerLeft);
      abort.follow();
      decide?.(toStreamResponse(stream));
    }
    return stream;
  };
  const isPlain = (last: EngineResponse) => stream === undefined && (acceptance.json || last.status !== 200);
  const end = (last: EngineResponse) => open().end(last.body as string);

  const final = run((message) => open().push(message));
  if (!(final instanceof Promise)) {
    if (isPlain(final)) return final;
    end(final);
    return toStreamResponse(open());
  }
  return new Promise((resolve, reject) => {
    decide = resolve;
    const timer = stream === undefined ? setTimeout(open, acceptance.json ? JSON_WAIT_MS : 0) : undefined;
    if (stream !== undefined) resolve(toStreamResponse(stream));
    final.then(
      (last) => {
        clearTimeout(timer);
        if (isPlain(last)) resolve(last);
        else end(last);
      },
      (error: unknown) => {
        clearTimeout(timer);
        // Without a stream the engine answers for its own failure; a stream can only be cut off.
        if (stream === undefined) reject(error);
        else stream.cut();
      },
    );
  });
}

function toStreamResponse(stream: EventStream): EngineResponse {
  return { status: 200, headers: STREAM_HEADERS, body: stream };
}
