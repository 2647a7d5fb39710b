import { parseStrictJson } from "@toolcrib/core";
import { expect, test } from "vitest";

test.each([
  '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}',
  '"text"',
  "[]",
  "null",
  ' { "a" : "b\\"c:" , "d" : "\\\\" } ',
  '{"{":"[","}":"]",":":":"}',
  '{"a\\\\":1,"a":2}',
  '{"":{"":""}}',
])("%s is read as JSON.parse reads it", (text) => {
  expect(parseStrictJson(text, 8)).toEqual(JSON.parse(text));
});

test.each([
  ['{"a":1,"a":2}', "repeated"],
  ['{"a":1,"\\u0061":2}', "repeated"],
  ['[{"b":{"a":1,"x":{},"a":2}}]', "repeated"],
  ['{"a" :1,"a"\n:2}', "repeated"],
  ['{"__proto__":1}', "__proto__"],
  ['{"x":{"__pr\\u006fto__":1}}', "__proto__"],
  ["[".repeat(9) + "]".repeat(9), "deeper"],
  ["{", "JSON"],
  ["", "JSON"],
  ["\ufeff{}", "JSON"],
])("%s is refused: %s", (text, words) => {
  expect(() => parseStrictJson(text, 8)).toThrow(SyntaxError);
  expect(() => parseStrictJson(text, 8)).toThrow(words);
});
