// Bodies of one piece: JSON of every kind, text, bytes, and which of several media types is written.

import { body, documentOf, post } from "./build.mjs";

const OPEN = { schema: {} };
const BYTES = { schema: { type: "string", format: "binary" } };
const TEXT = { schema: { type: "string" } };
const HELLO = "aGVsbG8=";
/** Bytes that are no text in any encoding. */
const RAW = "AP/+gAo=";

const json = [
  ["an object", { a: 1, b: [true, null], c: { d: "é" } }, '{"a":1,"b":[true,null],"c":{"d":"é"}}'],
  ["a list", [1, "2"], '[1,"2"]'],
  ["a text", "hello", '"hello"'],
  ["an empty text", "", '""'],
  ["a number", 7, "7"],
  ["zero", 0, "0"],
  ["false", false, "false"],
  ["null", null, "null"],
  ["an empty object", {}, "{}"],
].map(([what, value, text]) => ({
  name: `a JSON body that is ${what}`,
  source: "OpenAPI 3.1.1, Request Body Object",
  ...body({ "application/json": OPEN }, value),
  expect: post("application/json", text),
}));

const patch = [{ op: "replace", path: "/a", value: 1 }];
const kinds = [
  ["application/vnd.api+json", OPEN, { a: 1 }, "application/vnd.api+json", '{"a":1}'],
  ["application/merge-patch+json", OPEN, { a: null }, "application/merge-patch+json", '{"a":null}'],
  ["application/json-patch+json", OPEN, patch, "application/json-patch+json", '[{"op":"replace","path":"/a","value":1}]'],
  ["application/json; charset=utf-8", OPEN, { a: 1 }, "application/json; charset=utf-8", '{"a":1}'],
  ["text/json", OPEN, { a: 1 }, "text/json", '{"a":1}'],
  ["*/*", OPEN, { a: 1 }, "application/json", '{"a":1}'],
  ["application/*", OPEN, [1], "application/json", "[1]"],
  ["text/plain", TEXT, "a\r\nb é", "text/plain", "a\r\nb é"],
  ["text/plain", OPEN, 7, "text/plain", "7"],
  ["text/csv", TEXT, "a,b\n1,2\n", "text/csv", "a,b\n1,2\n"],
  ["text/*", TEXT, "a", "text/plain", "a"],
  ["application/xml", TEXT, "<a>é</a>", "application/xml", "<a>é</a>"],
  ["application/soap+xml", TEXT, "<a/>", "application/soap+xml", "<a/>"],
  ["application/octet-stream", BYTES, HELLO, "application/octet-stream", "hello"],
  ["application/octet-stream", OPEN, RAW, "application/octet-stream", { base64: RAW }],
  ["application/octet-stream", BYTES, "_-8", "application/octet-stream", { base64: "/+8=" }],
  ["application/octet-stream", BYTES, `data:image/png;base64,${RAW}`, "application/octet-stream", { base64: RAW }],
  ["application/octet-stream", BYTES, "", "application/octet-stream", ""],
  ["application/octet-stream", { schema: { type: "string", contentEncoding: "base64" } }, HELLO, "application/octet-stream", HELLO],
  ["image/png", OPEN, RAW, "image/png", { base64: RAW }],
  ["image/png", { schema: { contentMediaType: "image/png" } }, RAW, "image/png", { base64: RAW }],
  ["application/pdf", BYTES, RAW, "application/pdf", { base64: RAW }],
  ["image/*", BYTES, `data:image/png;base64,${RAW}`, "image/png", { base64: RAW }],
  ["image/*", BYTES, RAW, "application/octet-stream", { base64: RAW }],
].map(([mediaType, media, value, contentType, sent]) => ({
  name: `a body of ${mediaType}: ${JSON.stringify(value)}, ${JSON.stringify(media.schema)}`,
  source: "OpenAPI 3.1.1, Media Type Object; 3.0.4, Considerations for File Uploads",
  ...body({ [mediaType]: media }, value),
  expect: post(contentType, sent),
}));

const refused = [
  ["bytes that are no base64", "application/octet-stream", BYTES, "not base64!"],
  ["bytes that are no text", "image/png", BYTES, 7],
  ["a form that is no object", "application/x-www-form-urlencoded", OPEN, "a=1"],
  ["parts that are no object", "multipart/form-data", OPEN, [1]],
].map(([what, mediaType, media, value]) => ({
  name: `a body of ${what} is refused`,
  source: "issue 5",
  ...body({ [mediaType]: media }, value),
  expect: "refused",
}));

const several = [
  [
    "JSON before all",
    ["application/xml", "multipart/form-data", "application/x-www-form-urlencoded", "application/json"],
    "application/json",
  ],
  ["plain JSON before its kin", ["application/vnd.a+json", "application/json"], "application/json"],
  ["the kin of JSON before a form", ["application/x-www-form-urlencoded", "application/vnd.a+json"], "application/vnd.a+json"],
  ["a name that is no media type is passed over", ["examples", "application/json"], "application/json"],
].map(([what, mediaTypes, contentType]) => ({
  name: `several media types: ${what}`,
  source: "issue 5; OpenAPI 3.1.1, Request Body Object, content",
  ...body(Object.fromEntries(mediaTypes.map((name) => [name, OPEN])), { a: 1 }),
  expect: post(contentType, '{"a":1}'),
}));

const formBeforeParts = {
  name: "several media types: a form before parts before text",
  source: "issue 5",
  ...body({ "text/plain": OPEN, "multipart/form-data": OPEN, "application/x-www-form-urlencoded": OPEN }, { a: 1 }),
  expect: post("application/x-www-form-urlencoded", "a=1"),
};

const absent = ["post", "put", "patch", "delete"].map((method) => ({
  name: `a body that is not there: ${method.toUpperCase()} says nothing of its type`,
  source: "RFC 9110 section 8.3",
  ...body({ "application/json": OPEN }, undefined, { method, required: false }),
  expect: { line: `${method.toUpperCase()} /v1/it` },
}));

const elsewhere = [
  {
    name: "a body behind references",
    source: "OpenAPI 3.1.1, Reference Object",
    document: documentOf(
      { requestBody: { $ref: "#/components/requestBodies/it" } },
      {
        method: "post",
        root: {
          components: {
            requestBodies: { it: { content: { "application/json": { schema: { $ref: "#/components/schemas/It" } } } } },
            schemas: { It: { type: "object" } },
          },
        },
      },
    ),
    args: { body: { a: 1 } },
    expect: post("application/json", '{"a":1}'),
  },
  {
    name: "a GET has no body, whatever its document says",
    source: "fetch standard, Request, no body with GET and HEAD",
    ...body({ "application/json": OPEN }, { a: 1 }, { method: "get" }),
    expect: { line: "GET /v1/it" },
  },
  {
    name: "a DELETE with a body",
    source: "RFC 9110 section 9.3.5",
    ...body({ "application/json": OPEN }, { a: 1 }, { method: "delete" }),
    expect: { ...post("application/json", '{"a":1}'), line: "DELETE /v1/it" },
  },
];

export const bodies = [...json, ...kinds, ...refused, ...several, formBeforeParts, ...absent, ...elsewhere];
