// Parameters with a media type of their own (OpenAPI 3.1.1, "Fixed Fields for use with content").

import { cookie, get, header, path, query } from "./build.mjs";

const JSON_CONTENT = { schema: undefined, content: { "application/json": { schema: {} } } };
const KIN = { schema: undefined, content: { "application/vnd.filter+json": { schema: {} } } };
const TEXT = { schema: undefined, content: { "text/plain": { schema: { type: "string" } } } };

const source = "OpenAPI 3.1.1, Parameter Object, content";

export const contentParameters = [
  {
    name: "JSON in a query",
    ...query(JSON_CONTENT, { a: 1, b: ["x&y"] }),
    expect: get("/it?q=%7B%22a%22%3A1%2C%22b%22%3A%5B%22x%26y%22%5D%7D"),
  },
  { name: "JSON text in a query keeps its quotes", ...query(JSON_CONTENT, "a"), expect: get("/it?q=%22a%22") },
  { name: "JSON null in a query is said", ...query(JSON_CONTENT, null), expect: get("/it?q=null") },
  { name: "JSON of another name in a query", ...query(KIN, [1, 2]), expect: get("/it?q=%5B1%2C2%5D") },
  { name: "plain text in a query", ...query(TEXT, "a b&c"), expect: get("/it?q=a%20b%26c") },
  { name: "JSON in a path", ...path(JSON_CONTENT, { a: "/" }), expect: get("/it/%7B%22a%22%3A%22%2F%22%7D") },
  { name: "JSON in a header, as it is", ...header(JSON_CONTENT, { a: 1 }), expect: get("/it", { "x-it": '{"a":1}' }) },
  { name: "plain text in a header, as it is", ...header(TEXT, "a; b=c"), expect: get("/it", { "x-it": "a; b=c" }) },
  {
    name: "JSON in a header with a line in it is one line",
    ...header(JSON_CONTENT, "a\r\nb"),
    expect: get("/it", { "x-it": '"a\\r\\nb"' }),
  },
  { name: "JSON in a cookie", ...cookie(JSON_CONTENT, { a: ";" }), expect: get("/it", { cookie: "it=%7B%22a%22%3A%22%3B%22%7D" }) },
  {
    name: "plain text in a cookie that would end it is encoded",
    ...cookie(TEXT, "a; b=c"),
    expect: get("/it", { cookie: "it=a%3B%20b%3Dc" }),
  },
].map((one) => ({ source, ...one }));
