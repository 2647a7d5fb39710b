import { cutText, exceedsBytes, isDeeperThan } from "@toolcrib/core";
import { expect, test } from "vitest";

const nested = (depth: number) => JSON.parse("[".repeat(depth) + "]".repeat(depth));

test("depth is counted however deep the value is", () => {
  expect(isDeeperThan(nested(64), 64)).toBe(false);
  expect(isDeeperThan(nested(65), 64)).toBe(true);
  expect(isDeeperThan(nested(100_000), 64)).toBe(true);
  expect(isDeeperThan({ a: { b: 1 } }, 2)).toBe(false);
  expect(isDeeperThan("text", 0)).toBe(false);
});

test("a text is never cut through a surrogate pair", () => {
  expect(cutText("abc", 3)).toBe("abc");
  expect(cutText("abcd", 3)).toBe("abc");
  expect(cutText("ab🙂", 3)).toBe("ab");
});

test("bytes are counted in UTF-8", () => {
  expect(exceedsBytes("ü".repeat(50), 100)).toBe(false);
  expect(exceedsBytes("ü".repeat(51), 100)).toBe(true);
  expect(exceedsBytes("a".repeat(101), 100)).toBe(true);
});
