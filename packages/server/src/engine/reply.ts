// A call's answer is plain JSON when the result is there before anything else has to be said and soon enough;
// otherwise it becomes a stream. A caller that takes no stream waits for the JSON and hears no progress.

import { JSON_WAIT_MS } from "@toolcrib/core";
import { EventStream } from "./event-stream.ts";
import { type EngineRequest, type EngineResponse, STREAM_HEADERS } from "./http.ts";

/** What an answer may look like, by the Accept header. A missing header means JSON: it never fails for want of it. */
export interface Acceptance {
  readonly json: boolean;
  readonly stream: boolean;
}

export function readAcceptance(request: EngineRequest): Acceptance {
  const accepted = (request.header("accept") ?? "").split(",").map((range) => range.split(";").map((part) => part.trim().toLowerCase()));
  const takes = (...types: readonly string[]) =>
    accepted.some(([type, ...parameters]) => types.includes(type ?? "") && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)));
  const stream = takes("text/event-stream", "text/*");
  return { stream, json: !stream || takes("application/json", "application/*", "*/*") };
}

export interface Reply {
  /** Sends a notification if the answer can be a stream. */
  readonly notify: (message: string) => void;
  /** The answer, as soon as its form is decided. */
  readonly response: Promise<EngineResponse>;
}

/**
 * @param final the last message; must not reject
 * @param onGone called when the caller stops reading a stream
 */
export function createReply(acceptance: Acceptance, final: Promise<EngineResponse>, onGone: () => void): Reply {
  if (!acceptance.stream) return { notify: () => {}, response: final };

  let stream: EventStream | undefined;
  let decide: (response: EngineResponse) => void;
  const response = new Promise<EngineResponse>((resolve) => {
    decide = resolve;
  });
  const timer = setTimeout(open, acceptance.json ? JSON_WAIT_MS : 0);

  function open(): EventStream {
    clearTimeout(timer);
    if (stream === undefined) {
      stream = new EventStream(onGone);
      decide({ status: 200, headers: STREAM_HEADERS, body: stream });
    }
    return stream;
  }
  final.then((last) => {
    clearTimeout(timer);
    if (stream === undefined && (acceptance.json || last.status !== 200)) decide(last);
    else open().end(last.body as string);
  });
  return { notify: (message) => open().push(message), response };
}
