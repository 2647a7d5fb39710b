import { CALL_TOTAL_MS, CallError, type Effects } from "@toolcrib/core";
import { type Tool, tool } from "@toolcrib/tools";
import { CallAbort } from "@toolcrib/tools/run";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call } from "./harness.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => {});
const silent = (rest: object = {}): Tool => tool({ description: "x", timeoutMs: 1_000, ...rest, execute: never });

async function after(milliseconds: number, running: ReturnType<typeof call>) {
  await vi.advanceTimersByTimeAsync(milliseconds);
  return running;
}

test.each<[Effects, string, string]>([
  ["none", "it had no effect", "no_effect"],
  ["sandbox", "the outcome is unknown", "unknown"],
  ["external", "the outcome is unknown", "unknown"],
])("past its deadline a tool with effects %s says: %s [tool.deadline]", async (effects, words, outcome) => {
  const { text, result } = await after(1_000, call(silent({ effects })));
  expect(text).toBe(`tool it timed out after 1000ms; ${words}\nerrorType: timeout`);
  expect(result?._meta).toEqual({ "agent-runtime/errorType": "timeout", "agent-runtime/outcome": outcome });
});

test("a call that never got to its handler had no effect", async () => {
  const { text } = await after(1_000, call(silent({ ask: never })));
  expect(text).toContain("timed out after 1000ms; it had no effect");
});

test("the default is 15 seconds", async () => {
  const running = call(silent({ timeoutMs: undefined }));
  let ended = false;
  running.then(() => void (ended = true));
  await vi.advanceTimersByTimeAsync(14_999);
  expect(ended).toBe(false);
  expect((await after(1, running)).text).toContain("15000ms");
});

test("each progress starts the wait again, up to twenty minutes in all [tool.progress-restarts-deadline]", async () => {
  let beats = 0;
  const chatty = tool({
    description: "x",
    timeoutMs: 1_000,
    execute: (_args, context) =>
      new Promise(() => {
        setInterval(() => {
          beats += 1;
          context.progress();
        }, 900);
      }),
  });
  const { text } = await after(CALL_TOTAL_MS, call(chatty));
  expect(text).toContain(`timed out after ${CALL_TOTAL_MS}ms`);
  expect(beats).toBeGreaterThan(1_300);
});

test("the signal is aborted with a reason that carries a code [tool.signal-reason]", async () => {
  let reason: unknown;
  const heeding = tool({
    description: "x",
    timeoutMs: 1_000,
    execute: (_args, { signal }) => new Promise(() => signal.addEventListener("abort", () => void (reason = signal.reason))),
  });
  await after(1_000, call(heeding));
  expect(reason).toBeInstanceOf(CallError);
  expect(reason).toMatchObject({ code: "timeout", name: "TimeoutError" });
});

test("a caller that goes away ends the call with its own reason", async () => {
  const abort = new CallAbort();
  const running = call(silent(), {}, { abort });
  await vi.advanceTimersByTimeAsync(10);
  abort.abort(new CallError("the caller went away", { code: "client_disconnected" }));
  expect((await running).result?._meta).toEqual({ "agent-runtime/errorType": "aborted", "agent-runtime/outcome": "unknown" });
});

test("a call that was aborted before it began never runs", async () => {
  const abort = new CallAbort();
  abort.abort(new CallError("gone", { code: "cancelled" }));
  let ran = false;
  const { text } = await call(tool({ description: "x", execute: () => void (ran = true) }), {}, { abort });
  expect(ran).toBe(false);
  expect(text).toContain("gone");
});

test("what an abandoned handler does later changes nothing, and its rejection is never unhandled [tool.abandoned-handler]", async () => {
  const unhandled: unknown[] = [];
  const listen = (error: unknown) => unhandled.push(error);
  process.on("unhandledRejection", listen);
  const late = tool({
    description: "x",
    timeoutMs: 1_000,
    execute: async (_args, context) => {
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      context.progress("too late");
      throw new Error("too late");
    },
  });
  const { text, progress } = await after(1_000, call(late));
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", listen);

  expect(text).toContain("timed out");
  expect(progress).toEqual([]);
  expect(unhandled).toEqual([]);
});

test("progress always grows; a report that does not is not sent [wire.progress-grows]", async () => {
  const reporting = tool({
    description: "x",
    execute: (_args, { progress }) => {
      progress("start", { progress: 0, total: 10 });
      progress("half", { progress: 5, total: 10 });
      progress("back", { progress: 3 });
      progress("odd", { progress: Number.NaN });
      progress("on");
      progress();
      return "done";
    },
  });
  expect((await call(reporting)).progress).toEqual([
    { progress: 0, total: 10, message: "start" },
    { progress: 5, total: 10, message: "half" },
    { progress: 6, message: "on" },
    { progress: 7 },
  ]);
});
