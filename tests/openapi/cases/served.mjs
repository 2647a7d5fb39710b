// Calls that come over MCP: the published schema judges the arguments, and the server gives the
// idempotency key, another one for each call.

import { documentOf, get } from "./build.mjs";

const JSON_TYPE = { "content-type": "application/json", "idempotency-key": "ANY" };
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const tags = { name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } };
const limit = { name: "limit", in: "query", schema: { type: "integer", maximum: 10, default: 5 } };
const filter = { name: "filter", in: "query", style: "deepObject", schema: { type: "object", properties: { a: { type: "integer" } } } };
const order = { type: "object", required: ["id"], properties: { id: { type: "integer" }, note: { type: ["string", "null"] } } };
const requestBody = { required: true, content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } } };
const root = { components: { schemas: { Order: order } } };

export const served = [
  {
    name: "served: parameters of every place and a body",
    document: documentOf(
      {
        parameters: [id, tags, { name: "X-N", in: "header", schema: { type: "integer" } }, { name: "c", in: "cookie", schema: {} }],
        requestBody,
      },
      { path: "/it/{id}", method: "patch", root },
    ),
    args: { id: "a b", tags: ["x", "y"], "X-N": 7, c: "d", body: { id: 1, note: null, more: [1] } },
    expect: {
      line: "PATCH /v1/it/a%20b?tags=x&tags=y",
      headers: { ...JSON_TYPE, "x-n": "7", cookie: "c=d" },
      body: '{"id":1,"note":null,"more":[1]}',
    },
  },
  {
    name: "served: a default of the document is for the API to fill in",
    document: documentOf({ parameters: [limit] }),
    args: {},
    expect: get("/it"),
  },
  {
    name: "served: a structure",
    document: documentOf({ parameters: [filter] }),
    args: { filter: { a: 1 } },
    expect: get("/it?filter%5Ba%5D=1"),
  },
  {
    name: "served: a text",
    document: documentOf({ requestBody: { required: true, content: { "text/plain": {} } } }, { method: "post" }),
    args: { body: "hello" },
    expect: { line: "POST /v1/it", headers: { "content-type": "text/plain", "idempotency-key": "ANY" }, body: "hello" },
  },
  {
    name: "served: a value the schema does not allow is refused",
    document: documentOf({ parameters: [limit] }),
    args: { limit: 11 },
    expect: "refused",
  },
  {
    name: "served: an argument nobody knows is refused",
    document: documentOf({ parameters: [limit] }),
    args: { limits: 1 },
    expect: "refused",
  },
  {
    name: "served: a body that lacks what it needs is refused",
    document: documentOf({ requestBody }, { method: "post", root }),
    args: { body: { note: "x" } },
    expect: "refused",
  },
  {
    name: "served: a path that would climb is refused",
    document: documentOf({ parameters: [id] }, { path: "/it/{id}/x" }),
    args: { id: ".." },
    expect: "refused",
  },
].map((one) => ({ source: "issue 5, the same tools as everywhere", served: true, ...one }));
