// Reports about parameters on the wire: each kind of fault with every style, place and value it could have.

import { expect, test } from "vitest";
import { apiOf, documentOf } from "./sent.ts";

const query = async (parameter: object, value: unknown) =>
  (await (await apiOf(documentOf({ parameters: [{ name: "q", in: "query", schema: {}, ...parameter }] }))).call({ q: value })).url.search;

test.each([
  ["an object", { id: 1, type: "org" }, "?q%5Bid%5D=1&q%5Btype%5D=org"],
  ["one member", { eq: "v" }, "?q%5Beq%5D=v"],
  ["a member with marks", { "a b": "c&d" }, "?q%5Ba%20b%5D=c%26d"],
  ["a level more", { a: { b: 1 } }, "?q%5Ba%5D%5Bb%5D=1"],
])("PrefectHQ/fastmcp#1114, PrefectHQ/fastmcp#4488: a deep object has its name and brackets: %s", async (_what, value, expected) => {
  for (const explode of [true, false, undefined]) expect(await query({ style: "deepObject", explode }, value)).toBe(expected);
});

test.each([
  ["form", "?q=red,blue"],
  ["pipeDelimited", "?q=red%7Cblue"],
  ["spaceDelimited", "?q=red%20blue"],
])(
  "PrefectHQ/fastmcp#1004, PrefectHQ/fastmcp#1543, PrefectHQ/fastmcp#3594: explode false of style %s is kept, in every version",
  async (style, expected) => {
    for (const version of ["3.0.3", "3.1.0", "3.2.0"]) {
      const api = await apiOf(
        documentOf({ parameters: [{ name: "q", in: "query", style, explode: false, schema: { type: "array" } }] }, { version }),
      );
      expect((await api.call({ q: ["red", "blue"] })).url.search).toBe(expected);
    }
  },
);

test.each([
  ["texts", ["a", "b"], "?q=a&q=b"],
  ["one", ["a"], "?q=a"],
  ["numbers", [1, 2], "?q=1&q=2"],
  ["commas", ["a,b", "c"], "?q=a%2Cb&q=c"],
])(
  "samanhappy/mcphub#1080, harsha-iiiv/openapi-mcp-generator#41: a list without a style repeats its name, without brackets: %s",
  async (_what, value, expected) => {
    expect(await query({}, value)).toBe(expected);
    expect(await query({ style: "form", explode: true }, value)).toBe(expected);
  },
);

test("openapi-ts/openapi-typescript#1533: an object without a style is its members", async () => {
  expect(await query({}, { role: "admin", firstName: "Alex" })).toBe("?role=admin&firstName=Alex");
});

test("hey-api/hey-api#1804: each parameter has its own explode", async () => {
  const list = (name: string, explode: boolean) => ({ name, in: "query", explode, schema: { type: "array" } });
  const parameters = [list("a", false), list("b", true), list("c", false)];
  const api = await apiOf(documentOf({ parameters }));
  expect((await api.call({ a: [1, 2], b: [1, 2], c: [1, 2] })).url.search).toBe("?a=1,2&b=1&b=2&c=1,2");
});

test.each([
  ["query", {}],
  ["query", { explode: false }],
  ["query", { style: "deepObject" }],
  ["query", { style: "pipeDelimited", explode: false }],
  ["query", { style: "spaceDelimited", explode: false }],
  ["query", { schema: undefined, content: { "application/json": {} } }],
  ["header", {}],
  ["header", { explode: true }],
  ["cookie", {}],
  ["path", {}],
  ["path", { style: "label", explode: true }],
  ["path", { style: "matrix", explode: true }],
])(
  "ttoss/ttoss#1238, orval-labs/orval#3193, orval-labs/orval#2589, OpenAPITools/openapi-generator#10438: an object in %s is never [object Object]: %j",
  async (place, parameter) => {
    const api = await apiOf(
      documentOf({ parameters: [{ name: "it", in: place, schema: {}, ...parameter }] }, place === "path" ? { path: "/{it}" } : {}),
    );
    const { target, headers } = await api.call({ it: { a: 1, b: { c: [{ d: 2 }] } } });
    const all = decodeURIComponent(target) + JSON.stringify([...headers]);
    expect(all).not.toContain("[object");
    expect(all).toContain("1");
    expect(all).toContain("2");
  },
);

test.each([
  ["/{creatureType}/{creatureId}", "/v1/cat/7"],
  ["/{creatureType}.{creatureId}", "/v1/cat.7"],
  ["/{creatureType}/x/{creatureId}/{creatureType}", "/v1/cat/x/7/cat"],
  ["/{creatureId}/{creatureType}", "/v1/7/cat"],
])("PrefectHQ/fastmcp#267, ivo-toby/mcp-openapi-server#15: every value of %s is put in", async (path, expected) => {
  const parameters = ["creatureType", "creatureId"].map((name) => ({ name, in: "path", required: true, schema: {} }));
  const api = await apiOf(documentOf({ parameters }, { path }));
  expect((await api.call({ creatureType: "cat", creatureId: 7 })).target).toBe(expected);
});

const record = async (id: unknown) => {
  const parameters = [{ name: "id", in: "path", required: true, schema: {} }];
  const api = await apiOf(documentOf({ parameters }, { path: "/records/{id}/detail" }), { auth: { type: "bearer", token: "t-1" } });
  return { ...api, request: api.call({ id, region: "evil", server: "https://evil.test", variables: { region: "evil" } }) };
};

test.each([
  ["a b/c", "a%20b%2Fc"],
  ["a b", "a%20b"],
  ["é?#", "%C3%A9%3F%23"],
  ["%20", "%2520"],
])("microsoft/semantic-kernel#6672, wso2/api-manager#4477: a value of a path is encoded: %j", async (id, expected) => {
  expect((await (await record(id)).request).target).toBe(`/v1/records/${expected}/detail`);
});

test.each([
  "../../admin/config",
  "a?x=1",
  "a#f",
  "%2e%2e",
  "%2E%2E%2F",
  "..%2f..%2f",
  "..\\..\\",
  "//evil.test/",
  "https://evil.test/",
  "@evil.test",
  "..;/",
])(
  "samanhappy/mcphub#1083, samanhappy/mcphub#1089, google/adk-js#597, google/adk-js#638, CharTyr/STS2-Agent#50, agentgateway/agentgateway#3598, cloudflare/mcp-server-cloudflare#278: the value %j stays in its segment",
  async (id) => {
    const { url } = await (await record(id)).request;
    expect([url.origin, url.search, url.hash]).toEqual(["https://api.test", "", ""]);
    expect(url.pathname).toMatch(/^\/v1\/records\/[^/]+\/detail$/);
    expect(decodeURIComponent(url.pathname.split("/")[3] ?? "")).toBe(id);
  },
);

test.each(["..", ".", "", null, [], [".."]])(
  "samanhappy/mcphub#1083, google/adk-js#597, CharTyr/STS2-Agent#50: the value %j is refused before credentials leave",
  async (id) => {
    const { request, sent } = await record(id);
    await expect(request).rejects.toMatchObject({ code: "invalid_args" });
    expect(sent).toEqual([]);
  },
);

test.each([
  ["X-Id", 7, "7"],
  ["x-lower", "a", "a"],
  ["X-List", [1, 2], "1,2"],
  ["X-Flag", false, "false"],
])("ivo-toby/mcp-openapi-server#50, ivo-toby/mcp-openapi-server#51: a header parameter is sent: %s", async (name, value, expected) => {
  const api = await apiOf(documentOf({ parameters: [{ name, in: "header", schema: {} }] }));
  expect((await api.call({ [name]: value })).headers.get(name)).toBe(expected);
});
