// What characters and values become: everything but the unreserved is encoded, so no value ends where it stands.

import { documentOf, get, path, query } from "./build.mjs";

const TEXTS = [
  ["letters of two, three and four bytes", "é€😀", "%C3%A9%E2%82%AC%F0%9F%98%80"],
  ["quotes", `"'`, "%22%27"],
  ["marks that encodeURIComponent leaves", "!'()*", "%21%27%28%29%2A"],
  ["a percent sign", "100%", "100%25"],
  ["a triplet, which is text too", "%2F", "%252F"],
  ["a plus and a space", "a+b c", "a%2Bb%20c"],
  ["what parts a query", "a&b=c#d?e", "a%26b%3Dc%23d%3Fe"],
  ["brackets and braces", "[a]{b}<c>", "%5Ba%5D%7Bb%7D%3Cc%3E"],
  ["slashes, both", "a/b\\c", "a%2Fb%5Cc"],
  ["a pipe, a caret, a backtick", "|^`", "%7C%5E%60"],
  ["controls", "a\t\n\r\u0000b", "a%09%0A%0D%00b"],
  ["what is unreserved", "aZ09-._~", "aZ09-._~"],
  ["half a surrogate pair", "a\ud800b", "a%EF%BF%BDb"],
  ["the other half, beside marks", "!\udfff'", "%21%EF%BF%BD%27"],
  ["colons, semicolons, commas, at and dollar", ":;,@$", "%3A%3B%2C%40%24"],
];

const texts = TEXTS.flatMap(([what, value, text]) => [
  { name: `${what} in a query`, source: "RFC 3986 section 2", ...query({}, value), expect: get(`/it?q=${text}`) },
  { name: `${what} in a path`, source: "RFC 3986 section 2", ...path({}, value), expect: get(`/it/${text}`) },
]);

const NAMES = [
  ["brackets", "filter[name]", "filter%5Bname%5D"],
  ["a space", "a b", "a%20b"],
  ["what parts a query", "a&b=c", "a%26b%3Dc"],
  ["a dollar", "$filter", "%24filter"],
  ["a heart", "❤️", "%E2%9D%A4%EF%B8%8F"],
  ["a name of an object's own", "__proto__", "__proto__"],
];

const names = NAMES.map(([what, name, text]) => ({
  name: `a parameter whose name has ${what}`,
  source: "OpenAPI 3.1.1, appendix C",
  document: documentOf({ parameters: [{ name, in: "query", schema: {} }] }),
  args: JSON.parse(`{${JSON.stringify(name)}: "love!"}`),
  expect: get(`/it?${text}=love%21`),
}));

/** Undefined: the parameter is not there. */
const VALUES = [
  ["true", true, "q=true"],
  ["false", false, "q=false"],
  ["zero", 0, "q=0"],
  ["zero below zero", -0, "q=0"],
  ["a number that is written with an exponent", 1e21, "q=1e%2B21"],
  ["a fraction", 0.1, "q=0.1"],
  ["a negative number", -1.5, "q=-1.5"],
  ["null", null, undefined],
  ["undefined", undefined, undefined],
  ["a list with null in it", ["a", null, "b"], "q=a&q=b"],
  ["a list with an empty text in it", ["", "b"], "q=&q=b"],
  ["a list of numbers and booleans", [1, true, 2.5], "q=1&q=true&q=2.5"],
  ["a list of objects", [{ a: 1 }], "q=%7B%22a%22%3A1%7D"],
  ["an empty list", [], undefined],
  ["an empty object", {}, undefined],
  ["an object with null in it", { a: 1, b: null }, "a=1"],
  ["an object in an object", { a: { b: [1] } }, "a=%7B%22b%22%3A%5B1%5D%7D"],
  ["an object whose key has marks", { "a&b": "c" }, "a%26b=c"],
];

const values = VALUES.map(([what, value, text]) => ({
  name: `${what} in a query`,
  source: "OpenAPI 3.1.1, appendices B and C; RFC 6570 section 2.3",
  ...query({}, value),
  expect: get(text === undefined ? "/it" : `/it?${text}`),
}));

const styles = [
  ["an empty list, not exploded", { explode: false }, [], "/it"],
  ["commas in a list that is parted by them", { explode: false }, ["a,b", "c"], "/it?q=a%2Cb,c"],
  ["spaces in a list that is parted by them", { style: "spaceDelimited", explode: false }, ["a b", "c"], "/it?q=a%20b%20c"],
  ["pipes in a list that is parted by them", { style: "pipeDelimited", explode: false }, ["a|b", "c"], "/it?q=a%7Cb%7Cc"],
  ["pipeDelimited, exploded", { style: "pipeDelimited", explode: true }, ["a", "b"], "/it?q=a&q=b"],
  ["spaceDelimited by default", { style: "spaceDelimited" }, ["a", "b"], "/it?q=a%20b"],
  ["deepObject by default", { style: "deepObject" }, { a: 1, b: "x y" }, "/it?q%5Ba%5D=1&q%5Bb%5D=x%20y"],
  ["deepObject, deeper", { style: "deepObject" }, { a: { b: { c: 1 } } }, "/it?q%5Ba%5D%5Bb%5D%5Bc%5D=1"],
  ["deepObject with a list", { style: "deepObject" }, { a: [1, 2] }, "/it?q%5Ba%5D=1&q%5Ba%5D=2"],
  ["deepObject with null and nothing", { style: "deepObject" }, { a: null, b: {}, c: 1 }, "/it?q%5Bc%5D=1"],
  ["deepObject whose key has brackets", { style: "deepObject" }, { "a]": 1 }, "/it?q%5Ba%5D%5D=1"],
].map(([name, parameter, value, target]) => ({
  name: `a query: ${name}`,
  source: "OpenAPI 3.1.1, Style Values",
  ...query(parameter, value),
  expect: get(target),
}));

export const encoding = [...texts, ...names, ...values, ...styles];
