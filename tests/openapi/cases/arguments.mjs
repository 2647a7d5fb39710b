// From arguments to places: names that meet, parameters of the path item, and several values in one segment.

import { documentOf, get, swaggerOf } from "./build.mjs";

const inAll = ["path", "query", "header", "cookie"].map((place) => ({ name: "id", in: place, required: true, schema: {} }));
const JSON_BODY = { required: true, content: { "application/json": { schema: { type: "object" } } } };
const source = "issue 5, collisions are solved without renaming what goes on the wire";
const text = (name, place) => ({ name, in: place, required: true, schema: { type: "string" } });

export const argumentCases = [
  {
    name: "one name in path, query, header, cookie and body",
    source,
    document: documentOf({ parameters: inAll, requestBody: JSON_BODY }, { path: "/it/{id}", method: "put" }),
    args: { id: "p", id_query: "q", id_header: "h", id_cookie: "c", body: { id: "b" } },
    expect: {
      line: "PUT /v1/it/p?id=q",
      headers: { id: "h", cookie: "id=c", "content-type": "application/json" },
      body: '{"id":"b"}',
    },
  },
  {
    name: "one name in every place, in whatever order they stand",
    source,
    document: documentOf({ parameters: [...inAll].reverse() }, { path: "/it/{id}" }),
    args: { id: "p", id_query: "q", id_header: "h", id_cookie: "c" },
    expect: get("/it/p?id=q", { id: "h", cookie: "id=c" }),
  },
  {
    name: "a parameter named body beside a body",
    source,
    document: documentOf({ parameters: [text("body", "query")], requestBody: JSON_BODY }, { method: "post" }),
    args: { body_query: "q", body: { a: 1 } },
    expect: { line: "POST /v1/it?body=q", headers: { "content-type": "application/json" }, body: '{"a":1}' },
  },
  {
    name: "a parameter named body without one",
    source,
    document: documentOf({ parameters: [text("body", "query")] }),
    args: { body: "q" },
    expect: get("/it?body=q"),
  },
  {
    name: "a name that is already what another one would become",
    source,
    document: documentOf({ parameters: [text("id_query", "path"), text("id", "path"), text("id", "query")] }, { path: "/{id}/{id_query}" }),
    args: { id: "1", id_query: "2", id_query_2: "3" },
    expect: get("/1/2?id=3"),
  },
  {
    name: "parameters of the path item",
    source: "OpenAPI 3.1.1, Path Item Object, parameters",
    document: documentOf({}, { path: "/it/{id}", item: { parameters: [text("id", "path"), text("q", "query")] } }),
    args: { id: "1", q: "a" },
    expect: get("/it/1?q=a"),
  },
  {
    name: "a parameter of the operation wins over that of the path item",
    source: "OpenAPI 3.1.1, Operation Object, parameters",
    document: documentOf(
      { parameters: [{ name: "q", in: "query", explode: false, schema: {} }] },
      { item: { parameters: [{ name: "q", in: "query", explode: true, schema: {} }] } },
    ),
    args: { q: ["a", "b"] },
    expect: get("/it?q=a,b"),
  },
  {
    name: "a parameter of the same name in another place does not",
    source: "OpenAPI 3.1.1, Operation Object, parameters",
    document: documentOf({ parameters: [text("X-Id", "header")] }, { item: { parameters: [text("X-Id", "query")] } }),
    args: { "X-Id": "q", "X-Id_header": "h" },
    expect: get("/it?X-Id=q", { "x-id": "h" }),
  },
  {
    name: "parameters behind references",
    source: "OpenAPI 3.1.1, Reference Object",
    document: documentOf(
      { parameters: [{ $ref: "#/components/parameters/id" }, { $ref: "#/components/parameters/q" }] },
      { path: "/it/{id}", root: { components: { parameters: { id: text("id", "path"), q: text("q", "query") } } } },
    ),
    args: { id: "1", q: "a" },
    expect: get("/it/1?q=a"),
  },
  {
    name: "several values in one segment",
    source: "OpenAPI 3.1.1, Path Templating",
    document: documentOf({ parameters: ["a", "b", "c"].map((name) => text(name, "path")) }, { path: "/{a}.{b}/x-{c}" }),
    args: { a: "1/", b: "2.", c: "3" },
    expect: get("/1%2F.2./x-3"),
  },
  {
    name: "a value that stands in the path twice",
    source: "OpenAPI 3.1.1, Path Templating",
    document: documentOf({ parameters: [text("id", "path")] }, { path: "/{id}/copies/{id}" }),
    args: { id: "a b" },
    expect: get("/a%20b/copies/a%20b"),
  },
  {
    name: "two values beside each other that make two dots are refused",
    source: "WHATWG URL, double-dot path segment",
    document: documentOf({ parameters: ["a", "b"].map((name) => text(name, "path")) }, { path: "/it/{a}{b}/x" }),
    args: { a: ".", b: "." },
    expect: "refused",
  },
  {
    name: "braces in the path that no parameter has",
    source: "issue 5, a bad operation never fails the document",
    document: documentOf({ parameters: [text("a", "path")] }, { path: "/{a}/{b}" }),
    args: { a: "1" },
    expect: get("/1/%7Bb%7D"),
  },
  {
    name: "a path with characters that no URL has",
    source: "RFC 3986 section 3.3",
    document: documentOf({ parameters: [text("a", "path")] }, { path: "/é x/{a}/Entities('{a}')/b:c" }),
    args: { a: "1" },
    expect: get("/%C3%A9%20x/1/Entities('1')/b:c"),
  },
  {
    name: "parameters come in the order of the document",
    source: "RFC 6570 section 3.2.1",
    document: documentOf({ parameters: ["b", "a", "c"].map((name) => text(name, "query")) }),
    args: { a: "1", b: "2", c: "3" },
    expect: get("/it?b=2&a=1&c=3"),
  },
  {
    name: "one name in query and body of Swagger 2.0",
    source,
    document: swaggerOf(
      {
        parameters: [
          { name: "id", in: "query", type: "string" },
          { name: "id", in: "body", schema: {} },
        ],
      },
      { method: "post" },
    ),
    options: { documentUrl: "ORIGIN/swagger.json" },
    args: { id: "q", body: { id: "b" } },
    expect: { line: "POST /v1/it?id=q", headers: { "content-type": "application/json" }, body: '{"id":"b"}' },
  },
];
