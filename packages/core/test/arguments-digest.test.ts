import { digestArguments, toCanonicalJson } from "@toolcrib/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hashPortably, hashText } from "../src/sha256.ts";

test("canonical JSON orders members by UTF-16 units and writes numbers as RFC 8785 does", () => {
  // The example of RFC 8785 section 3.2.3, and its number samples.
  const value = JSON.parse(
    '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew","1":"One","\\ud83d\\ude00":"Emoji","\\u0080":"Control","\\u00f6":"o"}',
  );
  expect(Object.keys(JSON.parse(toCanonicalJson(value)))).toEqual(["1", "\r", "\u0080", "ö", "€", "\ud83d\ude00", "\ufb33"]);
  expect(toCanonicalJson(JSON.parse("[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001,-0,1e21,9007199254740993]"))).toBe(
    "[333333333.3333333,1e+30,4.5,0.002,1e-27,0,1e+21,9007199254740992]",
  );
});

test("the digest is 43 characters, the same for any order of members, and another for other values", () => {
  const digest = digestArguments({ a: 1, b: { c: [1, 2], d: null } });
  expect(digest).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(digestArguments({ b: { d: null, c: [1, 2] }, a: 1 })).toBe(digest);
  expect(digestArguments({ b: { d: null, c: [2, 1] }, a: 1 })).not.toBe(digest);
  // SHA-256 of "{}", from the command line.
  expect(digestArguments({})).toBe("RBNvo1WzZ4oRRq0W9-hknpT7T8If536DEMBg9hyq_4o");
});

test("the runtime's own hash and the portable one are the same, whatever the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      expect(hashText(text)).toBe(hashPortably(text));
    }),
  );
  expect(hashText("\ud800")).toBe(hashPortably("\ufffd"));
});
