// Headers and cookies, where nothing is percent-encoded that the specification does not, and nothing ends a line.

import { cookie, documentOf, get, header, swaggerOf } from "./build.mjs";

const NOT_PARAMETERS = ["Accept", "content-type", "Authorization", "Host", "Content-Length", "transfer-encoding", "Connection"];

const headers = [
  ["an integer", {}, 7, "7"],
  ["a boolean", {}, true, "true"],
  ["a list", {}, ["a", "b"], "a,b"],
  ["a list of numbers", {}, [12345678, 90099], "12345678,90099"],
  ["an object, exploded", { explode: true }, { a: 1, b: "x" }, "a=1,b=x"],
  ["marks, as they are", {}, `a b;c="d"/e%20`, `a b;c="d"/e%20`],
  ["a letter of Latin-1", {}, "é", "é"],
].map(([what, parameter, value, text]) => ({
  name: `a header with ${what}`,
  source: "OpenAPI 3.1.1, style simple; RFC 9110 section 5.5",
  ...header(parameter, value),
  expect: get("/it", { "x-it": text }),
}));

const absent = [
  ["null", null],
  ["undefined", undefined],
].map(([what, value]) => ({
  name: `a header with ${what} is not sent`,
  source: "RFC 6570 section 2.3",
  ...header({}, value),
  expect: get("/it"),
}));

const injected = [
  ["a line of its own", "a\r\nX-Evil: 1"],
  ["a line feed", "a\nX-Evil: 1"],
  ["a carriage return", "a\rb"],
  ["a zero byte", "a\u0000b"],
  ["a character of more than one byte", "a€b"],
  ["a line in a list", ["a", "b\r\nX-Evil: 1"]],
  ["a line in an object's key", { "a\r\nX-Evil": "1" }],
].map(([what, value]) => ({
  name: `a header with ${what} is refused`,
  source: "RFC 9110 section 5.5",
  ...header({}, value),
  expect: "refused",
}));

const cookies = [
  ["text", {}, "abc", "it=abc"],
  ["what ends a cookie", {}, "a; admin=1", "it=a%3B%20admin%3D1"],
  ["a line", {}, "a\r\nX-Evil: 1", "it=a%0D%0AX-Evil%3A%201"],
  ["a number", {}, 5, "it=5"],
  ["a list, not exploded", { explode: false }, ["a", "b"], "it=a,b"],
].map(([what, parameter, value, text]) => ({
  name: `a cookie with ${what}`,
  source: "OpenAPI 3.1.1, style form in a cookie",
  ...cookie(parameter, value),
  expect: get("/it", { cookie: text }),
}));

/** Nothing is encoded there (OpenAPI 3.2.0, Style Values), so what would end the cookie can't be sent. */
const plainCookies = [
  ["what is usual", "abc=/+%20", "it=abc=/+%20"],
  ["what ends a cookie", "a; admin=1", "refused"],
  ["a line", "a\r\nX-Evil: 1", "refused"],
  ["what is not ASCII", "é€", "refused"],
  ["what ends a cookie in a key", { "a=1; b": "c" }, "refused"],
].map(([what, value, text]) => ({
  name: `a cookie of style cookie with ${what}`,
  source: "OpenAPI 3.2.0, style cookie; RFC 6265 section 4.1.1",
  ...cookie({ style: "cookie" }, value, "3.2.0"),
  expect: text === "refused" ? text : get("/it", { cookie: text }),
}));

const together = [
  {
    name: "several cookies share one header",
    source: "RFC 6265 section 4.2.1",
    document: documentOf({ parameters: ["a", "b", "c"].map((name) => ({ name, in: "cookie", schema: { type: "string" } })) }),
    args: { a: "1", c: "3" },
    expect: get("/it", { cookie: "a=1; c=3" }),
  },
  {
    name: "headers that an operation may not describe are not parameters",
    source: "OpenAPI 3.1.1, Parameter Object, name",
    document: documentOf({ parameters: NOT_PARAMETERS.map((name) => ({ name, in: "header", schema: {} })) }),
    args: Object.fromEntries(NOT_PARAMETERS.map((name) => [name, "evil"])),
    expect: get("/it"),
  },
  {
    name: "headers that an operation may not describe are not parameters in Swagger 2.0",
    source: "OpenAPI 3.1.1, Parameter Object, name",
    document: swaggerOf({ parameters: NOT_PARAMETERS.map((name) => ({ name, in: "header", type: "string" })) }),
    options: { documentUrl: "ORIGIN/swagger.json" },
    args: Object.fromEntries(NOT_PARAMETERS.map((name) => [name, "evil"])),
    expect: get("/it"),
  },
  {
    name: "parameters that are named as what every object has, and not given",
    source: "issue 5",
    document: documentOf({ parameters: ["constructor", "toString", "valueOf"].map((name) => ({ name, in: "query", schema: {} })) }),
    args: { toString: "a" },
    expect: get("/it?toString=a"),
  },
  {
    name: "an argument that no parameter has goes nowhere",
    source: "issue 5",
    document: documentOf({ parameters: [{ name: "a", in: "query", schema: {} }] }),
    args: { a: 1, b: 2, "X-Evil": "1" },
    expect: get("/it?a=1"),
  },
];

export const headersAndCookies = [...headers, ...absent, ...injected, ...cookies, ...plainCookies, ...together];
