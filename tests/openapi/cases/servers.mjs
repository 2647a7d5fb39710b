// Where a request goes: operation before path before document, variables by their defaults or the operator's word.

import { documentOf, get, swaggerOf } from "./build.mjs";

const source = "OpenAPI 3.1.1, Server Object";
const REGION = { url: "ORIGIN/{region}/v2", variables: { region: { default: "eu", enum: ["eu", "us"] } } };
const text = (name, place) => ({ name, in: place, required: true, schema: { type: "string" } });
const servers = (...urls) => urls.map((url) => ({ url }));

/** Root, path item, operation; options; the line's path. */
const LISTS = [
  ["the document's", { root: servers("ORIGIN/root") }, {}, "/root/it"],
  ["the first of several", { root: servers("ORIGIN/a", "ORIGIN/b") }, {}, "/a/it"],
  ["the path item's before the document's", { root: servers("ORIGIN/root"), item: servers("ORIGIN/item") }, {}, "/item/it"],
  [
    "the operation's before both",
    { root: servers("ORIGIN/root"), item: servers("ORIGIN/item"), operation: servers("ORIGIN/op") },
    {},
    "/op/it",
  ],
  ["an empty list is none", { root: servers("ORIGIN/root"), operation: [] }, {}, "/root/it"],
  ["without a path", { root: servers("ORIGIN") }, {}, "/it"],
  ["with a slash at its end", { root: servers("ORIGIN/v1/") }, {}, "/v1/it"],
  ["with a query, which no base has", { root: servers("ORIGIN/v1?a=1#b") }, {}, "/v1/it"],
  ["with a space in its path", { root: servers("ORIGIN/a b") }, {}, "/a%20b/it"],
  ["a variable's default", { root: [REGION] }, {}, "/eu/v2/it"],
  ["a variable the operator says", { root: [REGION] }, { serverVariables: { region: "us" } }, "/us/v2/it"],
  ["a variable in the host", { root: [{ url: "http://{host}/v1", variables: { host: { default: "HOSTPORT" } } }] }, {}, "/v1/it"],
  ["one the operator says before all", { operation: servers("OTHER/op") }, { server: "ORIGIN/mine/" }, "/mine/it"],
  ["relative to the document's root", { root: servers("/api/v3") }, { documentUrl: "ORIGIN/docs/openapi.json" }, "/api/v3/it"],
  ["relative to the document", { root: servers("v3") }, { documentUrl: "ORIGIN/docs/openapi.json" }, "/docs/v3/it"],
  ["above the document", { root: servers("../v3") }, { documentUrl: "ORIGIN/docs/api/openapi.json" }, "/docs/v3/it"],
  ["without a scheme", { root: servers("//HOSTPORT/v3") }, { documentUrl: "http://localhost/openapi.json" }, "/v3/it"],
  ["none: the document's own origin", { root: undefined }, { documentUrl: "ORIGIN/docs/openapi.json" }, "/it"],
];

const lists = LISTS.map(([what, { root, item, operation }, options, target]) => ({
  name: `server: ${what}`,
  source,
  document: documentOf(operation === undefined ? {} : { servers: operation }, {
    root: { servers: root },
    item: item === undefined ? {} : { servers: item },
  }),
  options,
  expect: { line: `GET ${target}` },
}));

const refused = [
  ["none is known", { servers: undefined }],
  ["only a relative one is known", { servers: servers("/api") }],
  ["it is no HTTP", { servers: servers("file:///etc") }],
  ["it is no URL", { servers: servers("http://") }],
  ["a variable's default is none it may have", { servers: [{ ...REGION, variables: { region: { default: "evil", enum: ["eu"] } } }] }],
  ["a variable has no value", { servers: [{ url: "ORIGIN/{region}" }] }],
].map(([what, root]) => ({
  name: `server: a call is refused where ${what}`,
  source: "issue 5, a bad operation never fails the document",
  document: documentOf({}, { root }),
  expect: "refused",
}));

const fromModel = {
  name: "server: a variable is no argument",
  source: "issue 5, servers come from the document and the operator alone",
  document: documentOf({ parameters: [text("q", "query")] }, { root: { servers: [REGION] } }),
  args: { q: "a", region: "us", server: "OTHER" },
  expect: { line: "GET /eu/v2/it?q=a" },
};

const swagger = [
  ["host, basePath and schemes", { host: "HOSTPORT", basePath: "/base", schemes: ["http"] }, {}, "/base/it"],
  ["a basePath with a slash at its end", { host: "HOSTPORT", basePath: "/base/", schemes: ["http"] }, {}, "/base/it"],
  ["no basePath", { host: "HOSTPORT", basePath: undefined, schemes: ["ws", "http"] }, {}, "/it"],
  ["no host: the document's", { basePath: "/base" }, { documentUrl: "ORIGIN/swagger.json" }, "/base/it"],
  ["no schemes: the document's", { host: "HOSTPORT", basePath: "/base" }, { documentUrl: "http://localhost/swagger.json" }, "/base/it"],
  ["one the operator says", { host: "evil.test", schemes: ["https"] }, { server: "ORIGIN/mine" }, "/mine/it"],
].map(([what, root, options, target]) => ({
  name: `server of Swagger 2.0: ${what}`,
  source: "Swagger 2.0, Swagger Object",
  document: swaggerOf({}, { root }),
  options,
  expect: { line: `GET ${target}` },
}));

export const serverCases = [
  ...lists,
  ...refused,
  fromModel,
  ...swagger,
  {
    name: "server of Swagger 2.0: the operation's schemes before the document's",
    source: "Swagger 2.0, Operation Object, schemes",
    document: swaggerOf({ schemes: ["http"] }, { root: { host: "HOSTPORT", schemes: ["https"] } }),
    expect: get("/it"),
  },
];
