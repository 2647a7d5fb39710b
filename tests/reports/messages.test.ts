// JSON-RPC itself: every id a client may choose, and several messages in one body.

import { tool } from "@toolcrib/tools";
import { describe, expect, test } from "vitest";
import { call, handshake, handshakeCall, json, post, type RpcAnswer, serve, stateless } from "../../packages/server/test/mcp.ts";

const VERSION = { "mcp-protocol-version": "2025-11-25" };
const GOOD_IDS = [0, -1, "", "0", " ", "a".repeat(64), "ключ 🙂", "__proto__", Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
const BAD_IDS = ["null", "true", "1.5", "[]", "{}", "1e400", "9007199254740993"];

/** A tool that waits until it is aborted, and tells when it started and why it ended. */
function waiting() {
  let start = () => {};
  const started = new Promise<void>((resolve) => void (start = resolve));
  const wait = tool({
    description: "x",
    execute: (_args, { signal }) => {
      start();
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
  });
  return { handler: serve({ wait }), started };
}

const cancel = (requestId: unknown, headers = VERSION) =>
  post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } }, headers);

describe("modelcontextprotocol/typescript-sdk#2654: any id is an id", () => {
  test.each(GOOD_IDS)("%j is echoed to the letter, with a result and with an error, in both eras", async (id) => {
    const handler = serve({ ok: tool({ description: "x", execute: () => "ok" }) });
    for (const request of [
      handshakeCall("ok", {}, { id }),
      call("ok", {}, { id }),
      handshakeCall("nope", {}, { id }),
      call("nope", {}, { id }),
    ])
      expect((await json(handler(request))).id).toBe(id);
    for (const request of [handshake("nope", {}, { id }), stateless("nope", {}, { id })])
      expect((await json(handler(request))).id).toBe(id);
  });

  test.each(GOOD_IDS)("a call with the id %j is cancelled by it", async (id) => {
    const { handler, started } = waiting();
    const answer = json(handler(handshakeCall("wait", {}, { id })));
    await started;
    // Ids that only look alike are others.
    for (const other of [typeof id === "number" ? `${id}` : `${id} `, null, undefined, [id], { id }])
      expect((await handler(cancel(other))).status).toBe(202);
    expect((await handler(cancel(id))).status).toBe(202);
    expect((await answer).result.content[0].text).toBe("the caller cancelled the call\nerrorType: aborted");
  });

  test.each(BAD_IDS)("%s is none: the message is refused, and nothing runs", async (id) => {
    const ran: unknown[] = [];
    const handler = serve({ ok: tool({ description: "x", execute: () => void ran.push(1) }) });
    const response = await handler(post(`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"ok"}}`, VERSION));
    expect([response.status, (await json(response)).error.code, ran]).toEqual([400, -32600, []]);
  });
});

describe("punkpeye/fastmcp#321: a batch", () => {
  const ran: unknown[] = [];
  const handler = serve({
    ok: tool({
      description: "x",
      input: { type: "object" },
      execute: (args) => {
        ran.push(args);
        return "ok";
      },
    }),
  });
  const request = (id: number, name = "ok") => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: { id } } });
  const note = { jsonrpc: "2.0", method: "notifications/initialized" };

  test.each([undefined, "2025-03-26"])("is answered as one array, message by message, where revisions have it (%j)", async (version) => {
    const mixed = [request(1), note, request(2, "nope"), 7, { jsonrpc: "2.0", id: 4, method: "nope" }, request(0)];
    const response = await handler(post(mixed, { "mcp-protocol-version": version }));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
    const answers = (await response.json()) as readonly RpcAnswer[];
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, undefined],
      [2, -32602],
      [null, -32600],
      [4, -32601],
      [0, undefined],
    ]);
  });

  test("of notifications alone has no body to answer", async () => {
    const response = await handler(post([note, note]));
    expect([response.status, await response.text()]).toEqual([202, ""]);
  });

  test.each(["2025-06-18", "2025-11-25", "2026-07-28"])("is refused as such in %s, and nothing in it runs", async (version) => {
    ran.length = 0;
    const response = await handler(post([request(1), request(2)], { "mcp-protocol-version": version }));
    const { error } = await json(response);
    expect([response.status, error.code, error.message]).toEqual([
      400,
      -32600,
      `a batch is not part of ${version}; send one message a request`,
    ]);
    expect(ran).toEqual([]);
  });

  test("that is empty or has more than 32 messages is refused whole", async () => {
    ran.length = 0;
    for (const batch of [[], Array.from({ length: 33 }, (_, id) => request(id))]) expect((await handler(post(batch))).status).toBe(400);
    expect(ran).toEqual([]);
  });
});
