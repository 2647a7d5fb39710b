// The probe that was run on six serving SDKs, run on ours: one row, one test, and ours is in the best state that any
// of them was found in. What they answered is in the name, for the reader who wonders whether that is worth a test.

import { schema, tool } from "@toolcrib/tools";
import { describe, expect, test } from "vitest";
import {
  call,
  events,
  handshake,
  handshakeCall,
  json,
  post,
  type RpcAnswer,
  serve,
  stateless,
  type Wire,
} from "../../packages/server/test/mcp.ts";

const SECRET = "secret-7f3a";
const handler = serve({
  add: tool({ description: "Adds", input: schema.Object({ a: schema.Number(), b: schema.Number() }), execute: ({ a, b }) => a + b }),
  big: tool({ description: "Returns 2 MiB", execute: () => "x".repeat(2 * 1_048_576) }),
  fails: tool({
    description: "Throws",
    execute: () => {
      throw new Error("out of stock", { cause: new Error(SECRET) });
    },
  }),
  lies: tool({
    description: "Breaks its output schema",
    output: schema.Object({ total: schema.Number() }),
    execute: () => ({ total: SECRET }) as never,
  }),
  steps: tool({
    description: "Reports twice",
    execute: (_args, { progress }) => {
      progress("one");
      progress("two");
      return "done";
    },
  }),
});

describe.each([
  ["2025-11-25", handshakeCall, handshake],
  ["2026-07-28", call, stateless],
] as const)("%s", (_revision, sendCall, send) => {
  test("no schema in the list names draft-07, which strict clients refuse (two did)", async () => {
    const text = await (await handler(send("tools/list"))).text();
    expect(text).toContain('"inputSchema"');
    expect(text).not.toContain("$schema");
  });

  test("an unknown tool is -32602 (two said isError, one -32601)", async () => {
    expect((await json(handler(sendCall("nope")))).error.code).toBe(-32602);
  });

  test("a missing and a mistyped argument are results that name the field (two said -32602, one without the field)", async () => {
    const { result } = await json(handler(sendCall("add", { a: "1" })));
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toContain("- /a: expected number");
    expect(result.content[0].text).toContain("- /b: is required");
  });

  test("an extra key is refused by name, as the schema says (all dropped it, three against their own schema)", async () => {
    const { tools } = (await json(handler(send("tools/list")))).result;
    const [add] = tools as unknown as readonly Wire[];
    expect(add.inputSchema.additionalProperties).toBe(false);
    expect((await json(handler(sendCall("add", { a: 1, b: 2, c: 3 })))).result.content[0].text).toContain("- /c: is not allowed here");
  });

  test("a thrown error is a result with its message, without stack and cause (two said -32603, one sent the stack)", async () => {
    const text = await (await handler(sendCall("fails"))).text();
    expect(JSON.parse(text).result).toMatchObject({ isError: true, content: [{ text: "out of stock\nerrorType: unknown" }] });
    expect(text).not.toContain(SECRET);
    expect(text).not.toMatch(/probe\.test/);
  });

  test("a result that breaks its schema is an error without the result (one sent it unchecked, one said -32602)", async () => {
    const text = await (await handler(sendCall("lies"))).text();
    expect(JSON.parse(text).result.isError).toBe(true);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain("structuredContent");
  });

  test.each(["application/json", "*/*"])("Accept: %s is answered with JSON (three said 406)", async (accept) => {
    const request = sendCall("add", { a: 1, b: 2 });
    request.headers.set("accept", accept);
    const response = await handler(request);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
  });

  test("a body of 5 MiB is 413 (five of six read it)", async () => {
    const request = sendCall("add", { a: 1, b: 2 });
    const large = new Request(request, { body: (await request.clone().text()).replace(/}$/, `,"pad":"${"x".repeat(5 * 1_048_576)}"}`) });
    expect((await handler(large)).status).toBe(413);
  });

  test("a result of 2 MiB is an error (all sent it)", async () => {
    const text = await (await handler(sendCall("big"))).text();
    expect(JSON.parse(text).result.isError).toBe(true);
    expect(text.length).toBeLessThan(1_000);
  });

  test("a foreign Origin is 403 (all answered it)", async () => {
    const request = sendCall("add", { a: 1, b: 2 });
    request.headers.set("origin", "https://evil.example");
    expect((await handler(request)).status).toBe(403);
  });

  test("progress is a stream in order (one threw a TypeError)", async () => {
    const messages = await events(handler(sendCall("steps", {}, { meta: { progressToken: 1 } })));
    expect(messages.map(({ params, result }) => params?.message ?? result.content[0].text)).toEqual(["one", "two", "done"]);
  });
});

test("bad JSON is 400 -32700", async () => {
  const response = await handler(post("{"));
  expect([response.status, (await json(response)).error.code]).toEqual([400, -32700]);
});

test("a batch is answered where batches exist and refused by its name elsewhere (three answered it anywhere)", async () => {
  const batch = [
    { jsonrpc: "2.0", id: 1, method: "ping" },
    { jsonrpc: "2.0", id: 2, method: "ping" },
  ];
  const answered = (await (await handler(post(batch, { "mcp-protocol-version": "2025-03-26" }))).json()) as readonly RpcAnswer[];
  expect(answered.map(({ id }) => id)).toEqual([1, 2]);
  const refused = await handler(post(batch, { "mcp-protocol-version": "2025-11-25" }));
  expect(refused.status).toBe(400);
  expect((await json(refused)).error).toMatchObject({
    code: -32600,
    message: "a batch is not part of 2025-11-25; send one message a request",
  });
});

test("text/plain is 415 (one read it)", async () => {
  expect((await handler(handshake("ping", {}, { headers: { "content-type": "text/plain" } }))).status).toBe(415);
});

test("an unknown protocol version is 400 (two answered it)", async () => {
  expect((await handler(handshake("ping", {}, { headers: { "mcp-protocol-version": "1999-01-01" } }))).status).toBe(400);
});
