import { tool } from "@toolcrib/tools";
import { describe, expect, test } from "vitest";
import { call, handshake, handshakeCall, json, post, serve, stateless } from "./mcp.ts";

const handler = serve({
  echo: tool({ description: "x", execute: () => "ok" }),
  zürich: tool({ description: "x", name: "zurich", execute: () => "ok" }),
});
const version = "io.modelcontextprotocol/protocolVersion";
const capabilities = "io.modelcontextprotocol/clientCapabilities";

async function refusal(request: Request) {
  const response = await handler(request);
  const { id, error } = await json(response);
  return { status: response.status, id, code: error?.code, data: error?.data, message: error?.message };
}

test("a request without a version is served as 2025-03-26 [wire.no-version-header]", async () => {
  expect((await json(handler(handshakeCall("echo", {}, { headers: {} })))).result.content[0].text).toBe("ok");
});

test("a version nobody speaks is refused with the list of those that are [wire.unsupported-version]", async () => {
  const old = await refusal(handshake("tools/list", {}, { headers: { "mcp-protocol-version": "1999-01-01" }, id: "a" }));
  expect(old).toMatchObject({ status: 400, id: "a", code: -32022 });
  expect(old.message).toContain("2025-11-25");
  const modern = await refusal(
    stateless("tools/list", {}, { id: 7, meta: { [version]: "2099-01-01" }, headers: { "mcp-protocol-version": "2099-01-01" } }),
  );
  expect(modern).toMatchObject({ status: 400, id: 7, code: -32022, data: { requested: "2099-01-01" } });
  // A client that tries again does so with an envelope, which only this one has.
  expect(modern.data.supported).toEqual(["2026-07-28"]);
});

describe("2026-07-28 says its version twice, and both must agree [wire.header-mismatch]", () => {
  test.each([
    ["the header says another version", { "mcp-protocol-version": "2025-11-25" }],
    ["there is no header", { "mcp-protocol-version": undefined }],
    ["Mcp-Method is missing", { "mcp-method": undefined }],
    ["Mcp-Method differs", { "mcp-method": "tools/list" }],
    ["Mcp-Method differs in case", { "mcp-method": "Tools/Call" }],
    ["Mcp-Name is missing", { "mcp-name": undefined }],
    ["Mcp-Name differs", { "mcp-name": "other" }],
    ["Mcp-Name is badly encoded", { "mcp-name": "=?base64?%%?=" }],
  ])("400 -32020 when %s", async (_name, headers) => {
    expect(await refusal(call("echo", {}, { headers, id: 3 }))).toMatchObject({ status: 400, id: 3, code: -32020 });
  });

  test("an encoded Mcp-Name is decoded before it is compared", async () => {
    expect((await json(handler(call("echo", {}, { headers: { "mcp-name": "=?base64?ZWNobw==?=" } })))).result.content[0].text).toBe("ok");
  });
});

test.each([
  [
    "no _meta at all",
    post({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }, { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" }),
  ],
  ["no capabilities", stateless("tools/list", {}, { meta: { [capabilities]: undefined } })],
  ["capabilities that are no object", stateless("tools/list", {}, { meta: { [capabilities]: [] } })],
  ["a version that is no string", stateless("tools/list", {}, { meta: { [version]: 5 } })],
])("an envelope with %s is 400 -32602 [wire.envelope-required]", async (_name, request) => {
  expect(await refusal(request)).toMatchObject({ status: 400, code: -32602, id: 1 });
});

test.each(["ping", "initialize", "logging/setLevel", "resources/subscribe", "prompts/list", "constructor"])(
  "%s is 404 in 2026-07-28 [wire.unknown-method]",
  async (method) => {
    const answer = await refusal(stateless(method, {}, { id: "q" }));
    expect(answer).toMatchObject({ status: 404, code: -32601, id: "q" });
    if (method === "initialize") expect(answer.data.supported).toContain("2026-07-28");
  },
);

test.each(["server/discover", "prompts/list", "__proto__"])("%s is unknown, with 200, before 2026-07-28", async (method) => {
  expect(await refusal(handshake(method))).toMatchObject({ status: 200, code: -32601, id: 1 });
});
