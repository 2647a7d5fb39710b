import { CallError } from "@toolcrib/core";
import { CallAbort } from "@toolcrib/tools/run";
import { expect, test } from "vitest";

const error = (code: "timeout" | "cancelled") => new CallError("over", { code });

test("only the first reason counts, for the listener and for the signal", () => {
  const heard: unknown[] = [];
  const abort = new CallAbort();
  abort.listen((reason) => heard.push(reason.code));
  abort.abort(error("timeout"));
  abort.abort(error("cancelled"));
  expect(heard).toEqual(["timeout"]);
  expect(abort.reason?.code).toBe("timeout");
  expect(abort.signal.reason.code).toBe("timeout");
});

test("a caller that left is noticed by whoever asks, whether or not it was followed", () => {
  const source = new AbortController();
  const abort = new CallAbort(source.signal);
  expect(abort.reason).toBeUndefined();
  source.abort();
  expect(abort.reason?.code).toBe("client_disconnected");
  expect(abort.signal.aborted).toBe(true);
});

test("the source is followed once a signal was asked for, and left alone after the release", () => {
  const added: string[] = [];
  const source = new AbortController().signal;
  source.addEventListener = (type: string) => void added.push(`+${type}`);
  source.removeEventListener = (type: string) => void added.push(`-${type}`);
  const abort = new CallAbort(source);
  expect(added).toEqual([]);
  expect(abort.signal).toBe(abort.signal);
  abort.release();
  expect(added).toEqual(["+abort", "-abort"]);
});

test("it is watched as a signal is, without one being made: told once, also of a caller that left, and not after the release", () => {
  const heard: unknown[] = [];
  const source = new AbortController();
  const abort = new CallAbort(source.signal);
  const removed = () => heard.push("removed");
  abort.addEventListener("abort", removed);
  abort.addEventListener("abort", () => heard.push(abort.reason?.code));
  abort.removeEventListener("abort", removed);
  expect(abort.aborted).toBe(false);
  source.abort();
  abort.abort(error("timeout"));
  expect([abort.aborted, heard]).toEqual([true, ["client_disconnected"]]);

  const over = new CallAbort();
  over.addEventListener("abort", () => heard.push("after the release"));
  over.release();
  over.abort(error("cancelled"));
  expect(heard).toHaveLength(1);
});
