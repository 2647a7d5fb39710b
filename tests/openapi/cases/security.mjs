// Credentials: where each goes, which are chosen, and where none go.

import { documentOf, get, swaggerOf } from "./build.mjs";

const SCHEMES = {
  bearer: { type: "http", scheme: "bearer" },
  basic: { type: "http", scheme: "Basic" },
  headerKey: { type: "apiKey", in: "header", name: "X-Key" },
  queryKey: { type: "apiKey", in: "query", name: "api key" },
  cookieKey: { type: "apiKey", in: "cookie", name: "session" },
  oauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "ORIGIN/token", scopes: {} } } },
  strangerOauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "OTHER/token", scopes: {} } } },
  openId: { type: "openIdConnect", openIdConnectUrl: "ORIGIN/.well-known/openid-configuration" },
};
const KEY = { type: "apiKey", value: "k/1 2" };
const BEARER = { type: "bearer", token: "t-1" };
/** `jörg:pä:ß€` in UTF-8 (RFC 7617 section 2.1). */
const BASIC = { type: "basic", username: "jörg", password: "pä:ß€" };
const BASIC_TEXT = "Basic asO2cmc6cMOkOsOf4oKs";

const document = (security, { operation = {}, parameters = [{ name: "q", in: "query", schema: {} }], ...rest } = {}) =>
  documentOf(
    { parameters, ...operation },
    { ...rest, root: { components: { securitySchemes: SCHEMES }, ...(security === undefined ? {} : { security }), ...rest.root } },
  );

/** What, security, credentials, the line's end, headers. */
const PLACES = [
  ["a bearer token", [{ bearer: [] }], BEARER, "", { authorization: "Bearer t-1" }],
  ["a name and a password, in UTF-8", [{ basic: [] }], BASIC, "", { authorization: BASIC_TEXT }],
  ["a key in a header", [{ headerKey: [] }], KEY, "", { "x-key": "k/1 2" }],
  ["a key in a query", [{ queryKey: [] }], KEY, "?api%20key=k%2F1%202", {}],
  ["a key in a cookie", [{ cookieKey: [] }], KEY, "", { cookie: "session=k%2F1%202" }],
  ["a token for OAuth", [{ oauth: ["read"] }], BEARER, "", { authorization: "Bearer t-1" }],
  ["a token for OpenID", [{ openId: [] }], BEARER, "", { authorization: "Bearer t-1" }],
  ["none where none is asked for", [], BEARER, "", {}],
  ["a token where a document says nothing", undefined, BEARER, "", { authorization: "Bearer t-1" }],
  ["no key where a document says nothing", undefined, KEY, "", {}],
  ["none that does not fit", [{ bearer: [] }], BASIC, "", {}],
  ["none of a scheme that is not there", [{ lost: [] }], BEARER, "", {}],
  ["the second way in, where the first can't be gone", [{ basic: [] }, { bearer: [] }], BEARER, "", { authorization: "Bearer t-1" }],
  ["what is optional, where the operator has it", [{}, { bearer: [] }], BEARER, "", { authorization: "Bearer t-1" }],
  ["what is optional, where the operator has nothing that fits", [{}, { bearer: [] }], BASIC, "", {}],
];

const places = PLACES.map(([what, security, auth, end, headers]) => ({
  name: `credentials: ${what}`,
  source: "OpenAPI 3.1.1, Security Requirement Object",
  document: document(security),
  auth,
  expect: get(`/it${end}`, headers),
}));

const beside = [
  ["a key beside a query", [{ queryKey: [] }], "?q=a&api%20key=k%2F1%202", {}],
  ["a key beside a cookie", [{ cookieKey: [] }], "?q=a", { cookie: "c=1; session=k%2F1%202" }],
].map(([what, security, end, headers]) => ({
  name: `credentials: ${what}`,
  source: "OpenAPI 3.1.1, Security Scheme Object",
  document: document(security, {
    parameters: [
      { name: "q", in: "query", schema: {} },
      ...(headers.cookie === undefined ? [] : [{ name: "c", in: "cookie", schema: {} }]),
    ],
  }),
  auth: KEY,
  args: { q: "a", c: "1" },
  expect: get(`/it${end}`, headers),
}));

const sets = [
  {
    name: "credentials: two together",
    document: document([{ bearer: [], headerKey: [] }]),
    auth: { byScheme: { bearer: BEARER, headerKey: KEY } },
    expect: get("/it", { authorization: "Bearer t-1", "x-key": "k/1 2" }),
  },
  {
    name: "credentials: none where one of two is missing",
    document: document([{ bearer: [], headerKey: [] }]),
    auth: { byScheme: { bearer: BEARER } },
    expect: get("/it"),
  },
  {
    name: "credentials: the first of two ways that can be gone",
    document: document([{ bearer: [], headerKey: [] }, { cookieKey: [] }]),
    auth: { byScheme: { bearer: BEARER, cookieKey: KEY } },
    expect: get("/it", { cookie: "session=k%2F1%202" }),
  },
  {
    name: "credentials: the operation's word before the document's",
    document: document([{ bearer: [] }], { operation: { security: [{ headerKey: [] }] } }),
    auth: { byScheme: { bearer: BEARER, headerKey: KEY } },
    expect: get("/it", { "x-key": "k/1 2" }),
  },
  {
    name: "credentials: none where the operation says so",
    document: document([{ bearer: [] }], { operation: { security: [] } }),
    auth: BEARER,
    expect: get("/it"),
  },
  {
    name: "credentials: a model can't say its own",
    document: document([{ headerKey: [] }], { parameters: [{ name: "X-Key", in: "header", schema: {} }] }),
    auth: KEY,
    args: { "X-Key": "evil", authorization: "Bearer evil" },
    expect: get("/it", { "x-key": "k/1 2" }),
  },
  {
    name: "credentials: not to another origin",
    document: document([{ bearer: [] }], { operation: { servers: [{ url: "OTHER/op" }] } }),
    options: { authOrigins: ["ORIGIN"], headers: { "x-static": "s" } },
    auth: BEARER,
    expect: { origin: "other", line: "GET /op/it" },
  },
  {
    name: "credentials: to another origin that the operator names",
    document: document([{ bearer: [] }], { operation: { servers: [{ url: "OTHER/op" }] } }),
    options: { authOrigins: ["ORIGIN", "OTHER"], headers: { "x-static": "s" } },
    auth: BEARER,
    expect: { origin: "other", line: "GET /op/it", headers: { authorization: "Bearer t-1", "x-static": "s" } },
  },
  {
    name: "credentials: of Swagger 2.0",
    document: swaggerOf({}, { root: { security: [{ b: [] }], securityDefinitions: { b: { type: "basic" } } } }),
    options: { documentUrl: "ORIGIN/swagger.json" },
    auth: BASIC,
    expect: get("/it", { authorization: BASIC_TEXT }),
  },
  {
    name: "credentials: a key of Swagger 2.0",
    document: swaggerOf({}, { root: { security: [{ k: [] }], securityDefinitions: { k: { type: "apiKey", in: "query", name: "key" } } } }),
    options: { documentUrl: "ORIGIN/swagger.json" },
    auth: KEY,
    expect: get("/it?key=k%2F1%202"),
  },
].map((one) => ({ source: "OpenAPI 3.1.1, Security Requirement Object; issue 5", ...one }));

const CLIENT = { type: "clientCredentials", clientId: "id:1", clientSecret: "s e" };
/** `id%3A1:s%20e` (RFC 6749 section 2.3.1). */
const CLIENT_TEXT = "Basic aWQlM0ExOnMlMjBl";
const token = { access_token: "fetched-1", token_type: "Bearer", expires_in: 3600 };
const asks = (scope, origin = "own") => ({
  origin,
  line: "POST /token",
  headers: {
    accept: "application/json",
    authorization: CLIENT_TEXT,
    "content-type": "application/x-www-form-urlencoded",
    "idempotency-key": null,
  },
  body: `grant_type=client_credentials${scope}`,
});
const uses = get("/it", { authorization: "Bearer fetched-1" });

const clients = [
  {
    name: "client credentials: one token for two calls",
    document: document([{ oauth: ["read", "write:a"] }]),
    auth: CLIENT,
    calls: [{}, {}],
    expect: { requests: [asks("&scope=read+write%3Aa"), uses, uses] },
  },
  {
    name: "client credentials: scopes the operator says",
    document: document([{ oauth: ["read"] }]),
    auth: { ...CLIENT, scopes: ["all"] },
    expect: { requests: [asks("&scope=all"), uses] },
  },
  {
    name: "client credentials: no scopes",
    document: document([{ oauth: [] }]),
    auth: CLIENT,
    expect: { requests: [asks(""), uses] },
  },
  {
    name: "client credentials: a token that has no life left is asked for again",
    document: document([{ oauth: [] }]),
    auth: CLIENT,
    answers: { "own /token": { json: { ...token, expires_in: 1 } } },
    calls: [{}, {}],
    expect: { requests: [asks(""), uses, asks(""), uses] },
  },
  {
    name: "client credentials: the secret does not go where only the document says",
    document: document([{ strangerOauth: [] }]),
    auth: CLIENT,
    expect: "refused",
  },
  {
    name: "client credentials: it goes where the operator says",
    document: document([{ strangerOauth: [] }]),
    auth: { ...CLIENT, tokenUrl: "OTHER/token" },
    expect: { requests: [asks("", "other"), uses] },
  },
  {
    name: "client credentials: no call without a token",
    document: document([{ oauth: [] }]),
    auth: CLIENT,
    answers: { "own /token": { status: 401, json: { error: "invalid_client" } } },
    expect: { requests: [asks("")], refused: true, says: "gave no token" },
  },
].map((one) => ({ source: "RFC 6749 section 4.4", answers: { "own /token": { json: token }, "other /token": { json: token } }, ...one }));

export const securityCases = [...places, ...beside, ...sets, ...clients];
