// A caller that is gone: its tool hears of it, its call ends, and nothing of it stays behind.

import { getEventListeners } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { nodeListener } from "@toolcrib/server/node";
import { tool } from "@toolcrib/tools";
import { afterEach, describe, expect, test, vi } from "vitest";
import { call, handshakeCall, json, serve } from "../../packages/server/test/mcp.ts";
import { listen } from "../attacks/served.ts";
import { countTimers, heldBytes } from "./garbage.ts";

afterEach(() => void vi.useRealTimers());

/** A tool that runs until it is stopped, and says when it started and why it was stopped. */
function watched({ reports }: { readonly reports: boolean }) {
  let start = () => {};
  let stop: (code: unknown) => void = () => {};
  const started = new Promise<void>((resolve) => void (start = resolve));
  const stopped = new Promise<unknown>((resolve) => void (stop = resolve));
  const slow = tool({
    description: "x",
    execute: (_args, { signal, progress }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          stop(signal.reason.code);
          reject(signal.reason);
        });
        if (reports) progress("started");
        start();
      }),
  });
  return { handler: serve({ slow }), started, stopped };
}

describe("joshuaswarren/remnic#1907, honojs/node-server#107, sveltejs/kit#16793: a client that vanishes stops its tool", () => {
  describe.each([
    ["2025-11-25", handshakeCall],
    ["2026-07-28", call],
  ] as const)("in %s", (_revision, send) => {
    test.each([false, true])("on a socket that is cut, while the answer is a stream: %j", async (reports) => {
      const { handler, started, stopped } = watched({ reports });
      const request = send("slow", {}, { meta: { progressToken: 1 } });
      const sent = httpRequest(await listen(nodeListener(handler)), { method: "POST", headers: Object.fromEntries(request.headers) });
      sent.on("error", () => {}).end(await request.text());
      await started;
      if (reports) await new Promise((resolve) => sent.on("response", (response) => response.once("data", resolve)));
      sent.destroy();
      expect(await stopped).toBe("client_disconnected");
    });

    test("on a keep-alive connection that is closed, though its request was read to the end long before", async () => {
      const { handler, started, stopped } = watched({ reports: false });
      const request = send("slow");
      const body = await request.text();
      const head = [...request.headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
      const socket = connect(Number(new URL(await listen(nodeListener(handler))).port), "127.0.0.1");
      socket.write(
        `POST /mcp HTTP/1.1\r\nhost: localhost\r\n${head}content-length: ${Buffer.byteLength(body)}\r\nconnection: keep-alive\r\n\r\n${body}`,
      );
      await started;
      socket.destroy();
      expect(await stopped).toBe("client_disconnected");
    });

    test("in process, by the request's signal or by no longer reading the answer", async () => {
      const byRequest = watched({ reports: false });
      const abort = new AbortController();
      byRequest.handler(send("slow", {}, { signal: abort.signal })).catch(() => {});
      await byRequest.started;
      abort.abort();
      expect(await byRequest.stopped).toBe("client_disconnected");

      const byReader = watched({ reports: true });
      const response = await byReader.handler(send("slow", {}, { meta: { progressToken: 1 } }));
      await response.body?.cancel();
      expect(await byReader.stopped).toBe("client_disconnected");
    });
  });

  test("a client that leaves in the middle of its body starts nothing", async () => {
    const ran: unknown[] = [];
    const origin = await listen(nodeListener(serve({ slow: tool({ description: "x", execute: () => void ran.push(1) }) })));
    const sent = httpRequest(origin, { method: "POST", headers: { "content-type": "application/json", "content-length": 1_000 } });
    const closed = new Promise((resolve) => sent.on("error", () => {}).on("close", resolve));
    sent.write('{"jsonrpc":"2.0"', () => sent.destroy());
    await closed;
    expect(
      (
        await json(
          fetch(origin, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
          }),
        )
      ).id,
    ).toBe(1);
    expect(ran).toEqual([]);
  });
});

describe("vercel/ai#16580: an aborted call settles", () => {
  test("also where its handler never looks at the signal: at the latest when its answer would have become a stream", async () => {
    vi.useFakeTimers();
    const handler = serve({ deaf: tool({ description: "x", execute: () => new Promise(() => {}) }) });
    const abort = new AbortController();
    const text = handler(call("deaf", {}, { signal: abort.signal })).then((response) => response.text());
    await vi.advanceTimersByTimeAsync(0);
    abort.abort();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await text).toContain("the caller went away");
    expect(vi.getTimerCount()).toBe(0);
  });
});

/** A request whose signal outlives it, as a worker's or a connection's does. */
function followed(request: Request, signal: AbortSignal): Request {
  return Object.defineProperty(request, "signal", { value: signal });
}

describe("dust-tt/dust#27986: ten thousand calls on one long-lived signal", () => {
  const CALLS = 10_000;
  const looks = tool({ description: "x", execute: async (_args, { signal }) => signal.aborted });
  const throws = tool({ description: "x", execute: async (_args, { signal }) => Promise.reject(new Error(`aborted: ${signal.aborted}`)) });
  const reports = tool({ description: "x", execute: async (_args, { progress, signal }) => progress(`${signal.aborted}`) });
  const handler = serve({ looks, throws, reports });
  const NAMES = ["looks", "throws", "reports", "nope"];

  async function callAll(count: number, signalOf: () => { readonly signal: AbortSignal; readonly leave: () => void }): Promise<void> {
    for (let done = 0; done < count; done += 1) {
      const { signal, leave } = signalOf();
      const response = await handler(followed(call(NAMES[done % NAMES.length] ?? "", {}, { meta: { progressToken: done } }), signal));
      // Every third stream is left unread.
      if (done % 3 === 0) await response.body?.cancel();
      else await response.text();
      leave();
    }
  }

  test("leave no listener on it, no timer, and no memory", async () => {
    const life = new AbortController();
    const signalOf = () => ({ signal: life.signal, leave: () => {} });
    await callAll(2_000, signalOf);
    const timers = countTimers();
    const before = await heldBytes();
    await callAll(CALLS, signalOf);
    expect(getEventListeners(life.signal, "abort")).toHaveLength(0);
    expect(timers()).toBe(0);
    expect((await heldBytes()) - before).toBeLessThan(2 * 1_048_576);
  }, 60_000);

  test("and ten thousand that are aborted, each by its own, leave no more", async () => {
    const left: number[] = [];
    const signalOf = () => {
      const own = new AbortController();
      return {
        signal: own.signal,
        leave: () => {
          own.abort();
          left.push(getEventListeners(own.signal, "abort").length);
        },
      };
    };
    await callAll(2_000, signalOf);
    const before = await heldBytes();
    await callAll(CALLS, signalOf);
    expect(Math.max(...left)).toBe(0);
    left.length = 0;
    expect((await heldBytes()) - before).toBeLessThan(2 * 1_048_576);
  }, 60_000);
});
