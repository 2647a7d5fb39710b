// What the operator and the call add: headers of their own, and the key by which an API knows a repeated call.

import { documentOf, get } from "./build.mjs";

const key = { name: "Idempotency-Key", in: "header", schema: { type: "string" } };

const methods = ["post", "put", "patch", "delete"].map((method) => ({
  name: `a ${method.toUpperCase()} has the call's idempotency key`,
  source: "issue 5, Idempotency-Key from the call",
  document: documentOf({}, { method }),
  expect: { line: `${method.toUpperCase()} /v1/it`, headers: { "idempotency-key": "key-1" } },
}));

const safe = ["get", "head", "options"].map((method) => ({
  name: `a ${method.toUpperCase()} has none`,
  source: "RFC 9110 section 9.2.1",
  document: documentOf({}, { method }),
  expect: { line: `${method.toUpperCase()} /v1/it`, headers: { "idempotency-key": null } },
}));

export const operatorCases = [
  ...methods,
  ...safe,
  {
    name: "an idempotency key that is an argument wins",
    source: "issue 5, Idempotency-Key from the call",
    document: documentOf({ parameters: [key] }, { method: "post" }),
    args: { "Idempotency-Key": "mine" },
    expect: { line: "POST /v1/it", headers: { "idempotency-key": "mine" } },
  },
  {
    name: "an idempotency key that is an argument and is not given",
    source: "issue 5, Idempotency-Key from the call",
    document: documentOf({ parameters: [key] }, { method: "post" }),
    expect: { line: "POST /v1/it", headers: { "idempotency-key": "key-1" } },
  },
  {
    name: "the operator's headers go along",
    source: "issue 5",
    document: documentOf({}),
    options: { headers: { "X-Tenant": "a", "User-Agent": "mine", Accept: "application/vnd.a+json" } },
    expect: get("/it", { "x-tenant": "a", accept: "application/vnd.a+json" }),
  },
  {
    name: "the operator's headers win over arguments",
    source: "issue 5",
    document: documentOf({ parameters: [{ name: "X-Tenant", in: "header", schema: {} }] }),
    options: { headers: { "x-tenant": "a" } },
    args: { "X-Tenant": "evil" },
    expect: get("/it", { "x-tenant": "a" }),
  },
  {
    name: "the operator's headers stay at their origin",
    source: "issue 5, bound to an origin",
    document: documentOf({ servers: [{ url: "OTHER/op" }] }),
    options: { headers: { "x-tenant": "a" }, authOrigins: ["ORIGIN"] },
    expect: { origin: "other", line: "GET /op/it" },
  },
];
