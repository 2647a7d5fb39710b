// Input made to hurt, by the attack's name. Whatever comes, the answer is bounded, says nothing of the inside, and
// the server answers the next caller.

import { schema, tool } from "@toolcrib/tools";
import { describe, expect, test } from "vitest";
import { call, handshakeCall, json, post, type RpcAnswer, serve } from "../../packages/server/test/mcp.ts";

const echo = tool({
  description: "x",
  input: schema.Object({ text: schema.Unknown() }),
  effects: "none",
  execute: (args) => ({ keys: Object.keys(args) }),
});
const open = tool({ description: "x", input: { type: "object" }, execute: (args) => args });
const unique = tool({
  description: "x",
  input: schema.Object({ list: schema.Array(schema.Unknown(), { uniqueItems: true }) }),
  execute: () => "ok",
});
const handler = serve({ echo, open, unique });

/** What no answer may hold: a stack, a path of ours, an engine's own complaint. */
const INSIDE = /\bat .+:\d+:\d+|node_modules|packages\/|RangeError|TypeError|Maximum call stack|URI malformed/;

async function survive(request: Request): Promise<RpcAnswer> {
  const response = await handler(request);
  const text = await response.text();
  expect(response.status).toBeLessThan(500);
  expect(text).not.toMatch(INSIDE);
  expect((await json(handler(call("echo", { text: 1 })))).result.structuredContent).toEqual({ keys: ["text"] });
  return JSON.parse(text);
}

const raw = (argumentsJson: string) =>
  post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":${argumentsJson}}}`);
const deep = (depth: number, [open, close]: readonly [string, string]) => open.repeat(depth) + close.repeat(depth);

describe("JSON [hostile.json]", () => {
  test.each([65, 20_000, 1_000_000])("nested %i lists deep is -32602", async (depth) => {
    expect((await survive(raw(`{"text":${deep(depth, ["[", "]"])}}`))).error.code).toBe(-32602);
  });

  test("nested 20,000 objects deep is -32602", async () => {
    expect((await survive(raw(`{"text":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}`))).error.code).toBe(-32602);
  });

  test("nested below the limit is fine", async () => {
    expect((await survive(raw(`{"text":${deep(55, ["[", "]"])}}`))).result.structuredContent).toEqual({ keys: ["text"] });
  });

  test("with three hundred thousand unknown members is refused", async () => {
    const members = Array.from({ length: 300_000 }, (_, index) => `"k${index}":1`).join();
    expect((await survive(raw(`{${members}}`))).result.isError).toBe(true);
  });

  test("with three hundred thousand unknown members, or half a surrogate pair as a name, one level down", async () => {
    const strict = serve({ strict: tool({ description: "x", input: schema.Object({ a: schema.Object({}) }), execute: () => 1 }) });
    const members = Array.from({ length: 300_000 }, (_, index) => `"k${index}":1`).join();
    for (const inner of [`{${members}}`, '{"\\ud800":1}']) {
      const text = await (
        await strict(post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"strict","arguments":{"a":${inner}}}}`))
      ).text();
      expect(JSON.parse(text).result.isError).toBe(true);
      expect(text).not.toMatch(INSIDE);
    }
  });

  test("with half surrogate pairs as names and values", async () => {
    expect((await survive(raw('{"\\ud800":"\\udfff"}'))).result.isError).toBe(true);
    expect((await survive(raw('{"text":"\\udfff"}'))).result.structuredContent).toEqual({ keys: ["text"] });
  });

  test("with members named after the prototype changes no prototype and reaches the handler as plain members", async () => {
    expect((await survive(raw('{"text":1,"__proto__":{"admin":true}}'))).result.isError).toBe(true);
    const { result } = await json(
      handler(
        post(
          '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"open","arguments":{"__proto__":{"admin":true},"constructor":1}}}',
        ),
      ),
    );
    expect(result.content[0].text).toBe('{"__proto__":{"admin":true},"constructor":1}');
    expect(({} as { readonly admin?: boolean }).admin).toBeUndefined();
  });

  test("with the same member twice is read as JSON.parse reads it", async () => {
    expect((await survive(raw('{"text":1,"text":2}'))).result.structuredContent).toEqual({ keys: ["text"] });
  });

  test("with a long list whose items must be unique blocks nobody", async () => {
    const answer = await json(
      handler(
        post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"unique","arguments":{"list":[${"{},".repeat(500_000)}0]}}}`),
      ),
    );
    expect(answer.result.content[0].text).toContain("no array of more than 2000 items");
  });

  test("with numbers at the edge", async () => {
    expect((await survive(raw('{"text":[1e400,-0,9007199254740993,1e-400]}'))).result.structuredContent).toEqual({ keys: ["text"] });
  });

  test("in bytes that are no UTF-8", async () => {
    const request = new Request("http://localhost/mcp", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
    });
    expect((await survive(request)).error.code).toBe(-32600);
  });
});

describe("names [hostile.names]", () => {
  test.each(["__proto__", "constructor", "hasOwnProperty", "../../etc/passwd", "x".repeat(1_000_000), "\u0000", "\ud800"])(
    "the tool name %.30j is unknown and quoted briefly",
    async (name) => {
      const { error } = await survive(handshakeCall(name));
      expect(error.code).toBe(-32602);
      expect(error.message.length).toBeLessThan(300);
    },
  );

  test("a method and a version of a million characters are quoted briefly", async () => {
    const long = "m".repeat(1_000_000);
    expect((await survive(post({ jsonrpc: "2.0", id: 1, method: long }))).error.message.length).toBeLessThan(300);
    const versioned = post(
      { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: { "io.modelcontextprotocol/protocolVersion": long } } },
      { "mcp-protocol-version": "2026-07-28" },
    );
    expect((await survive(versioned)).error.message.length).toBeLessThan(400);
  });
});

describe("arguments that fail never come back [hostile.no-argument-values]", () => {
  const secret = "hunter2-hunter2";
  const strict = tool({
    description: "x",
    input: schema.Object({
      a: schema.Integer(),
      b: schema.Union([schema.Literal("x"), schema.Null()]),
      c: schema.String({ pattern: "^z", maxLength: 3 }),
      d: schema.Array(schema.Number()),
      e: schema.String({ format: "email" }),
    }),
    execute: () => 1,
  });

  test("in any error text", async () => {
    const text = await (
      await serve({ strict })(call("strict", { a: secret, b: secret, c: secret, d: [secret], e: secret, f: secret }))
    ).text();
    expect(text).not.toContain("hunter2");
    for (const path of ["/a", "/b", "/c", "/d/0", "/e", "/f"]) expect(text).toContain(`- ${path}: `);
  });
});

test("a state of a megabyte is refused unread", async () => {
  const request = call("echo", { text: 1 });
  const body = JSON.parse(await request.clone().text());
  const huge = new Request(request, { body: JSON.stringify({ ...body, params: { ...body.params, requestState: "x".repeat(1_000_000) } }) });
  expect((await survive(huge)).error.code).toBe(-32602);
});
