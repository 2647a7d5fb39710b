// Reports about schemas and references: what a tool publishes must stand on its own, and must not turn on the answers.

import Ajv from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { apiOf, documentOf, inputOf, listed, type Published, served } from "./sent.ts";

const withSchemas = (operation: object, schemas: object, version = "3.1.1") =>
  documentOf(operation, { method: "post", version, root: { components: { schemas } } });
const bodyOf = (schema: object) => ({ requestBody: { required: true, content: { "application/json": { schema } } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** References that lead nowhere from the root of their own schema. */
function unresolved(root: Published): readonly string[] {
  const references = [...JSON.stringify(root).matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference = ""]) => reference);
  return references.filter((reference) => !reference.startsWith("#/$defs/") || !Object.hasOwn(root.$defs ?? {}, reference.slice(8)));
}

const compile = (schema: object) => new Ajv.default({ strict: false }).compile(schema);

test.each(["2.0", "3.0.3", "3.1.1", "3.2.0"])(
  "BerriAI/litellm#36765, BerriAI/litellm#29207, matthewhand/mcp-openapi-proxy#20: what references lead to is shown, in %s",
  async (version) => {
    const order = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
    const parameter = { name: "limit", in: "query", required: true };
    const document =
      version === "2.0"
        ? {
            swagger: "2.0",
            host: "api.test",
            definitions: { Order: order },
            parameters: {
              limit: { ...parameter, type: "integer" },
              order: { name: "order", in: "body", schema: { $ref: "#/definitions/Order" } },
            },
            paths: { "/it": { post: { parameters: [{ $ref: "#/parameters/limit" }, { $ref: "#/parameters/order" }] } } },
          }
        : documentOf(
            { parameters: [{ $ref: "#/components/parameters/limit" }], requestBody: { $ref: "#/components/requestBodies/order" } },
            {
              method: "post",
              version,
              root: {
                components: {
                  schemas: { Order: order, Limit: { type: "integer" } },
                  parameters: { limit: { ...parameter, schema: ref("Limit") } },
                  requestBodies: { order: { content: { "application/json": { schema: ref("Order") } } } },
                },
              },
            },
          );
    const [tool] = await listed((await apiOf(document)).tools);
    const judge = compile(tool?.inputSchema ?? {});
    expect(judge({ limit: 1, body: { id: 2 } })).toBe(true);
    for (const wrong of [{ body: { id: 2 } }, { limit: "1" }, { limit: 1, body: {} }, { limit: 1, body: { id: "2" } }])
      expect(judge(wrong)).toBe(false);
  },
);

test.each([
  ["a list of itself", { Comment: { type: "object", properties: { replies: { type: "array", items: ref("Comment") } } } }],
  [
    "allOf alone",
    {
      Comment: { allOf: [ref("Base"), { properties: { parent: ref("Comment") } }] },
      Base: { allOf: [ref("Root")] },
      Root: { type: "object" },
    },
  ],
  ["the values of a map", { Comment: { type: "object", additionalProperties: ref("Comment") } }],
  [
    "branches",
    {
      Comment: { oneOf: [{ type: "string" }, { type: "object", properties: { a: ref("Other") } }] },
      Other: { anyOf: [ref("Comment"), { type: "null" }] },
    },
  ],
  [
    "a circle of three",
    { Comment: { properties: { a: ref("B") } }, B: { properties: { a: ref("C") } }, C: { properties: { a: ref("Comment") } } },
  ],
  ["itself and nothing else", { Comment: ref("Comment") }],
  ["each other and nothing else", { Comment: ref("B"), B: ref("Comment") }],
  [
    "nullable and itself",
    { Comment: { type: "object", nullable: true, properties: { a: { ...ref("Comment"), nullable: true } } } },
    "3.0.3",
  ],
])(
  "PrefectHQ/fastmcp#931, PrefectHQ/fastmcp#1016, PrefectHQ/fastmcp#1206, PrefectHQ/fastmcp#3242, tadata-org/fastapi_mcp#238, wso2/api-manager#5189, wso2/api-manager#5190: a schema that holds %s is listed, with references to itself",
  async (_what, schemas, version = "3.1.1") => {
    const responses = { 200: { content: { "application/json": { schema: ref("Comment") } } } };
    const { tools } = await apiOf(withSchemas({ ...bodyOf(ref("Comment")), responses }, schemas, version));
    const [tool] = await listed(tools);
    expect(tool?.inputSchema.$defs).toHaveProperty("Comment");
    expect(unresolved(tool?.inputSchema ?? {})).toEqual([]);
  },
);

test("tadata-org/fastapi_mcp#238: values of a schema in a circle are judged at every depth", async () => {
  const schemas = {
    Comment: {
      type: "object",
      required: ["text"],
      properties: { text: { type: "string" }, replies: { type: "array", items: ref("Comment") } },
    },
  };
  const { tools, sent } = await apiOf(withSchemas(bodyOf(ref("Comment")), schemas));
  const nested = (text: unknown) => ({ body: { text: "a", replies: [{ text: "b", replies: [{ text }] }] } });
  expect((await served(tools, "post_it", nested("c"))).isError).not.toBe(true);
  expect((await served(tools, "post_it", nested(7))).isError).toBe(true);
  expect(sent.length).toBe(1);
});

test.each([
  ["three levels", bodyOf(ref("A")), { A: { properties: { b: ref("B") } }, B: { items: ref("C") }, C: { type: "string" } }],
  ["names that need escapes", bodyOf(ref("a~1b~0 c")), { "a/b~ c": { properties: { d: ref("x.y%20z") } }, "x.y z": { type: "string" } }],
  ["into a schema", bodyOf({ $ref: "#/components/schemas/A/properties/b" }), { A: { properties: { b: { properties: { c: ref("A") } } } } }],
  [
    "definitions of their own",
    bodyOf({ $defs: { Mine: { type: "string" } }, properties: { a: ref("A") } }),
    { A: { $defs: { Inner: {} }, type: "object" } },
  ],
  ["to nowhere", bodyOf({ properties: { a: ref("Lost"), b: ref("B") } }), { B: { type: "string" } }],
  [
    "in a parameter, and a body",
    { parameters: [{ name: "q", in: "query", schema: ref("A") }], ...bodyOf(ref("A")) },
    { A: { enum: ["a"] } },
  ],
])(
  "PrefectHQ/fastmcp#2087, PrefectHQ/fastmcp#2153, open-webui/computer#87, spring-projects/spring-ai#5888: every reference is found from the tool's own root: %s",
  async (_what, operation, schemas) => {
    const responses = { 200: { content: { "application/json": { schema: operation.requestBody.content["application/json"].schema } } } };
    const { tools } = await apiOf(withSchemas({ ...operation, responses, operationId: "it" }, schemas), {
      operations: { it: { publishOutput: true } },
    });
    const [tool] = await listed(tools);
    for (const schema of [tool?.inputSchema ?? {}, (tool?.outputSchema ?? {}) as Published]) {
      expect(unresolved(schema)).toEqual([]);
      expect(() => compile(schema)).not.toThrow();
    }
  },
);

test.each([
  ["a field of another type", { id: "seven" }],
  ["a field that is missing", {}],
  ["null", { id: null }],
  ["a list", [1]],
  ["a text", "ok"],
])(
  "PrefectHQ/fastmcp#1241, PrefectHQ/fastmcp#1271, PrefectHQ/fastmcp#2472: a 200 that does not fit its schema is a result all the same: %s",
  async (_what, answer) => {
    const schema = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
    const document = documentOf({ responses: { 200: { content: { "application/json": { schema } } } } });
    const { tools } = await apiOf(document, {}, () => Response.json(answer));
    expect((await listed(tools))[0]).not.toHaveProperty("outputSchema");
    const result = await served(tools, "get_it", {});
    expect(result.isError).not.toBe(true);
    expect(result.content[0]?.text).toBe(JSON.stringify(answer));
  },
);

test.each(["3.0.0", "3.0.4", "3.1", "3.1.0", "3.1.1", "3.1.2", "3.2.0", "2.0"])(
  "PrefectHQ/fastmcp#2767, PrefectHQ/fastmcp#2768: version %s is recognised, and read as itself",
  async (version) => {
    const old = { type: "integer", minimum: 1, exclusiveMinimum: true };
    const now = { type: ["integer", "null"], exclusiveMinimum: 1 };
    const isOld = /^(2|3\.0)/.test(version);
    const schema = isOld ? old : now;
    const document =
      version === "2.0"
        ? { swagger: "2.0", host: "api.test", paths: { "/it": { get: { parameters: [{ name: "q", in: "query", ...schema }] } } } }
        : documentOf({ parameters: [{ name: "q", in: "query", schema }] }, { version });
    const { tools } = await apiOf(document);
    expect(inputOf(tools.get_it).properties?.q).toEqual(isOld ? { type: "integer", exclusiveMinimum: 1 } : now);
  },
);

test.each([
  ["bearer", { type: "http", scheme: "bearer" }],
  ["basic", { type: "http", scheme: "basic" }],
  ["a key in a header", { type: "apiKey", in: "header", name: "X-Key" }],
  ["a key in a query", { type: "apiKey", in: "query", name: "key" }],
  ["a key in a cookie", { type: "apiKey", in: "cookie", name: "key" }],
  ["OAuth", { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://api.test/token", scopes: {} } } }],
  ["OpenID", { type: "openIdConnect", openIdConnectUrl: "https://api.test/id" }],
])("google/adk-python#1192: credentials are no argument: %s", async (_what, scheme) => {
  const parameters = [
    { name: "q", in: "query", schema: {} },
    { name: "Authorization", in: "header", schema: {} },
  ];
  const { tools } = await apiOf(
    documentOf({ parameters, security: [{ it: [] }] }, { root: { components: { securitySchemes: { it: scheme } } } }),
  );
  expect(Object.keys(inputOf(tools.get_it).properties ?? {})).toEqual(["q"]);
});
