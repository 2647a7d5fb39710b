// RFC 6570: simple expansion (section 3.2.2), labels (3.2.5), path-style parameters (3.2.7), form-style query (3.2.8), and
// reserved expansion (3.2.3), as far as a query may hold it (OpenAPI 3.1.1, Parameter Object, `allowReserved`; appendix C).

import { get, path, query } from "./build.mjs";

const KEYS = { semi: ";", dot: ".", comma: "," };

const simple = [
  ["a word", "value", "value"],
  ["a sentence", "Hello World!", "Hello%20World%21"],
  ["a percent sign", "50%", "50%25"],
  ["a list", ["red", "green", "blue"], "red,green,blue"],
  ["keys", KEYS, "semi,%3B,dot,.,comma,%2C"],
].map(([what, value, text]) => ({
  name: `simple expansion of ${what}`,
  source: "RFC 6570 section 3.2.2",
  ...path({}, value),
  expect: get(`/it/${text}`),
}));

const byStyle = [
  ["3.2.2", "simple", true, KEYS, "/it/semi=%3B,dot=.,comma=%2C"],
  ["3.2.5", "label", false, KEYS, "/it/.semi,%3B,dot,.,comma,%2C"],
  ["3.2.5", "label", true, KEYS, "/it/.semi=%3B.dot=..comma=%2C"],
  ["3.2.7", "matrix", true, KEYS, "/it/;semi=%3B;dot=.;comma=%2C"],
  ["3.2.7", "matrix", false, KEYS, "/it/;id=semi,%3B,dot,.,comma,%2C"],
].map(([section, style, explode, value, target]) => ({
  name: `${style} expansion of keys, explode ${explode}`,
  source: `RFC 6570 section ${section}`,
  ...path({ style, explode }, value),
  expect: get(target),
}));

const form = [
  [false, KEYS, "q=semi,%3B,dot,.,comma,%2C"],
  [true, KEYS, "semi=%3B&dot=.&comma=%2C"],
].map(([explode, value, text]) => ({
  name: `form expansion of keys, explode ${explode}`,
  source: "RFC 6570 section 3.2.8",
  ...query({ explode }, value),
  expect: get(`/it?${text}`),
}));

const reserved = [
  ["a word", "value", "value"],
  ["a sentence", "Hello World!", "Hello%20World!"],
  ["a percent sign alone", "50%", "50%25"],
  ["a percent sign before one digit", "5%2", "5%252"],
  ["a triplet, which passes", "50%25", "50%25"],
  ["a triplet in lower case, which passes", "%c3%a9", "%c3%a9"],
  ["a path", "/foo/bar", "/foo/bar"],
  ["a base", "http://example.com/home/", "http://example.com/home/"],
  ["a list", ["red", "green/blue"], "red,green/blue", false],
  ["keys", KEYS, "semi,;,dot,.,comma,,", false],
  ["what a query can't hold", "a#b[c]", "a%23b%5Bc%5D"],
  ["what ends a pair or means a space", "a&b+c=d", "a%26b%2Bc%3Dd"],
  ["the rest of what is reserved", ":/?@!$()*,;", ":/?@!$()*,;"],
  // The URL standard encodes an apostrophe in a query (special-query percent-encode set), so no client can send one.
  ["an apostrophe", "it's", "it%27s"],
  ["a caret and a space", "x^y z", "x%5Ey%20z"],
  ["what is not ASCII", "é", "%C3%A9"],
].map(([what, value, text, explode = true]) => ({
  name: `reserved expansion of ${what}`,
  source: "RFC 6570 section 3.2.3, OpenAPI 3.1.1 allowReserved",
  ...query({ allowReserved: true, explode }, value),
  expect: get(`/it?q=${text}`),
}));

export const expansion = [...simple, ...byStyle, ...form, ...reserved];
