// Where the packages have to load and run: without code made from strings, in two copies at once, and without starting
// anything by being imported.

import { testRuntime } from "@toolcrib/testing";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { openHandles } from "./garbage.ts";

const ENTRIES = {
  core: () => import("@toolcrib/core"),
  tools: () => import("@toolcrib/tools"),
  "tools/run": () => import("@toolcrib/tools/run"),
  "tools/node": () => import("@toolcrib/tools/node"),
  server: () => import("@toolcrib/server"),
  "server/node": () => import("@toolcrib/server/node"),
  "server/mcp": () => import("@toolcrib/server/mcp"),
  testing: () => import("@toolcrib/testing"),
};

describe("modelcontextprotocol/typescript-sdk#923, mastra-ai/mastra#14503, jsdelivr/globalping-mcp-server#25, ajv-validator/ajv#2318, ajv-validator/ajv#2491: where no code may be made from strings", () => {
  test("which is where this suite runs", () => {
    expect(() => new Function("return 1")).toThrow(EvalError);
    // biome-ignore lint/security/noGlobalEval: that it is refused is what is tested
    expect(() => globalThis.eval("1")).toThrow(EvalError);
  });

  test("every library's schemas are published and judged, tokens verified, questions asked and outputs checked", async () => {
    const { serveTools } = await ENTRIES.server();
    const { schema, tool } = await ENTRIES.tools();
    const runtime = await testRuntime();
    const output = schema.Object({ n: schema.Number() });
    const form = schema.Object({ sure: schema.Boolean() });
    const inputs = {
      typebox: schema.Object({ n: schema.Number(), text: schema.String({ pattern: "^a+$", format: "email" }) }),
      zod: z.object({ n: z.number(), text: z.email() }),
      arktype: type({ n: "number", text: "string.email" }),
      valibot: toStandardJsonSchema(v.object({ n: v.number(), text: v.pipe(v.string(), v.email()) })),
      plain: { type: "object", properties: { n: { type: "number" }, text: { type: "string", format: "email" } } },
    };
    const ask = (_args: unknown, { answers }: { readonly answers: readonly unknown[] }) =>
      answers.length === 0 ? { message: "Sure?", form } : undefined;
    const tools = Object.fromEntries(
      Object.entries(inputs).map(([name, input]) => [name, tool({ description: "x", input, output, ask, execute: () => ({ n: 1 }) })]),
    );
    const handler = serveTools(tools, runtime.options);
    const url = "https://shop.test/mcp";
    for (const name of Object.keys(inputs)) {
      const answer = () => ({ sure: true });
      const good = { n: 1, text: name === "typebox" ? "a" : "a@b.co" };
      const outcome = await runtime.callTool(handler, url, name, good, { answer });
      if (name !== "typebox") expect(outcome.structuredContent, `${name} ${outcome.text}`).toEqual({ n: 1 });
      expect((await runtime.callTool(handler, url, name, { n: "1", text: "a" }, { answer })).errorType, name).toBe("invalid_args");
    }
  });
});

describe("modelcontextprotocol/typescript-sdk#1297, modelcontextprotocol/typescript-sdk#1855: two copies of a package in one process", () => {
  test("know each other's errors, tools and content by their brand", async () => {
    const first = { core: await ENTRIES.core(), tools: await ENTRIES.tools(), server: await ENTRIES.server() };
    vi.resetModules();
    const second = { core: await ENTRIES.core(), tools: await ENTRIES.tools() };
    expect(second.core.CallError).not.toBe(first.core.CallError);
    for (const [mine, other] of [
      [first.core, second.core],
      [second.core, first.core],
    ] as const) {
      const errors = [new other.CallError("x"), new other.AuthError("token_expired", "x"), new other.StartError("options_invalid", ["x"])];
      expect(errors.map((error) => error instanceof mine.ToolcribError)).toEqual([true, true, true]);
      expect(
        errors.map((error) => [error instanceof mine.CallError, error instanceof mine.AuthError, error instanceof mine.StartError]),
      ).toEqual([
        [true, false, false],
        [false, true, false],
        [false, false, true],
      ]);
      expect([new Error("x"), {}, null, "CallError"].some((value) => value instanceof mine.ToolcribError)).toBe(false);
    }
    const execute = () => Promise.reject(new second.tools.CallError("busy", { errorType: "rate_limited" }));
    const busy = second.tools.tool({ description: "x", execute });
    const text = second.tools.tool({ description: "x", execute: () => second.tools.content.text("made elsewhere") });
    const handler = first.server.serveTools({ busy, text }, { auth: "none", log: () => {} });
    const send = async (name: string) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name } });
      return (
        await handler(new Request("http://localhost", { method: "POST", headers: { "content-type": "application/json" }, body }))
      ).text();
    };
    expect(await send("busy")).toContain("rate_limited");
    expect(await send("text")).toContain('"content":[{"type":"text","text":"made elsewhere"}]');
  });
});

describe("basementstudio/xmcp#659: importing a package starts nothing", () => {
  test.each(Object.entries(ENTRIES))(
    "@toolcrib/%s opens no socket, timer or worker, and calls nothing of the platform",
    async (_entry, load) => {
      vi.resetModules();
      const spies = [
        vi.spyOn(globalThis, "fetch"),
        vi.spyOn(globalThis, "setTimeout"),
        vi.spyOn(globalThis, "setInterval"),
        vi.spyOn(crypto, "getRandomValues"),
        vi.spyOn(process, "on"),
      ];
      const before = openHandles();
      expect(Object.keys(await load()).length).toBeGreaterThan(0);
      const uses = spies.flatMap(({ mock }) => mock.contexts);
      vi.restoreAllMocks();
      expect(openHandles()).toEqual(before);
      expect(uses).toHaveLength(0);
    },
  );
});
