// The behaviour probe that was run over six serving products, row by row, on ours: each row in the best state that any
// product has, or that the specification asks for, on both kinds of wire where the row has both.

import { serveTools } from "@toolcrib/server";
import { schema, type Tool, tool } from "@toolcrib/tools";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { handshake, type Input, posted, stateless, toRequest } from "./differential-inputs.ts";

const MIB = 1_048_576;
const WIRES = [
  { wire: "handshake", build: handshake },
  { wire: "stateless", build: stateless },
];

const echo = tool({ description: "Says it again", input: schema.Object({ text: schema.String() }), execute: ({ text }) => text });

async function send(tools: Readonly<Record<string, Tool>>, input: Input) {
  const response = await serveTools(tools, { auth: "none", log: () => {} })(toRequest(input));
  const text = await response.text();
  const { status, headers } = response;
  const type = headers.get("content-type");
  return { status, type, text, json: type === "application/json" ? JSON.parse(text) : undefined };
}

describe.each(WIRES)("$wire", ({ build }) => {
  test("schemas name no dialect, so that no client refuses them for an old one", async () => {
    const typebox = tool({
      description: "TypeBox",
      input: schema.Object({}),
      output: schema.Object({ n: schema.Number() }),
      execute: () => ({ n: 1 }),
    });
    const zod = tool({
      description: "Zod",
      input: z.object({ a: z.string() }),
      output: z.object({ n: z.number() }),
      execute: () => ({ n: 1 }),
    });
    const { json } = await send({ typebox, zod }, build("list", "tools/list", {}));

    expect(json.result.tools).toHaveLength(2);
    for (const { inputSchema, outputSchema } of json.result.tools) {
      expect(inputSchema).toMatchObject({ type: "object" });
      expect(outputSchema).toMatchObject({ type: "object", properties: { n: { type: "number" } } });
    }
    expect(JSON.stringify(json)).not.toContain("$schema");
  });

  test("an unknown tool is -32602", async () => {
    expect(await send({ echo }, build("call", "tools/call", { name: "nothing", arguments: {} }))).toMatchObject({
      status: 200,
      json: { id: 1, error: { code: -32602, message: expect.stringContaining("nothing") } },
    });
  });

  test.each([
    { fault: "missing", args: {}, words: "/text: is required" },
    { fault: "of a wrong type", args: { text: 7 }, words: "/text: expected string" },
    { fault: "too many", args: { text: "hello", loud: true }, words: "/loud: is not allowed here" },
  ])("an argument $fault is an error the model reads, and it is named", async ({ args, words }) => {
    const { status, json } = await send({ echo }, build("call", "tools/call", { name: "echo", arguments: args }));
    expect(status).toBe(200);
    expect(json.result.isError).toBe(true);
    expect(json.result.content[0].text).toContain(words);
  });

  test("an object is published closed, as it is judged", async () => {
    const { json } = await send({ echo }, build("list", "tools/list", {}));
    expect(json.result.tools[0].inputSchema.additionalProperties).toBe(false);
  });

  test("a thrown error is its message, without its stack", async () => {
    const fails = tool({
      description: "Throws",
      execute: () => {
        throw new Error("out of stock", { cause: new Error("the cause of it") });
      },
    });
    const { status, json, text } = await send({ fails }, build("call", "tools/call", { name: "fails" }));

    expect(status).toBe(200);
    expect(json.result).toMatchObject({ isError: true, content: [{ type: "text", text: expect.stringContaining("out of stock") }] });
    expect(text).not.toMatch(/probe\.test|\bat .*:\d+:\d+|the cause of it/);
  });

  test("a result that breaks its output schema is an error, and is not passed on", async () => {
    const lies = tool({
      description: "Lies",
      output: { type: "object", properties: { total: { type: "number" } } },
      execute: () => ({ total: "many" }),
    });
    const { json, text } = await send({ lies }, build("call", "tools/call", { name: "lies" }));

    expect(json.result.isError).toBe(true);
    expect(json.result).not.toHaveProperty("structuredContent");
    expect(text).not.toContain("many");
  });

  test("a result of 2 MiB is an error that says the limit", async () => {
    const big = tool({ description: "Returns 2 MiB", execute: () => "x".repeat(2 * MIB) });
    const { status, json } = await send({ big }, build("call", "tools/call", { name: "big" }));
    expect(status).toBe(200);
    expect(json.result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(`${MIB}`) }] });
  });

  test.each(["application/json", "*/*"])("Accept %s is answered with JSON", async (accept) => {
    const call = build("call", "tools/call", { name: "echo", arguments: { text: "hello" } }, { headers: { accept } });
    expect(await send({ echo }, call)).toMatchObject({
      status: 200,
      type: "application/json",
      json: { result: { content: [{ text: "hello" }] } },
    });
  });

  test("text/plain is 415", async () => {
    const call = build("call", "tools/call", { name: "echo", arguments: { text: "hello" } }, { headers: { "content-type": "text/plain" } });
    expect(await send({ echo }, call)).toMatchObject({ status: 415 });
  });

  test("an unknown version is 400 and told which are served", async () => {
    const meta = { "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    const changes = { headers: { "mcp-protocol-version": "2099-01-01" }, ...(build === stateless ? { meta } : {}) };
    const { status, json } = await send({ echo }, build("list", "tools/list", {}, changes));
    expect({ status, code: json.error.code, id: json.id }).toEqual({ status: 400, code: -32022, id: 1 });
    expect(json.error.message).toContain("2026-07-28");
  });

  test("a page of another origin is 403", async () => {
    const call = build(
      "call",
      "tools/call",
      { name: "echo", arguments: { text: "hello" } },
      { headers: { origin: "https://evil.example" } },
    );
    const { status, text } = await send({ echo }, call);
    expect(status).toBe(403);
    expect(text).not.toContain("hello");
  });

  test("progress with a token is a stream in order, and the result ends it", async () => {
    const steps = tool({
      description: "Reports",
      execute: async (_args, context) => {
        for (const step of ["one", "two", "three"]) context.progress(step);
        return "done";
      },
    });
    const { status, type, text } = await send({ steps }, build("call", "tools/call", { name: "steps" }, { meta: { progressToken: "p" } }));
    const messages = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));

    expect({ status, type }).toEqual({ status: 200, type: "text/event-stream" });
    expect(messages.map(({ params }) => params)).toEqual([
      { progressToken: "p", progress: 1, message: "one" },
      { progressToken: "p", progress: 2, message: "two" },
      { progressToken: "p", progress: 3, message: "three" },
      undefined,
    ]);
    expect(messages.at(-1)).toMatchObject({ id: 1, result: { content: [{ text: "done" }] } });
  });
});

test("bad JSON is 400 and -32700", async () => {
  expect(await send({ echo }, posted("bad", '{"jsonrpc":'))).toMatchObject({ status: 400, json: { id: null, error: { code: -32700 } } });
});

test("a body of 5 MiB is 413", async () => {
  expect(await send({ echo }, posted("big", JSON.stringify({ text: "x".repeat(5 * MIB) })))).toMatchObject({ status: 413 });
});

describe("a batch", () => {
  const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
  const batch = (revision: string) => posted("batch", [ping(1), ping(2)], { "mcp-protocol-version": revision });

  test("is answered by an array where the revision has batches", async () => {
    expect(await send({ echo }, batch("2025-03-26"))).toMatchObject({
      status: 200,
      json: [
        { id: 1, result: {} },
        { id: 2, result: {} },
      ],
    });
  });

  test.each(["2025-06-18", "2025-11-25", "2026-07-28"])("is 400 at %s, which the text says", async (revision) => {
    const { status, json } = await send({ echo }, batch(revision));
    expect({ status, code: json.error.code }).toEqual({ status: 400, code: -32600 });
    expect(json.error.message).toContain("batch");
  });
});
