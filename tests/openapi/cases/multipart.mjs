// `multipart/form-data` (RFC 7578; OpenAPI 3.1.1, Encoding Object; 3.0.4, Special Considerations for multipart Content).

import { body, post } from "./build.mjs";

const TYPE = "multipart/form-data; boundary=BOUNDARY";
const FILE = { type: "string", format: "binary" };
const HELLO = "aGVsbG8=";
const RAW = "AP/+gAo=";

/** @param head what stands after `form-data; ` @param type its media type, where it has one */
const part = (head, sent, type) => [
  `--BOUNDARY\r\nContent-Disposition: form-data; ${head}\r\n${type === undefined ? "" : `Content-Type: ${type}\r\n`}\r\n`,
  sent,
  "\r\n",
];
const file = (name, sent, type = "application/octet-stream") => part(`name="${name}"; filename="${name}"`, sent, type);
const END = "--BOUNDARY--\r\n";

/** What, the properties, the encoding, the body, the parts. */
const BODIES = [
  ["text", {}, {}, { a: "x é" }, [part('name="a"', "x é")]],
  ["a number and a boolean", {}, {}, { a: 7, b: false }, [part('name="a"', "7"), part('name="b"', "false")]],
  ["null, which is not there", {}, {}, { a: null, b: 1 }, [part('name="b"', "1")]],
  ["nothing at all", {}, {}, {}, []],
  ["an object, which is JSON", {}, {}, { a: { b: 1 } }, [part('name="a"', '{"b":1}', "application/json")]],
  ["a list, of which each is a part", {}, {}, { a: ["x", "y"] }, [part('name="a"', "x"), part('name="a"', "y")]],
  ["a list of objects", {}, {}, { a: [{ b: 1 }, { b: 2 }] }, [1, 2].map((b) => part('name="a"', `{"b":${b}}`, "application/json"))],
  ["a list that is JSON", {}, { a: { contentType: "application/json" } }, { a: [1, 2] }, [part('name="a"', "[1,2]", "application/json")]],
  ["a file", { a: FILE }, {}, { a: HELLO }, [file("a", "hello")]],
  ["bytes that are no text", { a: FILE }, {}, { a: RAW }, [file("a", { base64: RAW })]],
  ["a file that says its type", { a: FILE }, {}, { a: `data:image/png;base64,${RAW}` }, [file("a", { base64: RAW }, "image/png")]],
  [
    "a file that says its charset",
    { a: FILE },
    {},
    { a: `data:text/plain;charset=utf-8;base64,${HELLO}` },
    [file("a", "hello", "text/plain")],
  ],
  ["several files", { a: { type: "array", items: FILE } }, {}, { a: [HELLO, HELLO] }, [file("a", "hello"), file("a", "hello")]],
  ["a file by its media type (3.1)", { a: { contentMediaType: "image/png" } }, {}, { a: RAW }, [file("a", { base64: RAW })]],
  ["a file behind a reference", { a: { $ref: "#/components/schemas/File" } }, {}, { a: HELLO }, [file("a", "hello")]],
  ["a text and a file", { b: FILE }, {}, { a: "t", b: HELLO }, [part('name="a"', "t"), file("b", "hello")]],
  ["a file whose type is said", { a: FILE }, { a: { contentType: "image/png" } }, { a: RAW }, [file("a", { base64: RAW }, "image/png")]],
  [
    "a file of one of several types",
    { a: FILE },
    { a: { contentType: "image/png, image/jpeg" } },
    { a: RAW },
    [file("a", { base64: RAW }, "image/png")],
  ],
  ["a file of any image type", { a: FILE }, { a: { contentType: "image/*" } }, { a: RAW }, [file("a", { base64: RAW })]],
  ["a text whose type is said", {}, { a: { contentType: "text/markdown" } }, { a: "# x" }, [part('name="a"', "# x", "text/markdown")]],
  [
    "an object of another JSON",
    {},
    { a: { contentType: "application/ld+json" } },
    { a: {} },
    [part('name="a"', "{}", "application/ld+json")],
  ],
  ["quotes and lines in a name", { 'a"b\r\nX-Evil: 1': FILE }, {}, { 'a"b\r\nX-Evil: 1': HELLO }, [file("a%22b%0D%0AX-Evil: 1", "hello")]],
  ["a name that is not ASCII", {}, {}, { é: "x" }, [part('name="é"', "x")]],
  ["a value that looks like a boundary", {}, {}, { a: "--toolcrib-\r\n--" }, [part('name="a"', "--toolcrib-\r\n--")]],
];

const bodies = BODIES.map(([what, properties, encoding, value, parts]) => ({
  name: `parts with ${what}`,
  source: "RFC 7578; OpenAPI 3.1.1, Encoding Object",
  ...body({ "multipart/form-data": { schema: { type: "object", properties }, encoding } }, value, {
    root: { components: { schemas: { File: FILE } } },
  }),
  expect: post(TYPE, [...parts, END]),
}));

export const multipart = [
  ...bodies,
  {
    name: "parts with files that another schema brings",
    source: "OpenAPI 3.0.4, allOf",
    ...body(
      { "multipart/form-data": { schema: { allOf: [{ properties: { a: FILE } }, { properties: { b: {} } }] } } },
      { a: HELLO, b: "t" },
    ),
    expect: post(TYPE, [file("a", "hello"), part('name="b"', "t"), END]),
  },
  {
    name: "parts with a file that is no base64 are refused",
    source: "issue 5",
    ...body({ "multipart/form-data": { schema: { properties: { a: FILE } } } }, { a: "not base64!" }),
    expect: "refused",
  },
  {
    name: "a file's type can't hold a line",
    source: "RFC 9110 section 5.5",
    ...body({ "multipart/form-data": { schema: { properties: { a: FILE } } } }, { a: `data:a/b\r\nX-Evil: 1;base64,${HELLO}` }),
    expect: post(TYPE, [file("a", "hello", "a/bX-Evil: 1"), END]),
  },
];
