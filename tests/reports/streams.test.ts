// A call that takes long: what keeps its connection alive, and what tells its client that it is alive.

import { HEARTBEAT_MS, JSON_WAIT_MS } from "@toolcrib/core";
import { type Tool, tool } from "@toolcrib/tools";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { call, handshakeCall, serve } from "../../packages/server/test/mcp.ts";

const ERAS = [
  ["2025-11-25", handshakeCall],
  ["2026-07-28", call],
] as const;
const SECOND = 1_000;
const STREAM_ONLY = { headers: { accept: "text/event-stream" } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A tool that works for so long and says nothing, or something every so often. */
const work = (forMs: number, sayEveryMs?: number): Tool =>
  tool({
    description: "x",
    timeoutMs: 1_200_000,
    execute: (_args, { progress }) =>
      new Promise((resolve) => {
        const timer = sayEveryMs === undefined ? undefined : setInterval(() => progress("working"), sayEveryMs);
        setTimeout(() => {
          clearInterval(timer);
          resolve("done");
        }, forMs);
      }),
  });

/** Every piece of an answer with the time at which it came, from the moment the request was sent. */
async function pieces(answer: Promise<Response>, forMs: number): Promise<readonly { readonly atMs: number; readonly text: string }[]> {
  const startedMs = Date.now();
  const read = (async () => {
    const response = await answer;
    const found = [{ atMs: Date.now() - startedMs, text: `${response.status}\n\n` }];
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) found.push({ atMs: Date.now() - startedMs, text });
    return found;
  })();
  for (let passedMs = 0; passedMs <= forMs; passedMs += SECOND) await vi.advanceTimersByTimeAsync(SECOND);
  return read;
}

const longestSilenceMs = (found: readonly { readonly atMs: number }[]) =>
  Math.max(...found.map(({ atMs }, index) => atMs - (found[index - 1]?.atMs ?? 0)));

describe.each(ERAS)("in %s", (revision, send) => {
  const headers =
    revision === "2025-11-25" ? { "mcp-protocol-version": revision, accept: "text/event-stream" } : { accept: "text/event-stream" };

  test("anomalyco/opencode#32477, ellistarn/muse#172, can1357/oh-my-pi#12259, modelcontextprotocol/typescript-sdk#1393: what a tool reports goes out at once as the one notification that resets a client's timer, growing, under the client's own token", async () => {
    for (const progressToken of [0, "", "job-7"]) {
      const handler = serve({ work: work(90 * SECOND, 25 * SECOND) });
      const found = await pieces(handler(send("work", {}, { meta: { progressToken } })), 100 * SECOND);
      const messages = found.flatMap(({ atMs, text }) =>
        [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => ({ atMs, ...JSON.parse(data ?? "") })),
      );
      expect(messages.slice(0, -1).map(({ atMs, method, params }) => [atMs, method, params.progressToken, params.progress])).toEqual(
        [1, 2, 3].map((step) => [step * 25 * SECOND, "notifications/progress", progressToken, step]),
      );
    }
  });

  test("a client without a token is kept by comments alone: no notification it never asked for, and no log message", async () => {
    const found = await pieces(serve({ work: work(60 * SECOND, 5 * SECOND) })(send("work")), 60 * SECOND);
    const text = found.map((piece) => piece.text).join("");
    expect(text).not.toContain("notifications/");
    expect(text.match(/^: heartbeat$/gm)?.length).toBeGreaterThan(5);
  });

  test("vfarcic/dot-ai#708, punkpeye/fastmcp#317, modelcontextprotocol/typescript-sdk#2541: a proxy that cuts after 60 s of silence sees none longer than 15 s, however long the call says nothing", async () => {
    const found = await pieces(serve({ work: work(300 * SECOND) })(send("work")), 300 * SECOND);
    expect(longestSilenceMs(found)).toBeLessThan(15 * SECOND);
    expect(found.at(-1)?.text).toContain('"text":"done"');
  });

  test.each([undefined, STREAM_ONLY])(
    "oven-sh/bun#27479, oven-sh/bun#13392, serac-labs/serac#173, akutishevsky/withings-mcp#22: a runtime that cuts after 10 s of silence sees none as long (%j)",
    async (options) => {
      const found = await pieces(
        serve({ work: work(60 * SECOND) })(send("work", {}, options === undefined ? {} : { headers })),
        60 * SECOND,
      );
      expect(longestSilenceMs(found)).toBeLessThan(10 * SECOND);
      expect(Math.max(HEARTBEAT_MS, JSON_WAIT_MS)).toBeLessThan(10 * SECOND);
      expect(found.at(-1)?.text).toContain('"text":"done"');
    },
  );

  test("the proxies that hold a stream back until a buffer is full are told not to", async () => {
    const handler = serve({ work: work(10, 5) });
    const answer = handler(send("work", {}, { meta: { progressToken: 1 } }));
    await vi.advanceTimersByTimeAsync(100);
    const response = await answer;
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    expect(response.headers.get("cache-control")).toBe("no-cache, no-transform");
    expect(await response.text()).toContain("done");
  });
});
