import { expect, test } from "vitest";
import { createMatcher } from "../src/catalog/patterns.ts";

test.each([
  ["search", "search", true],
  ["search", "searcher", false],
  ["*", "", true],
  ["*", "anything__at_all", true],
  ["shop__*", "shop__refund", true],
  ["shop__*", "shop_refund", false],
  ["*_order", "get_order", true],
  ["*_order", "get_orders", false],
  ["get_*_by_*", "get_order_by_id", true],
  ["get_*_by_*", "get_by_id", false],
  ["a*a", "a", false],
  ["a*a", "aa", true],
  ["**", "x", true],
  ["a.c", "abc", false],
  ["*a*b*", "xaxbx", true],
  ["*a*b*", "xbxax", false],
])("%s matches %s: %s", (pattern, name, expected) => {
  expect(createMatcher([pattern])(name)).toBe(expected);
});

test("a hostile pattern takes no time", () => {
  const startedMs = performance.now();
  expect(createMatcher([`${"*a".repeat(1_000)}*b`])("a".repeat(10_000))).toBe(false);
  expect(performance.now() - startedMs).toBeLessThan(1_000);
});
