import { expect, test } from "vitest";
import { parseBase64, parseBase64Url, toBase64, toBase64Url } from "../src/base64.ts";

test("bytes of every length come back", () => {
  for (let length = 0; length < 70; length += 1) {
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    expect(parseBase64(toBase64(bytes))).toEqual(bytes);
    expect(parseBase64Url(toBase64Url(bytes))).toEqual(bytes);
  }
});

test("one text means one sequence of bytes: another spelling of the same bytes is none", () => {
  expect(toBase64Url(new Uint8Array([255]))).toBe("_w");
  // The unused bits of the last character, padding, the other alphabet, white space, a length that can't be.
  for (const text of ["_x", "_w==", "/w", "_w ", "_"]) expect(parseBase64Url(text), text).toBeUndefined();
  for (const text of ["/x==", "/w", "_w==", "/w=="[0] ?? "", "/w==\n"]) expect(parseBase64(text), text).toBeUndefined();
});
