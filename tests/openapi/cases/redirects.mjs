// Redirects: followed at the same origin as the fetch standard has it, followed elsewhere for a GET without anything the
// operator or the model put in, and otherwise not.

import { body, documentOf, get } from "./build.mjs";

const source = "RFC 9110 section 15.4; fetch standard, HTTP-redirect fetch";
const STATUSES = [301, 302, 303, 307, 308];
const JSON_TYPE = { "content-type": "application/json" };
const options = { headers: { "x-static": "s" } };
const auth = { type: "bearer", token: "t-1" };
const OWN = { authorization: "Bearer t-1", "x-static": "s" };
const to = (location, status = 302) => ({ status, headers: { location } });

const read = documentOf({
  parameters: [
    { name: "q", in: "query", schema: {} },
    { name: "c", in: "cookie", schema: {} },
    { name: "X-It", in: "header", schema: {} },
  ],
});
const readArguments = { q: "a", c: "1", "X-It": "x" };
const first = get("/it?q=a", { ...OWN, cookie: "c=1", "x-it": "x" });
const reading = { source, document: read, args: readArguments, options, auth };

const write = (method) => ({ source, ...body({ "application/json": { schema: {} } }, { a: 1 }, { method }), options, auth });
const sent = (method, target = "/it") => ({ line: `${method} /v1${target}`, headers: { ...OWN, ...JSON_TYPE }, body: '{"a":1}' });
/** The call is still the same one, so its key goes along. */
const becameGet = get("/to", { ...OWN, "idempotency-key": "key-1" });

const gets = STATUSES.map((status) => ({
  name: `a redirect: GET, ${status}, the same origin`,
  ...reading,
  answers: { "own /v1/it": to("ORIGIN/v1/to?r=1", status) },
  expect: { requests: [first, { ...first, line: "GET /v1/to?r=1" }] },
}));

const writes = [
  ["post", [301, 302, 303], becameGet],
  ["post", [307, 308], sent("POST", "/to")],
  ["put", [303], becameGet],
  ["put", [301, 302, 307, 308], sent("PUT", "/to")],
  ["delete", [302], sent("DELETE", "/to")],
].flatMap(([method, statuses, then]) =>
  statuses.map((status) => ({
    name: `a redirect: ${method.toUpperCase()}, ${status}, the same origin`,
    ...write(method),
    answers: { "own /v1/it": to("/v1/to", status) },
    expect: { requests: [sent(method.toUpperCase()), then] },
  })),
);

const elsewhere = [
  ...STATUSES.map((status) => ({
    name: `a redirect: GET, ${status}, another origin, without what is ours`,
    ...reading,
    answers: { "own /v1/it": to("OTHER/else?r=1", status) },
    expect: { requests: [first, { origin: "other", line: "GET /else?r=1" }] },
  })),
  {
    name: "a redirect: GET, to another origin and back, without what is ours",
    ...reading,
    answers: { "own /v1/it": to("OTHER/else"), "other /else": to("ORIGIN/v1/back") },
    expect: { requests: [first, { origin: "other", line: "GET /else" }, get("/back")] },
  },
  ...STATUSES.map((status) => ({
    name: `a redirect: POST, ${status}, another origin, is not followed`,
    ...write("post"),
    answers: { "own /v1/it": to("OTHER/else", status) },
    expect: { requests: [sent("POST")], refused: true, says: "another origin" },
  })),
];

const odd = [
  ["a path of its own", "/other", [first, { ...first, line: "GET /other" }]],
  ["relative to the request", "to?a=1", [first, { ...first, line: "GET /v1/to?a=1" }]],
  ["without a scheme", "//HOSTPORT/x", [first, { ...first, line: "GET /x" }]],
].map(([what, location, requests]) => ({
  name: `a redirect: ${what}`,
  ...reading,
  answers: { "own /v1/it": to(location) },
  expect: { requests },
}));

const refused = [
  ["a file", "file:///etc/passwd", "not HTTP"],
  ["a URL that is its own text", "data:application/json,{}", "not HTTP"],
  ["a script", "javascript:alert(1)", "not HTTP"],
  ["something that is no URL", "http://", "no URL"],
].map(([what, location, says]) => ({
  name: `a redirect to ${what} is not followed`,
  ...reading,
  answers: { "own /v1/it": to(location) },
  expect: { requests: [first], refused: true, says },
}));

export const redirects = [
  ...gets,
  ...writes,
  ...elsewhere,
  ...odd,
  ...refused,
  {
    name: "a redirect that leads to itself ends after five",
    ...reading,
    answers: { "own /v1/it": to("ORIGIN/v1/it") },
    expect: { requests: [first, ...Array(5).fill({ ...first, line: "GET /v1/it" })], refused: true, says: "more than 5 times" },
  },
  {
    name: "a redirect that says no place is an answer",
    ...reading,
    answers: { "own /v1/it": { status: 302, json: { a: 1 } } },
    expect: { requests: [first], refused: true, says: "answered 302" },
  },
  {
    name: "a token endpoint that redirects gives no token",
    source: "RFC 6749 section 4.4; the secret would go along",
    document: documentOf(
      {},
      {
        root: {
          security: [{ o: [] }],
          components: {
            securitySchemes: { o: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "ORIGIN/token", scopes: {} } } } },
          },
        },
      },
    ),
    auth: { type: "clientCredentials", clientId: "a", clientSecret: "secret" },
    answers: { "own /token": to("OTHER/token", 307) },
    expect: {
      requests: [
        {
          line: "POST /token",
          headers: {
            accept: "application/json",
            authorization: "Basic YTpzZWNyZXQ=",
            "content-type": "application/x-www-form-urlencoded",
            "idempotency-key": null,
          },
          body: "grant_type=client_credentials",
        },
      ],
      refused: true,
      says: "token",
    },
  },
];
