// Reports about servers, headers and credentials: where requests go, and what goes with them.

import { loadDocument } from "@toolcrib/openapi/node";
import { expect, test } from "vitest";
import { apiOf, documentOf, inputOf } from "./sent.ts";

const at = (url: string) => ({ servers: [{ url }] });

test("punkpeye/fastmcp#377, gravitee-io/gravitee-api-management#12137: each operation goes to its own server, then its path's, then the document's", async () => {
  const document = {
    openapi: "3.0.3",
    ...at("https://api.test/2.0"),
    paths: {
      "/files/content": { post: { operationId: "upload", ...at("https://upload.test/api/2.0") }, get: { operationId: "download" } },
      "/zones": { ...at("https://zones.test"), get: { operationId: "zones" }, put: { operationId: "move", ...at("https://move.test/x/") } },
    },
  };
  const api = await apiOf(document);
  const urls: string[] = [];
  for (const name of ["upload", "download", "zones", "move"]) urls.push((await api.call({}, name)).url.href);
  expect(urls).toEqual([
    "https://upload.test/api/2.0/files/content",
    "https://api.test/2.0/files/content",
    "https://zones.test/zones",
    "https://move.test/x/zones",
  ]);
});

test.each([
  ["/api/v3", "https://petstore.test/api/v3/it"],
  ["/", "https://petstore.test/it"],
  ["v3/", "https://petstore.test/docs/v3/it"],
  ["./v3", "https://petstore.test/docs/v3/it"],
  ["//other.test/v3", "https://other.test/v3/it"],
])("BerriAI/litellm#23238: the relative server %s starts where the document came from", async (url, expected) => {
  const api = await apiOf(documentOf({}, { root: at(url) }), { documentUrl: "https://petstore.test/docs/openapi.json" });
  expect((await api.call({})).url.href).toBe(expected);
});

test("BerriAI/litellm#23238: a filter tells capital letters apart, as paths and ids do", async () => {
  const document = {
    ...documentOf({}),
    paths: { "/Pets": { get: { operationId: "listPets" } }, "/pets": { get: { operationId: "listpets" } } },
  };
  expect(Object.keys((await apiOf(document, { include: { paths: ["/Pets"] } })).tools)).toEqual(["listPets"]);
  expect(Object.keys((await apiOf(document, { include: { ids: ["listp*"] } })).tools)).toEqual(["listpets"]);
});

test.each([
  ["2.0", { swagger: "2.0", host: "api.test", basePath: "/v1", schemes: ["https"], paths: { "/it": { get: {} } } }],
  ["2.0 as a number", { swagger: 2.0, host: "api.test", basePath: "/v1", paths: { "/it": { get: {} } } }],
  ["3.1 without components", { openapi: "3.1.0", ...at("https://api.test/v1"), paths: { "/it": { get: {} } } }],
  ["3.0 without info", { openapi: "3.0.0", ...at("https://api.test/v1"), paths: { "/it": { get: {} } } }],
])("langchain-ai/langchain#2456: a document of %s is read, and its server found", async (_what, document) => {
  expect((await (await apiOf(document)).call({})).url.href).toBe("https://api.test/v1/it");
});

test.each(["get", "post", "put", "delete"])(
  "BerriAI/litellm#18169, BerriAI/litellm#26794, PrefectHQ/fastmcp#1253, PrefectHQ/fastmcp#346: configured headers are on every %s, beside credentials and parameters",
  async (method) => {
    const document = documentOf(
      { parameters: [{ name: "X-It", in: "header", schema: {} }], requestBody: { content: { "application/json": {} } } },
      { method },
    );
    const api = await apiOf(document, { headers: { "X-Tenant": "a", "x-version": "2" }, auth: { type: "bearer", token: "t-1" } });
    const { headers } = await api.call({ "X-It": "i", ...(method === "get" ? {} : { body: 1 }) });
    expect(["x-tenant", "x-version", "authorization", "x-it"].map((name) => headers.get(name))).toEqual(["a", "2", "Bearer t-1", "i"]);
  },
);

test.each(["https://evil.test", "http://api.test", "https://api.test:8443", "https://api.test.evil.test", "https://api.test@evil.test"])(
  "awslabs/mcp#3695: credentials and headers for one origin do not go to %s",
  async (origin) => {
    const document = { openapi: "3.1.1", ...at("https://api.test"), paths: { "/own": { get: {} }, "/else": { get: at(origin) } } };
    const api = await apiOf(document, { headers: { "x-tenant": "a" }, auth: { type: "bearer", token: "t-1" } });
    const own = await api.call({}, "get_own");
    const other = await api.call({}, "get_else");
    expect([own.headers.get("authorization"), own.headers.get("x-tenant")]).toEqual(["Bearer t-1", "a"]);
    expect([other.headers.get("authorization"), other.headers.get("x-tenant")]).toEqual([null, null]);
  },
);

test.each(["http://169.254.169.254/latest/meta-data", "file:///etc/passwd", "https://evil.test/schema.json", "other.json"])(
  "awslabs/mcp#3695: a reference to %s is not followed unless it is allowed",
  async ($ref) => {
    const asked: string[] = [];
    const document = documentOf({ parameters: [{ name: "q", in: "query", schema: { $ref } }] });
    const fetch: typeof globalThis.fetch = async (url) => {
      asked.push(String(url));
      return Response.json(document);
    };
    const loaded = await loadDocument("https://api.test/openapi.json", { fetch });
    expect(asked).toEqual(["https://api.test/openapi.json"]);
    expect(loaded.refused.length).toBe(1);
    const api = await apiOf(loaded.document, { documents: loaded.documents });
    expect(api.codes).toContain("reference_unresolved");
    expect(inputOf(api.tools.get_it).properties?.q).toEqual({});
  },
);

test.each([
  ["a date", "2024-01-01"],
  ["a time", "2024-01-01T10:00:00Z"],
  ["a version", "2024-01-01 10:00:00"],
])("matthewhand/mcp-openapi-proxy#56: %s in YAML is text, and the tools are JSON", async (_what, text) => {
  const yaml = `
openapi: 3.1.0
info: { title: x, version: ${text} }
servers: [{ url: https://api.test }]
paths:
  /it:
    get:
      parameters:
        - { name: since, in: query, schema: { type: string, default: ${text}, enum: [${text}, on, off, yes, no] } }
`;
  const api = await apiOf(yaml);
  expect(JSON.parse(JSON.stringify(api.tools.get_it?.input))).toMatchObject({
    properties: { since: { default: text, enum: [text, "on", "off", "yes", "no"] } },
  });
});
