import { BATCH_MAX } from "@toolcrib/core";
import { tool } from "@toolcrib/tools";
import { describe, expect, test } from "vitest";
import { json, post, type RpcAnswer, serve, stateless } from "./mcp.ts";

let runs = 0;
const handler = serve({ echo: tool({ description: "x", execute: () => void (runs += 1) }) });
const ping = (id: unknown) => ({ jsonrpc: "2.0", id, method: "ping" });

async function answer(body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const response = await handler(post(body, headers));
  return { status: response.status, ...(await json(response)) };
}

test.each(["{", "", "undefined", '{"a":1', "\u0000"])(
  "a body that is not JSON, %j, is 400 -32700 with a null id [wire.parse-error]",
  async (body) => {
    expect(await answer(body)).toMatchObject({ status: 400, id: null, error: { code: -32700 } });
  },
);

test.each([
  ["no version", { id: 1, method: "ping" }, 1],
  ["another version", { jsonrpc: "1.0", id: "a", method: "ping" }, "a"],
  ["no method", { jsonrpc: "2.0", id: 1 }, 1],
  ["a method that is no text", { jsonrpc: "2.0", id: 1, method: 5 }, 1],
  ["a null id", ping(null), null],
  ["a broken id", ping(1.5), null],
  ["an id that is an object", ping({}), null],
  ["an id JSON can't keep exact", ping(2 ** 60), null],
  ["a response", { jsonrpc: "2.0", id: 1, result: {} }, 1],
  ["an error", { jsonrpc: "2.0", id: 1, error: { code: 1, message: "" } }, 1],
  ["a number", 5, null],
  ["null", null, null],
])("a message with %s is 400 -32600, its id echoed where it can be [wire.invalid-request]", async (_name, body, id) => {
  expect(await answer(body)).toMatchObject({ status: 400, id, error: { code: -32600 } });
});

test.each([0, "", -1, Number.MAX_SAFE_INTEGER, "ü🙂"])("the id %j comes back as it was", async (id) => {
  expect((await answer(ping(id))).id).toBe(id);
});

test("params that are no object are 400 -32602", async () => {
  expect(await answer({ ...ping(1), params: [] })).toMatchObject({ status: 400, id: 1, error: { code: -32602 } });
  const notification = await handler(post({ jsonrpc: "2.0", method: "notifications/x", params: [] }));
  expect(notification.status).toBe(400);
});

test("a notification is 202 without a body [wire.notification]", async () => {
  for (const method of ["notifications/initialized", "notifications/cancelled", "anything"]) {
    const response = await handler(post({ jsonrpc: "2.0", method }));
    expect(response.status).toBe(202);
    expect(response.headers.has("content-type")).toBe(false);
    expect(await response.text()).toBe("");
  }
});

describe("a batch", () => {
  test.each([{}, { "mcp-protocol-version": "2025-03-26" }])(
    "is answered with a list where batches exist: %j [wire.batch]",
    async (headers) => {
      const response = await handler(
        post([ping(1), { jsonrpc: "2.0", method: "notifications/x" }, ping("b"), { jsonrpc: "2.0", id: 3, method: "nope" }, 5], headers),
      );
      const answers = (await response.json()) as readonly RpcAnswer[];
      expect(response.status).toBe(200);
      expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
        [1, undefined],
        ["b", undefined],
        [3, -32601],
        [null, -32600],
      ]);
    },
  );

  test("of notifications alone is 202", async () => {
    expect((await handler(post([{ jsonrpc: "2.0", method: "notifications/x" }]))).status).toBe(202);
  });

  test("may not hold initialize", async () => {
    const [answered] = (await (
      await handler(post([{ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-03-26" } }]))
    ).json()) as readonly RpcAnswer[];
    expect(answered?.error.code).toBe(-32600);
  });

  test("is refused when empty, too long, or of a revision without batches", async () => {
    const refused = [
      await answer([]),
      await answer(Array.from({ length: BATCH_MAX + 1 }, (_, id) => ping(id))),
      await answer([ping(1)], { "mcp-protocol-version": "2025-06-18" }),
      await answer([ping(1)], { "mcp-protocol-version": "2025-11-25" }),
      await answer([ping(1)], { "mcp-protocol-version": "2026-07-28" }),
    ];
    for (const one of refused) expect(one).toMatchObject({ status: 400, error: { code: -32600 } });
  });
});

test("a posted response is refused in 2026-07-28 too", async () => {
  const request = stateless("tools/list");
  expect(await answer({ jsonrpc: "2.0", id: 1, result: {} }, Object.fromEntries(request.headers))).toMatchObject({
    status: 400,
    error: { code: -32600 },
  });
});
