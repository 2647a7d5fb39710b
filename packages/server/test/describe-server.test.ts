import { schema, tool } from "@toolcrib/tools";
import { describe, expect, test } from "vitest";
import { handshake, json, serve, stateless, type Wire } from "./mcp.ts";

const refund = tool({
  description: "Refund an order",
  input: schema.Object({ orderId: schema.String() }),
  effects: "none",
  execute: () => "ok",
});
const serverInfo = { name: "shop", version: "1.2.3" };
const handler = serve({ refund }, { serverInfo, instructions: "Be kind." });

describe("initialize", () => {
  test.each(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])(
    "answers %s with the same version [wire.handshake-revisions]",
    async (protocolVersion) => {
      const { result } = await json(handler(handshake("initialize", { protocolVersion, capabilities: {} }, { headers: {} })));
      expect(result).toEqual({ protocolVersion, capabilities: { tools: {} }, serverInfo, instructions: "Be kind." });
    },
  );

  test.each(["2026-07-28", "1999-01-01"])("answers %s with the newest version that has a handshake", async (protocolVersion) => {
    expect((await json(handler(handshake("initialize", { protocolVersion })))).result.protocolVersion).toBe("2025-11-25");
  });

  test("without a version is an invalid parameter", async () => {
    expect((await json(handler(handshake("initialize")))).error.code).toBe(-32602);
  });
});

test("server/discover names the stateless revision, the tools capability and how long that holds [wire.discover]", async () => {
  expect((await json(handler(stateless("server/discover")))).result).toEqual({
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {} },
    instructions: "Be kind.",
    ttlMs: 5_000,
    cacheScope: "public",
    _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
  });
});

test("ping is answered where it exists", async () => {
  expect((await json(handler(handshake("ping")))).result).toEqual({});
});

describe("tools/list", () => {
  const listed = {
    name: "refund",
    description: "Refund an order",
    inputSchema: { type: "object", required: ["orderId"], properties: { orderId: { type: "string" } }, additionalProperties: false },
    annotations: { readOnlyHint: true, destructiveHint: false },
    _meta: { "agent-runtime/tool": { version: 1, effects: "none", approval: "never", timeoutMs: 15_000 } },
  };

  test("carries the contract as _meta and as annotations, in both eras [tool.contract-in-list]", async () => {
    expect((await json(handler(stateless("tools/list")))).result).toEqual({
      resultType: "complete",
      ttlMs: 5_000,
      cacheScope: "public",
      tools: [listed],
      _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
    });
    expect((await json(handler(handshake("tools/list")))).result).toEqual({ tools: [listed] });
  });

  test("is ordered by name, whatever the order of the record", async () => {
    const bare = tool({ description: "x", execute: () => 1 });
    const { result } = await json(serve({ b: bare, a: bare, C: bare })(stateless("tools/list")));
    expect((result.tools as unknown as readonly Wire[]).map(({ name }) => name)).toEqual(["C", "a", "b"]);
  });

  test("lists every tool whatever its exposure, which only travels [tool.exposure-travels]", async () => {
    const hidden = tool({ description: "x", exposure: "codemode", execute: () => "ran" });
    const { result } = await json(serve({ hidden })(stateless("tools/list")));
    expect(result.tools[0]._meta["agent-runtime/tool"].exposure).toBe("codemode");
  });

  test("keeps every keyword of a plain schema", async () => {
    const input = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: { a: { $anchor: "a", type: "string" } },
      properties: { p: { $ref: "#a", "x-mcp-header": "P", type: "string" } },
      if: {},
      additionalProperties: false,
    };
    const { result } = await json(serve({ it: tool({ description: "x", input, execute: () => 1 }) })(stateless("tools/list")));
    expect(result.tools[0].inputSchema).toEqual(input);
  });

  test("leaves out an output schema that is no object where structured content had to be one", async () => {
    const listing = tool({ description: "x", output: schema.Array(schema.String()), execute: () => ["a"] });
    const server = serve({ listing });
    expect((await json(server(stateless("tools/list")))).result.tools[0].outputSchema).toEqual({
      type: "array",
      items: { type: "string" },
    });
    expect((await json(server(handshake("tools/list")))).result.tools[0]).not.toHaveProperty("outputSchema");
  });

  test.each(["x", "", 5])("has one page: the cursor %j is unknown", async (cursor) => {
    expect((await json(handler(stateless("tools/list", { cursor })))).error.code).toBe(-32602);
    expect((await json(handler(handshake("tools/list", { cursor })))).error.code).toBe(-32602);
  });
});
