// Reports about bodies: the fields a model is shown, and what then stands on the wire.

import { expect, test } from "vitest";
import { apiOf, documentOf, inputOf } from "./sent.ts";

const FORM = "application/x-www-form-urlencoded";
const posting = (content: object, rest: object = {}) =>
  documentOf({ requestBody: { required: true, content }, ...rest }, { method: "post" });

test.each([FORM, "multipart/form-data", "application/vnd.a+json", "application/merge-patch+json", "application/json"])(
  "orval-labs/orval#3664, doitintl#225: the fields of %s are shown, and the body has that type",
  async (mediaType) => {
    const schema = { type: "object", required: ["grant_type"], properties: { grant_type: { enum: ["client_credentials", "password"] } } };
    const api = await apiOf(posting({ [mediaType]: { schema } }));
    expect(inputOf(Object.values(api.tools)[0]).properties?.body).toMatchObject(schema);
    const { headers, body } = await api.call({ body: { grant_type: "client_credentials" } });
    expect(headers.get("content-type")?.split(";")[0]).toBe(mediaType);
    expect(body).toContain("client_credentials");
    if (mediaType === FORM) expect(body).toBe("grant_type=client_credentials");
  },
);

test.each([
  ["one level", { k: "v" }, "metadata%5Bk%5D=v"],
  ["two levels", { a: { b: 1 } }, "metadata%5Ba%5D%5Bb%5D=1"],
  ["a list", { a: ["x", "y"] }, "metadata%5Ba%5D=x&metadata%5Ba%5D=y"],
])("punkpeye/fastmcp#351: a nested form with style deepObject has brackets: %s", async (_what, metadata, expected) => {
  const api = await apiOf(
    posting({ [FORM]: { schema: { type: "object" }, encoding: { metadata: { style: "deepObject", explode: true } } } }),
  );
  expect((await api.call({ body: { metadata } })).body).toBe(expected);
});

test.each([
  ["a list", { type: "array", items: { type: "integer" } }, [1, 2], "[1,2]"],
  ["a text", { type: "string" }, "a", '"a"'],
  ["a number", { type: "number" }, 0, "0"],
  ["a boolean", { type: "boolean" }, false, "false"],
  ["null", { type: "null" }, null, "null"],
])("tadata-org/fastapi_mcp#319: a body that is %s is one argument and is sent as it is", async (_what, schema, value, expected) => {
  const api = await apiOf(posting({ "application/json": { schema } }));
  expect(inputOf(Object.values(api.tools)[0]).properties?.body).toMatchObject(schema);
  expect((await api.call({ body: value })).body).toBe(expected);
});

test.each(["path", "query", "header", "cookie"])(
  "tadata-org/fastapi_mcp#344: a field of the body keeps its name beside a parameter of that name in %s",
  async (place) => {
    const document = documentOf(
      {
        parameters: [{ name: "item_id", in: place, required: true, schema: {} }],
        requestBody: { content: { "application/json": { schema: { type: "object", properties: { item_id: { type: "integer" } } } } } },
      },
      { method: "put", path: place === "path" ? "/orders/{item_id}" : "/orders" },
    );
    const { target, headers, body } = await (await apiOf(document)).call({ item_id: "p", body: { item_id: 2 } });
    expect(body).toBe('{"item_id":2}');
    expect(target + JSON.stringify([...headers])).toMatch(/orders\/p|item_id=p|"item_id","p"/);
  },
);

test("microsoft/semantic-kernel#4666, microsoft/semantic-kernel#9348, microsoft/semantic-kernel#6885: names that meet, at every depth, fail nothing and keep their nesting", async () => {
  const person = { type: "object", properties: { id: {}, name: {} } };
  const schema = { type: "object", properties: { id: {}, name: {}, sender: person, receiver: person } };
  const parameters = ["query", "header", "cookie"].map((place) => ({ name: "id", in: place, schema: {} }));
  const api = await apiOf(posting({ "application/json": { schema } }, { parameters }));
  const { properties = {} } = inputOf(Object.values(api.tools)[0]);
  expect(Object.keys(properties)).toEqual(["id", "id_header", "id_cookie", "body"]);
  expect(properties.body).toMatchObject(schema);
  const body = { id: 1, sender: { id: 2 }, receiver: { id: 3 } };
  const sent = await api.call({ id: "q", id_header: "h", id_cookie: "c", body });
  expect([sent.url.search, sent.headers.get("id"), sent.headers.get("cookie"), sent.body]).toEqual([
    "?id=q",
    "h",
    "id=c",
    JSON.stringify(body),
  ]);
});

test.each([
  [true, ["q", "body"]],
  [false, ["q"]],
  [undefined, ["q"]],
])("orval-labs/orval#3599, orval-labs/orval#3600: a body whose required is %s, beside a required query", async (required, expected) => {
  const parameters = [{ name: "q", in: "query", required: true, schema: { type: "string" } }];
  const api = await apiOf(documentOf({ parameters, requestBody: { required, content: { "application/json": {} } } }, { method: "post" }));
  expect(inputOf(Object.values(api.tools)[0]).required).toEqual(expected);
  const { target, body, headers } = await api.call({ q: "a" });
  expect([target, body, headers.get("content-type")]).toEqual(["/v1/it?q=a", undefined, null]);
});

test.each([
  ["a body", [{ name: "pet", in: "body", schema: { type: "object", properties: { id: {} } } }], undefined, "application/json", '{"id":1}'],
  ["a form", [{ name: "id", in: "formData", type: "integer" }], [FORM], FORM, "id=1"],
  ["a form by default", [{ name: "id", in: "formData", type: "integer" }], undefined, FORM, "id=1"],
  ["parts", [{ name: "id", in: "formData", type: "integer" }], ["multipart/form-data"], "multipart/form-data", 'name="id"\r\n\r\n1\r\n'],
])(
  "MonadWorks/agentify#7, genmcp/gen-mcp#149, mcp-use/mcp-use#1529: Swagger 2.0: %s is shown and is not wrapped",
  async (_what, parameters, consumes, type, expected) => {
    const document = {
      swagger: "2.0",
      host: "api.test",
      paths: { "/it": { post: { parameters, ...(consumes === undefined ? {} : { consumes }) } } },
    };
    const api = await apiOf(document);
    expect(inputOf(Object.values(api.tools)[0]).properties?.body?.properties).toHaveProperty("id");
    const { headers, body } = await api.call({ body: { id: 1 } });
    expect(headers.get("content-type")?.split(";")[0]).toBe(type);
    expect(body).toContain(expected);
  },
);

const item = {
  type: "object",
  required: ["sku"],
  properties: { sku: { type: "string" }, tags: { type: "array", items: { type: "string" } } },
};

test.each([
  ["items", { type: "array", items: item }, [{ sku: "a", tags: ["x"] }]],
  ["items of items", { type: "array", items: { type: "array", items: item } }, [[{ sku: "a" }]]],
  ["anyOf", { anyOf: [item, { type: "string" }] }, { sku: "a" }],
  ["oneOf", { oneOf: [item, { type: "integer" }] }, 7],
  ["allOf", { allOf: [item, { properties: { more: { type: "boolean" } } }] }, { sku: "a", more: true }],
  ["a map", { type: "object", additionalProperties: item }, { any: { sku: "a" } }],
])(
  "higress-group/openapi-to-mcpserver#9, higress-group/openapi-to-mcpserver#24: %s keep their fields, and go out as JSON",
  async (_what, schema, value) => {
    const api = await apiOf(posting({ "application/json": { schema: { type: "object", properties: { it: schema } } } }));
    expect(inputOf(Object.values(api.tools)[0]).properties?.body?.properties?.it).toEqual(schema);
    expect((await api.call({ body: { it: value } })).body).toBe(JSON.stringify({ it: value }));
  },
);
