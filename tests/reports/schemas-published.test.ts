// What a client reads in tools/list: schemas that arrive whole, in the one dialect every client takes.

import { schema, tool } from "@toolcrib/tools";
import type { ToolSchema } from "@toolcrib/tools/run";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { call, handshake, handshakeCall, json, serve, stateless, type Wire } from "../../packages/server/test/mcp.ts";

const ERAS = [
  ["2025-11-25", handshake, handshakeCall],
  ["2026-07-28", stateless, call],
] as const;

/** One object with one text and one number, as each library writes it. */
const LIBRARIES: readonly (readonly [string, ToolSchema])[] = [
  ["TypeBox", schema.Object({ id: schema.String(), count: schema.Number() })],
  ["Zod", z.object({ id: z.string(), count: z.number() })],
  ["ArkType", type({ id: "string", count: "number" })],
  ["Valibot", toStandardJsonSchema(v.object({ id: v.string(), count: v.number() }))],
];
const ALL = Object.fromEntries(
  LIBRARIES.map(([name, written]) => [name, tool({ description: "x", input: written, output: written, execute: (args) => args as never })]),
);

async function listed(tools: Parameters<typeof serve>[0], send: typeof handshake | typeof stateless = stateless): Promise<readonly Wire[]> {
  return (await json(serve(tools)(send("tools/list")))).result.tools as unknown as readonly Wire[];
}

describe.each(ERAS)("in %s", (_revision, send) => {
  test("modelcontextprotocol/typescript-sdk#2721, modelcontextprotocol/typescript-sdk#2084: no schema of any library names a dialect, on either side", async () => {
    const tools = await listed(ALL, send);
    expect(tools).toHaveLength(LIBRARIES.length);
    for (const { name, inputSchema, outputSchema } of tools) {
      expect([inputSchema, outputSchema], String(name)).toMatchObject([{ type: "object" }, { type: "object" }]);
    }
    expect(JSON.stringify(tools)).not.toMatch(/\$schema|draft-0/);
  });

  test("modelcontextprotocol/typescript-sdk#1585: a plain JSON Schema arrives keyword for keyword", async () => {
    const input = {
      type: "object",
      title: "A search",
      properties: { text: { type: "string", minLength: 2, examples: ["shoes"] }, "x-odd": { $ref: "#/$defs/odd" } },
      required: ["text"],
      $defs: { odd: { type: ["integer", "null"], "x-note": "kept" } },
      additionalProperties: { type: "string" },
    };
    const [search] = await listed({ search: tool({ description: "x", input, execute: () => 1 }) }, send);
    expect(search?.inputSchema).toEqual(input);
  });
});

describe("modelcontextprotocol/typescript-sdk#1643, mastra-ai/mastra#18255: a union at the root keeps its branches, and a client that wants an object finds one", () => {
  const a = { kind: "a", text: "x" };
  test.each<readonly [string, ToolSchema]>([
    [
      "TypeBox",
      schema.Union([
        schema.Object({ kind: schema.Literal("a"), text: schema.String() }),
        schema.Object({ kind: schema.Literal("b"), n: schema.Number() }),
      ]),
    ],
    [
      "Zod",
      z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("a"), text: z.string() }),
        z.object({ kind: z.literal("b"), n: z.number() }),
      ]),
    ],
    ["ArkType", type({ kind: "'a'", text: "string" }).or({ kind: "'b'", n: "number" })],
    [
      "Valibot",
      toStandardJsonSchema(
        v.variant("kind", [v.object({ kind: v.literal("a"), text: v.string() }), v.object({ kind: v.literal("b"), n: v.number() })]),
      ),
    ],
  ])("%s", async (_library, input) => {
    const handler = serve({ it: tool({ description: "x", input, execute: () => "ran" }) });
    const [it] = (await json(handler(stateless("tools/list")))).result.tools as unknown as readonly Wire[];
    expect(it?.inputSchema.type).toBe("object");
    expect(JSON.stringify(it?.inputSchema.anyOf ?? it?.inputSchema.oneOf)).toContain('"text"');
    expect((await json(handler(call("it", a)))).result.isError).toBeUndefined();
    expect((await json(handler(call("it", { kind: "b", n: "1" })))).result.isError).toBe(true);
    expect((await json(handler(call("it", { kind: "c" })))).result.isError).toBe(true);
  });

  test("a root that can be something else than an object is refused at start, by the tool's name and with the way out", () => {
    const serveIt = (input: ToolSchema) => () => serve({ it: tool({ description: "x", input, execute: () => 1 }) });
    for (const input of [schema.String(), schema.Union([schema.Object({}), schema.String()]), z.union([z.object({}), z.string()]), z.any()])
      expect(serveIt(input)).toThrow(/tool "it": its input .* at its root.*wrap it/);
  });
});

describe("modelcontextprotocol/typescript-sdk#702: a transform publishes what goes in, and its handler gets what comes out", () => {
  test.each<readonly [string, ToolSchema]>([
    ["Zod", z.object({ when: z.string().transform((text) => text.length) })],
    ["Zod, a codec", z.object({ when: z.codec(z.string(), z.number(), { decode: (text) => text.length, encode: String }) })],
    ["Zod, inside a union", z.union([z.object({ when: z.string().transform((text) => text.length) }), z.object({ never: z.boolean() })])],
    ["ArkType", type({ when: type("string").pipe((text) => text.length) })],
  ])("%s", async (_library, input) => {
    const handler = serve({
      it: tool({ description: "x", input, execute: (args) => ({ when: (args as { readonly when?: unknown }).when }) }),
    });
    const [it] = (await json(handler(stateless("tools/list")))).result.tools as unknown as readonly Wire[];
    expect(JSON.stringify(it?.inputSchema)).toContain('"when":{"type":"string"}');
    expect((await json(handler(call("it", { when: "four" })))).result.structuredContent).toEqual({ when: 4 });
    expect((await json(handler(call("it", { when: 4 })))).result.content[0].text).toContain("- /when: expected string");
  });
});

describe("vercel/ai#7924, xpzouying/xiaohongshu-mcp#677: a tool without arguments publishes a closed object with no properties, and is called with and without arguments", () => {
  test.each<readonly [string, { readonly input?: ToolSchema }]>([
    ["no input", {}],
    ["TypeBox", { input: schema.Object({}) }],
    ["Zod", { input: z.object({}) }],
    ["Valibot", { input: toStandardJsonSchema(v.object({})) }],
    ["ArkType", { input: type({}) }],
  ])("%s", async (library, written) => {
    const handler = serve({ ping: tool({ description: "x", ...written, execute: () => "pong" }) });
    const [ping] = (await json(handler(stateless("tools/list")))).result.tools as unknown as readonly Wire[];
    // ArkType's {} means any object, and says no more.
    expect(ping?.inputSchema).toMatchObject(
      library === "ArkType" ? { type: "object" } : { type: "object", properties: {}, additionalProperties: false },
    );
    for (const params of [{ name: "ping" }, { name: "ping", arguments: {} }]) {
      expect((await json(handler(stateless("tools/call", params)))).result.content[0].text).toBe("pong");
      expect((await json(handler(handshake("tools/call", params)))).result.content[0].text).toBe("pong");
    }
  });
});
