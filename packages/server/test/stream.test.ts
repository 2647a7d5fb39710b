import { HEARTBEAT_MS, JSON_WAIT_MS, STREAM_QUEUE_MAX, SUBSCRIPTIONS_MAX } from "@toolcrib/core";
import { type Tool, tool } from "@toolcrib/tools";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { call, events, handshake, handshakeCall, json, serve, stateless } from "./mcp.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A tool that ends when the test says so, and remembers why it was aborted. */
function pending() {
  const seen: { reason?: { readonly code?: string }; finish?: (value: string) => void; report?: (message: string) => void } = {};
  const slow: Tool = tool({
    description: "x",
    timeoutMs: 60_000,
    execute: (_args, { signal, progress }) =>
      new Promise<string>((resolve) => {
        seen.finish = resolve;
        seen.report = (message) => progress(message);
        signal.addEventListener("abort", () => void (seen.reason = signal.reason));
      }),
  });
  return { handler: serve({ slow }), seen };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

describe.each([
  ["2026-07-28", call],
  ["2025-11-25", handshakeCall],
] as const)("in %s", (_revision, send) => {
  test("an answer that takes longer than 5 s becomes a stream, kept alive by comments every 8 s [wire.stream-when-slow] [wire.heartbeat]", async () => {
    const { handler, seen } = pending();
    let response: Response | undefined;
    handler(send("slow")).then((answered) => void (response = answered));
    await vi.advanceTimersByTimeAsync(JSON_WAIT_MS - 1);
    expect(response).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect((response as unknown as Response).headers.get("content-type")).toBe("text/event-stream");

    await vi.advanceTimersByTimeAsync(2 * HEARTBEAT_MS);
    seen.finish?.("done");
    const text = await (response as unknown as Response).text();
    expect(text.match(/^: heartbeat$/gm)).toHaveLength(2);
    expect(text.trimEnd().split("\n").at(-1)).toContain('"text":"done"');
  });

  test("a client that takes no stream waits for its JSON", async () => {
    const { handler, seen } = pending();
    const request = send("slow");
    request.headers.set("accept", "application/json");
    const response = handler(request);
    await vi.advanceTimersByTimeAsync(3 * JSON_WAIT_MS);
    seen.finish?.("done");
    expect((await json(response)).result.content[0].text).toBe("done");
  });

  test("a heartbeat moves no deadline [wire.heartbeat-moves-no-deadline]", async () => {
    const handler = serve({ slow: tool({ description: "x", timeoutMs: 30_000, execute: () => new Promise(() => {}) }) });
    const response = handler(send("slow"));
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await events(response)).at(-1)?.result.content[0].text).toContain("timed out after 30000ms");
  });

  test("a caller that goes away aborts the handler's signal, with a code [wire.disconnect-aborts]", async () => {
    const { handler, seen } = pending();
    const abort = new AbortController();
    handler(send("slow", {}, { signal: abort.signal }));
    await settled();
    abort.abort();
    await settled();
    expect(seen.reason?.code).toBe("client_disconnected");
  });

  test("a caller that stops reading its stream aborts it too, and nothing is left running", async () => {
    const { handler, seen } = pending();
    const answered = handler(send("slow", {}, { meta: { progressToken: 1 } }));
    await settled();
    seen.report?.("started");
    const reader = (await answered).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await settled();
    expect(seen.reason?.code).toBe("client_disconnected");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a caller that goes away while it waits for a stream ends a call that never looked at its signal", async () => {
    const failed: unknown[] = [];
    const deaf = tool({ description: "x", timeoutMs: 60_000, execute: () => new Promise(() => {}) });
    const abort = new AbortController();
    serve(
      { deaf },
      { onError: (error) => void failed.push((error as { readonly code?: string }).code) },
    )(send("deaf", {}, { signal: abort.signal }));
    await vi.advanceTimersByTimeAsync(JSON_WAIT_MS);
    abort.abort();
    await settled();
    expect(failed).toEqual(["client_disconnected"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a reader that does not keep up loses progress, never the result [wire.stream-bounded]", async () => {
    const { handler, seen } = pending();
    const answered = handler(send("slow", {}, { meta: { progressToken: 1 } }));
    await settled();
    for (let count = 0; count < 4 * STREAM_QUEUE_MAX; count += 1) seen.report?.("more");
    seen.finish?.("done");
    const messages = await events(answered);
    expect(messages.length).toBeLessThanOrEqual(STREAM_QUEUE_MAX + 1);
    expect(messages.at(-1)?.result.content[0].text).toBe("done");
  });

  test("when an answer is done no timer is left", async () => {
    const handler = serve({ quick: tool({ description: "x", execute: () => "ok" }) });
    await (await handler(send("quick"))).text();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("notifications/cancelled", () => {
  const cancel = (requestId: unknown) => handshake("notifications/cancelled", { requestId });
  const notify = (request: Request) =>
    request
      .text()
      .then((text) => new Request(request.url, { method: "POST", headers: request.headers, body: text.replace('"id":1,', "") }));

  test("aborts the one running call that has this id [wire.cancelled]", async () => {
    const { handler, seen } = pending();
    handler(handshakeCall("slow", {}, { id: "call-7" }));
    await settled();
    expect((await handler(await notify(cancel("call-7")))).status).toBe(202);
    await settled();
    expect(seen.reason?.code).toBe("cancelled");
  });

  test("is ignored for an unknown id, and where two calls answer to one id", async () => {
    const { handler, seen } = pending();
    handler(handshakeCall("slow", {}, { id: 5 }));
    handler(handshakeCall("slow", {}, { id: 5 }));
    await settled();
    for (const id of ["5", 6, undefined, {}, 5]) expect((await handler(await notify(cancel(id)))).status).toBe(202);
    await settled();
    expect(seen.reason).toBeUndefined();
  });
});

describe("subscriptions/listen", () => {
  const listen = () =>
    stateless("subscriptions/listen", { notifications: { toolsListChanged: true, promptsListChanged: true } }, { id: "sub" });

  test("is acknowledged first, with the filter that can be honoured, and ends with a result [wire.subscriptions]", async () => {
    const handler = serve({ a: tool({ description: "x", execute: () => 1 }) });
    const response = await handler(listen());
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
    handler.close();
    expect(await events(response)).toEqual([
      {
        jsonrpc: "2.0",
        method: "notifications/subscriptions/acknowledged",
        params: { _meta: { "io.modelcontextprotocol/subscriptionId": "sub" }, notifications: {} },
      },
      { jsonrpc: "2.0", id: "sub", result: { resultType: "complete", _meta: { "io.modelcontextprotocol/subscriptionId": "sub" } } },
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("leaves nothing behind when its reader leaves", async () => {
    const handler = serve({ a: tool({ description: "x", execute: () => 1 }) });
    await (await handler(listen())).body?.cancel();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("needs a client that takes streams, and there is a bound", async () => {
    const handler = serve({ a: tool({ description: "x", execute: () => 1 }) });
    const plain = listen();
    plain.headers.set("accept", "application/json");
    expect((await handler(plain)).status).toBe(406);
    for (let count = 0; count < SUBSCRIPTIONS_MAX; count += 1) await handler(listen());
    expect((await handler(listen())).status).toBe(503);
    handler.close();
    expect((await handler(listen())).status).toBe(200);
    handler.close();
  });
});
