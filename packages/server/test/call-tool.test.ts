import { RESULT_MAX_BYTES } from "@toolcrib/core";
import { schema, tool } from "@toolcrib/tools";
import { describe, expect, test } from "vitest";
import { call, events, handshake, handshakeCall, json, serve, stateless } from "./mcp.ts";

const tools = {
  echo: tool({ description: "x", input: schema.Object({ text: schema.String() }), execute: ({ text }) => text }),
  order: tool({ description: "x", execute: () => ({ id: 1 }) }),
  list: tool({ description: "x", execute: () => [1, 2] }),
  count: tool({ description: "x", output: schema.Number(), execute: () => 5 }),
  fail: tool({
    description: "x",
    execute: () => {
      throw new Error("No such order");
    },
  }),
  big: tool({ description: "x", execute: () => "x".repeat(RESULT_MAX_BYTES) }),
  constructor: tool({ description: "x", name: "constructor", execute: () => "mine" }),
  steps: tool({
    description: "x",
    execute: (_args, { progress }) => {
      progress("one", { progress: 1, total: 2 });
      progress("two", { progress: 2, total: 2 });
      return "done";
    },
  }),
};
const handler = serve(tools);
const both = [
  ["2026-07-28", call],
  ["2025-11-25", handshakeCall],
] as const;

describe.each(both)("in %s", (revision, send) => {
  const isStateless = revision === "2026-07-28";

  test("a result is plain JSON with the call's id, in the form of its revision [wire.json-when-quick] [wire.call-id-in-result]", async () => {
    const response = await handler(send("echo", { text: "hi" }, { id: "a" }));
    const { id, result } = await json(response);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(id).toBe("a");
    expect(result.content).toEqual([{ type: "text", text: "hi" }]);
    expect(result._meta["agent-runtime/callId"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(result.resultType).toBe(isStateless ? "complete" : undefined);
    expect(result._meta["io.modelcontextprotocol/serverInfo"]).toEqual(isStateless ? { name: "toolcrib", version: "0" } : undefined);
  });

  test("an unknown tool is -32602 with 200 [wire.unknown-tool]", async () => {
    for (const name of ["nope", "__proto__", "toString"]) {
      const response = await handler(send(name));
      expect(response.status).toBe(200);
      expect((await json(response)).error).toMatchObject({ code: -32602, message: `Unknown tool: ${name}` });
    }
    expect((await json(handler(send("constructor")))).result.content[0].text).toBe("mine");
  });

  test("arguments that do not fit are a result the model reads, not a protocol error", async () => {
    const { result } = await json(handler(send("echo", { txt: 5 })));
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toContain("/text: is required");
    expect(result).not.toHaveProperty("structuredContent");
  });

  test("a handler's failure carries its message and class, and no stack", async () => {
    const text = await (await handler(send("fail"))).text();
    expect(JSON.parse(text).result).toMatchObject({
      isError: true,
      content: [{ type: "text", text: "No such order\nerrorType: unknown" }],
    });
    expect(text).not.toMatch(/\.ts|at .*\(/);
  });

  test("a result beyond 1 MiB is an error, whole", async () => {
    expect((await json(handler(send("big")))).result).toMatchObject({ isError: true });
  });

  test("structured content is any JSON value only where the revision can carry it [wire.structured-content]", async () => {
    expect((await json(handler(send("order")))).result.structuredContent).toEqual({ id: 1 });
    expect((await json(handler(send("list")))).result).toMatchObject({
      content: [{ text: "[1,2]" }],
      ...(isStateless ? { structuredContent: [1, 2] } : {}),
    });
    expect((await json(handler(send("count")))).result.structuredContent).toBe(isStateless ? 5 : undefined);
  });

  test.each([0, "", "t", 17])(
    "progress with the token %j turns the answer into a stream, in order, the result last [wire.progress]",
    async (progressToken) => {
      const response = await handler(send("steps", {}, { meta: { progressToken }, id: 9 }));
      expect(Object.fromEntries(response.headers)).toEqual({
        "content-type": "text/event-stream",
        "cache-control": "no-cache, no-transform",
        "x-accel-buffering": "no",
      });
      const [first, second, last, ...rest] = await events(response);
      expect(first).toEqual({
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken, progress: 1, total: 2, message: "one" },
      });
      expect(second?.params.message).toBe("two");
      expect(last).toMatchObject({ id: 9, result: { content: [{ text: "done" }] } });
      expect(rest).toEqual([]);
    },
  );

  test("progress without a token, or for a client that takes no stream, is not sent and the answer is JSON [wire.progress-without-token]", async () => {
    expect((await json(handler(send("steps")))).result.content[0].text).toBe("done");
    const plain = send("steps", {}, { meta: { progressToken: 1 } });
    plain.headers.set("accept", "application/json");
    expect((await json(handler(plain))).result.content[0].text).toBe("done");
  });

  test.each(["application/json", "*/*", "", "text/event-stream;q=0, application/json"])(
    "Accept: %j is answered with JSON, never 406 [wire.accept]",
    async (accept) => {
      const request = send("echo", { text: "hi" });
      request.headers.set("accept", accept);
      const response = await handler(request);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/json");
    },
  );

  test("a client that takes only a stream gets one", async () => {
    const request = send("echo", { text: "hi" });
    request.headers.set("accept", "text/event-stream");
    expect((await events(handler(request)))[0]?.result.content[0].text).toBe("hi");
  });

  test("the same id in two requests at once is two calls", async () => {
    const [a, b] = await Promise.all([
      json(handler(send("echo", { text: "a" }, { id: 1 }))),
      json(handler(send("echo", { text: "b" }, { id: 1 }))),
    ]);
    expect([a.result.content[0].text, b.result.content[0].text]).toEqual(["a", "b"]);
  });

  test("a session id or event id of an older time is ignored and never echoed [wire.no-sessions]", async () => {
    const request = send("echo", { text: "hi" });
    request.headers.set("mcp-session-id", "s");
    request.headers.set("last-event-id", "5");
    const response = await handler(request);
    expect(response.status).toBe(200);
    expect(response.headers.has("mcp-session-id")).toBe(false);
  });
});

test.each([
  ["no name", { arguments: {} }],
  ["a name that is no string", { name: 5 }],
  ["arguments that are a list", { name: "echo", arguments: [] }],
  ["arguments that are null", { name: "echo", arguments: null }],
  ["arguments that are text", { name: "echo", arguments: "{}" }],
])("tools/call with %s is -32602", async (_name, params) => {
  expect((await json(handler(handshake("tools/call", params)))).error.code).toBe(-32602);
  const named = params as { readonly name?: string };
  expect((await json(handler(stateless("tools/call", named, { headers: { "mcp-name": String(named.name) } })))).error.code).toBe(-32602);
});

describe("x-mcp-header", () => {
  const input = {
    type: "object",
    properties: { region: { type: "string", "x-mcp-header": "Region" }, count: { type: "integer", "x-mcp-header": "Count" } },
  };
  const routed = serve({ route: tool({ description: "x", input, execute: () => "ok" }) });

  test("an argument and its header must say the same, in 2026-07-28 only [wire.x-mcp-header-compared]", async () => {
    const send = (args: object, headers: Readonly<Record<string, string>>) => routed(call("route", args, { headers }));
    expect((await send({ region: "eu", count: 3 }, { "mcp-param-region": "eu", "mcp-param-count": "3" })).status).toBe(200);
    expect((await send({ region: "zürich" }, { "mcp-param-region": "=?base64?esO8cmljaA==?=" })).status).toBe(200);
    for (const response of [
      await send({ region: "eu" }, {}),
      await send({ region: "eu" }, { "mcp-param-region": "us" }),
      await send({}, { "mcp-param-region": "eu" }),
    ]) {
      expect(response.status).toBe(400);
      expect((await json(response)).error.code).toBe(-32020);
    }
    expect((await routed(handshakeCall("route", { region: "eu" }))).status).toBe(200);
  });
});
