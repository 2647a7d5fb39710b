// An answer of a transport as a Response of the platform.

import type { Answer } from "./transport.ts";

/** Statuses whose responses have no body (fetch standard, null body status). */
const WITHOUT_BODY: readonly number[] = [101, 204, 205, 304];

/** @param url where it came from in the end */
export function toResponse(answer: Answer, { url, redirected, method }: { url: URL; redirected: boolean; method: string }): Response {
  const { status, statusText } = answer;
  const isEmpty = method === "HEAD" || WITHOUT_BODY.includes(status);
  const response = new Response(isEmpty ? null : toStream(answer), { status, statusText, headers: toHeaders(answer) });
  // A constructor can't be told them.
  return Object.defineProperties(response, { url: { value: withoutFragment(url) }, redirected: { value: redirected } });
}

function toStream({ body }: Answer): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await body.next();
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
      cancel: () => body.discard(),
    },
    // Nothing is taken from the socket before somebody reads.
    { highWaterMark: 0 },
  );
}

function toHeaders({ headers }: Answer): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === "string") result.append(name, value);
    else for (const one of value ?? []) result.append(name, one);
  }
  return result;
}

function withoutFragment({ href }: URL): string {
  const end = href.indexOf("#");
  return end === -1 ? href : href.slice(0, end);
}
