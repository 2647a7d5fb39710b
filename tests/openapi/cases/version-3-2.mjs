// What OpenAPI 3.2 brings: the whole query as one value, the method QUERY, and methods nobody had thought of.

import { body, documentOf, get } from "./build.mjs";

const version = "3.2.0";
const FORM = "application/x-www-form-urlencoded";
const querystring = (mediaType) => ({ name: "all", in: "querystring", content: { [mediaType]: { schema: {} } } });

const wholeQueries = [
  ["a form", FORM, { a: "x y", b: [1, 2] }, "a=x+y&b=1&b=2"],
  ["a form with marks", FORM, { "a&b": "c=d&e+f" }, "a%26b=c%3Dd%26e%2Bf"],
  ["an empty form", FORM, {}, undefined],
  ["JSON", "application/json", { a: [1] }, "%7B%22a%22%3A%5B1%5D%7D"],
  ["text", "text/plain", "a&b c", "a%26b%20c"],
  ["nothing", FORM, undefined, undefined],
].map(([what, mediaType, value, text]) => ({
  name: `the whole query: ${what}`,
  source: "OpenAPI 3.2.0, Parameter Object, in: querystring",
  document: documentOf({ parameters: [querystring(mediaType)] }, { version }),
  args: { all: value },
  expect: get(text === undefined ? "/it" : `/it?${text}`),
}));

export const version32 = [
  ...wholeQueries,
  {
    name: "the method QUERY, which has a body and changes nothing",
    source: "OpenAPI 3.2.0, Path Item Object, query",
    ...body({ "application/json": { schema: {} } }, { a: 1 }, { method: "query", version }),
    expect: { line: "QUERY /v1/it", headers: { "content-type": "application/json" }, body: '{"a":1}' },
  },
  {
    name: "a further method",
    source: "OpenAPI 3.2.0, Path Item Object, additionalOperations",
    document: {
      ...documentOf({}, { version }),
      paths: { "/it/{id}": { additionalOperations: { COPY: { parameters: [{ name: "id", in: "path", required: true, schema: {} }] } } } },
    },
    args: { id: "a b" },
    expect: { line: "COPY /v1/it/a%20b" },
  },
  {
    name: "a further method with a hyphen",
    source: "OpenAPI 3.2.0, Path Item Object, additionalOperations",
    document: { ...documentOf({}, { version }), paths: { "/it": { additionalOperations: { "M-SEARCH": {} } } } },
    expect: { line: "M-SEARCH /v1/it" },
  },
  {
    name: "a body that is a sequence of items",
    source: "OpenAPI 3.2.0, Media Type Object, itemSchema",
    ...body({ "application/json": { itemSchema: { type: "object" } } }, [{ a: 1 }], { version }),
    expect: { line: "POST /v1/it", headers: { "content-type": "application/json" }, body: '[{"a":1}]' },
  },
];
