// Values that code tends to trip over, as JSON can carry them.

import fc from "fast-check";

const deep = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
};

/** Members that every object has already, or that somebody calls. JSON.parse makes own members of all of them. */
export const PROTOTYPE_NAMES = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "toJSON",
  "then",
  "length",
  "hasOwnProperty",
];

export const STRANGE_TEXTS = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "\udfff",
  "a\ud800b",
  "\u202e\u2028",
  "\ufeff",
  "ａ",
  "🙂".repeat(50),
  "x".repeat(50_000),
  "../../etc/passwd",
  "%",
  "%2e%2e",
  "~1/~0",
  "\r\n\r\n",
  "2026-07-28",
  "tools/call",
  "=?base64?////?=",
  ...PROTOTYPE_NAMES,
];

const named = (name: string, value: unknown): unknown => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);

const STRANGE = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e-308,
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  { length: 3 },
  { toString: 1, valueOf: 1 },
  { toString: null },
  named("then", {}),
  named("__proto__", { admin: true }),
  named("constructor", { prototype: { admin: true } }),
  [named("toString", 1)],
  deep(63, (inner) => [inner]),
  deep(70, (inner) => ({ inner })),
  deep(2_000, (inner) => [inner]),
  Array.from({ length: 5_000 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, index])),
];

export const strangeText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...STRANGE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
);

/** Any JSON value, the strange ones more often. */
export const strangeValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...STRANGE) },
  { weight: 2, arbitrary: strangeText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
