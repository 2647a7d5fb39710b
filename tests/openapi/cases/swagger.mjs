// Swagger 2.0 in its own words: collection formats, body and form parameters, consumes.

import { get, post, swaggerOf } from "./build.mjs";

const source = "Swagger 2.0, Parameter Object";
const FORM = "application/x-www-form-urlencoded";
const TYPE = "multipart/form-data; boundary=BOUNDARY";
const FILE_PART =
  '--BOUNDARY\r\nContent-Disposition: form-data; name="f"; filename="f"\r\nContent-Type: application/octet-stream\r\n\r\nhello\r\n';
const textPart = (name, text) => `--BOUNDARY\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;

const list = (name, place, rest = {}) => ({ name, in: place, type: "array", items: { type: "string" }, ...rest });
const field = (name, rest = {}) => ({ name, in: "formData", type: "string", ...rest });

/** What, parameters, arguments, what is expected; method, root and operation beside. */
const CASES = [
  ["a list is csv by default", [list("q", "query")], { q: ["a", "b,c"] }, get("/it?q=a,b%2Cc")],
  ["csv", [list("q", "query", { collectionFormat: "csv" })], { q: ["a", "b"] }, get("/it?q=a,b")],
  ["ssv", [list("q", "query", { collectionFormat: "ssv" })], { q: ["a", "b"] }, get("/it?q=a%20b")],
  ["tsv", [list("q", "query", { collectionFormat: "tsv" })], { q: ["a", "b"] }, get("/it?q=a%09b")],
  ["pipes", [list("q", "query", { collectionFormat: "pipes" })], { q: ["a", "b"] }, get("/it?q=a%7Cb")],
  ["multi", [list("q", "query", { collectionFormat: "multi" })], { q: ["a", "b"] }, get("/it?q=a&q=b")],
  ["csv in a path", [list("id", "path", { required: true })], { id: ["a", "b"] }, get("/it/a,b"), { path: "/it/{id}" }],
  ["csv in a header", [list("X-It", "header")], { "X-It": ["a", "b"] }, get("/it", { "x-it": "a,b" })],
  [
    "plain values",
    [
      { name: "a", in: "query", type: "integer" },
      { name: "b", in: "query", type: "boolean" },
    ],
    { a: 1, b: true },
    get("/it?a=1&b=true"),
  ],
];

const BODIES = [
  [
    "a body is JSON by default",
    [{ name: "pet", in: "body", schema: { type: "object" } }],
    { body: { id: 1 } },
    post("application/json", '{"id":1}'),
  ],
  [
    "a body by consumes",
    [{ name: "pet", in: "body", schema: {} }],
    { body: { id: 1 } },
    post("application/vnd.a+json", '{"id":1}'),
    { operation: { consumes: ["application/vnd.a+json"] } },
  ],
  [
    "the operation's consumes before the document's",
    [{ name: "pet", in: "body", schema: {} }],
    { body: "x" },
    post("text/plain", "x"),
    { operation: { consumes: ["text/plain"] }, root: { consumes: ["application/json"] } },
  ],
  [
    "the document's consumes",
    [{ name: "pet", in: "body", schema: {} }],
    { body: "<a/>" },
    post("application/xml", "<a/>"),
    { root: { consumes: ["application/xml"] } },
  ],
  [
    "JSON of several",
    [{ name: "pet", in: "body", schema: {} }],
    { body: {} },
    post("application/json", "{}"),
    { root: { consumes: ["application/xml", "application/json"] } },
  ],
  ["a body that is not there", [{ name: "pet", in: "body", schema: {} }], {}, { line: "POST /v1/it" }],
  ["a form by default", [field("a"), field("b", { type: "integer" })], { body: { a: "x y", b: 1 } }, post(FORM, "a=x+y&b=1")],
  ["a form by consumes", [field("a")], { body: { a: "x" } }, post(FORM, "a=x"), { operation: { consumes: [FORM] } }],
  [
    "parts by consumes",
    [field("a")],
    { body: { a: "x" } },
    post(TYPE, [textPart("a", "x"), "--BOUNDARY--\r\n"]),
    { operation: { consumes: ["multipart/form-data"] } },
  ],
  [
    "a file makes parts",
    [field("a"), field("f", { type: "file" })],
    { body: { a: "x", f: "aGVsbG8=" } },
    post(TYPE, [textPart("a", "x"), FILE_PART, "--BOUNDARY--\r\n"]),
  ],
  [
    "a file makes parts even where a form is said",
    [field("f", { type: "file" })],
    { body: { f: "aGVsbG8=" } },
    post(TYPE, [FILE_PART, "--BOUNDARY--\r\n"]),
    { operation: { consumes: [FORM, "multipart/form-data"] } },
  ],
  ["a list in a form is csv", [list("a", "formData")], { body: { a: ["x", "y z"] } }, post(FORM, "a=x,y+z")],
  ["a list in a form, multi", [list("a", "formData", { collectionFormat: "multi" })], { body: { a: ["x", "y"] } }, post(FORM, "a=x&a=y")],
  ["a list in a form, pipes", [list("a", "formData", { collectionFormat: "pipes" })], { body: { a: ["x", "y"] } }, post(FORM, "a=x%7Cy")],
  [
    "a body behind a reference",
    [{ $ref: "#/parameters/pet" }],
    { body: { id: 1 } },
    post("application/json", '{"id":1}'),
    { root: { parameters: { pet: { name: "pet", in: "body", schema: {} } } } },
  ],
];

export const swagger = [
  ...CASES.map((row) => toCase("get", row)),
  ...BODIES.map((row) => toCase("post", row)),
  {
    name: "Swagger 2.0: parameters of the path, of which the operation replaces one",
    source,
    document: swaggerOf(
      { parameters: [list("q", "query", { collectionFormat: "multi" })] },
      { item: { parameters: [list("q", "query"), { name: "r", in: "query", type: "string" }] } },
    ),
    options: { documentUrl: "ORIGIN/swagger.json" },
    args: { q: ["a", "b"], r: "c" },
    expect: get("/it?q=a&q=b&r=c"),
  },
];

function toCase(method, [what, parameters, args, expect, { operation = {}, ...rest } = {}]) {
  return {
    name: `Swagger 2.0: ${what}`,
    source,
    document: swaggerOf({ parameters, ...operation }, { method, ...rest }),
    options: { documentUrl: "ORIGIN/swagger.json" },
    args,
    expect,
  };
}
