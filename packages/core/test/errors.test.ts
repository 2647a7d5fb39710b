import { CallError, FAILURE_CLASSES, StartError, ToolcribError, toFailureClass } from "@toolcrib/core";
import { expect, test } from "vitest";

test("instanceof recognises errors of another copy of the package, and only its own kinds", async () => {
  const other = (await import("../src/errors.ts?copy" as string)) as typeof import("../src/errors.ts");
  const error = new other.CallError("busy", { errorType: "rate_limited" });

  expect(other.CallError).not.toBe(CallError);
  expect(error instanceof CallError).toBe(true);
  expect(error instanceof ToolcribError).toBe(true);
  expect(error instanceof StartError).toBe(false);
  expect(new Error("x") instanceof ToolcribError).toBe(false);
});

test("a user's own subclass is no other error's class", () => {
  class Mine extends CallError {}
  expect(new Mine("x") instanceof Mine).toBe(true);
  expect(new Mine("x") instanceof CallError).toBe(true);
  expect(new CallError("x") instanceof Mine).toBe(false);
});

test("a start error lists all its problems", () => {
  expect(new StartError("tools_invalid", ["a is wrong", "b is wrong"]).message).toBe("2 problems:\n- a is wrong\n- b is wrong");
  expect(new StartError("tools_invalid", ["a is wrong"]).message).toBe("a is wrong");
});

test("the failure class is what the error carries, if it is one of the nine [tool.failure-classes]", () => {
  for (const errorType of FAILURE_CLASSES) expect(toFailureClass({ errorType })).toBe(errorType);
  for (const odd of [new Error("x"), "text", null, { errorType: "angry" }, { errorType: 5 }]) expect(toFailureClass(odd)).toBe("unknown");
});

test("the reasons of a signal answer to the platform's names too", () => {
  expect(new CallError("x", { code: "timeout" }).name).toBe("TimeoutError");
  expect(new CallError("x", { code: "cancelled" }).name).toBe("AbortError");
  expect(new CallError("x", { code: "client_disconnected" }).name).toBe("AbortError");
});
