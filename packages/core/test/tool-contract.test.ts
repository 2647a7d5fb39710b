import { parseToolContract, type ToolContract, toAnnotations } from "@toolcrib/core";
import { expect, test } from "vitest";

const contract: ToolContract = {
  version: 1,
  effects: "external",
  idempotency: "keyed",
  approval: "conditional",
  exposure: "both",
  timeoutMs: 60_000,
  maxAttempts: 2,
  asks: true,
};

test("a contract comes back from JSON as it was, without what this version does not know", () => {
  expect(parseToolContract(JSON.parse(JSON.stringify(contract)))).toEqual(contract);
  expect(parseToolContract({ ...contract, colour: "red" })).toEqual(contract);
});

test.each([
  null,
  "x",
  {},
  { ...contract, version: 2 },
  { ...contract, effects: "some" },
  { ...contract, timeoutMs: 5 },
  { ...contract, maxAttempts: 0 },
])("%j is no contract", (value) => {
  expect(parseToolContract(value)).toBeUndefined();
});

test("one table gives the annotations of each kind of effect [tool.annotations-from-one-table]", () => {
  expect(toAnnotations({ ...contract, effects: "none" })).toEqual({ readOnlyHint: true, destructiveHint: false });
  expect(toAnnotations({ ...contract, effects: "sandbox" })).toEqual({ readOnlyHint: false, destructiveHint: false });
  expect(toAnnotations({ ...contract, effects: "external" })).toEqual({ readOnlyHint: false, destructiveHint: true });
});
