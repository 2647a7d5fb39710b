// Servers of the official SDK, both lines, served as tools by ours: what was theirs is still theirs.

import { McpServer as ServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { McpServer as ServerV2 } from "@modelcontextprotocol/server";
import { runtimeIdentity, serveTools } from "@toolcrib/server";
import { fromMcpServer } from "@toolcrib/server/mcp";
import { testRuntime } from "@toolcrib/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const URL_OF_SHOP = "https://shop.test/mcp";

/** What a handler of either line is given, under one set of names. */
interface Handled {
  readonly args: { readonly orderId?: string };
  readonly signal: AbortSignal;
  readonly extra: unknown;
  readonly progress: (params: { readonly progress: number; readonly total?: number; readonly message?: string }) => Promise<void>;
  readonly meta: Readonly<Record<string, unknown>>;
}
type Result = {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
};
type Handle = (handled: Handled) => Result | Promise<Result>;

const shape = { orderId: z.string().describe("The order id").optional() };
const config = {
  title: "Look up",
  description: "Looks an order up",
  annotations: { readOnlyHint: true, openWorldHint: true, title: "Look" },
  _meta: { "shop.test/colour": "red" },
};

function createV1(handle: Handle, output?: z.ZodRawShape) {
  const server = new ServerV1({ name: "v1", version: "1" });
  server.registerTool(
    "look.up",
    { ...config, inputSchema: shape, ...(output === undefined ? {} : { outputSchema: output }) },
    (args, extra) =>
      handle({
        args: args as Handled["args"],
        signal: extra.signal,
        extra,
        meta: extra._meta ?? {},
        progress: (params) =>
          extra.sendNotification({
            method: "notifications/progress",
            params: { progressToken: extra._meta?.progressToken as number, ...params },
          }),
      }),
  );
  return server;
}

function createV2(handle: Handle, output?: z.ZodRawShape) {
  const server = new ServerV2({ name: "v2", version: "1" });
  server.registerTool(
    "look.up",
    { ...config, inputSchema: z.object(shape), ...(output === undefined ? {} : { outputSchema: z.object(output) }) },
    (args, context) =>
      handle({
        args: args as Handled["args"],
        signal: context.mcpReq.signal,
        extra: context,
        meta: context.mcpReq._meta ?? {},
        progress: (params) =>
          context.mcpReq.notify({
            method: "notifications/progress",
            params: { progressToken: context.mcpReq._meta?.progressToken as number, ...params },
          }),
      }),
  );
  return server;
}

const text = (words: string): Result => ({ content: [{ type: "text", text: words }] });

describe.each([
  ["@modelcontextprotocol/sdk (v1)", createV1],
  ["@modelcontextprotocol/server (v2)", createV2],
] as const)("%s", (_name, create) => {
  const serveIt = async (handle: Handle, output?: z.ZodRawShape) => {
    const runtime = await testRuntime();
    const server = create(handle, output);
    const handler = serveTools(await fromMcpServer(server), runtime.options);
    const call = (args: object = {}, options: object = {}) => runtime.callTool(handler, URL_OF_SHOP, "look.up", args, options);
    return { runtime, server, handler, call };
  };

  test("names, descriptions, schemas, annotations and _meta are the server's own [wire.from-mcp-server]", async () => {
    const { runtime, handler } = await serveIt(() => text("x"), { total: z.number() });
    const [tool] = await runtime.listTools(handler, URL_OF_SHOP);
    expect(tool).toMatchObject({
      name: "look.up",
      ...config,
      inputSchema: { properties: { orderId: { type: "string", description: "The order id" } } },
    });
    expect(tool).toMatchObject({ outputSchema: { type: "object", required: ["total"] } });
    // Read-only by its own word, so a lost call had no effect.
    expect(tool).toMatchObject({ _meta: { "agent-runtime/tool": { effects: "none", timeoutMs: 60_000 } } });
  });

  test("a handler reads the proven identity and the call's names, and no token", async () => {
    let seen: Handled | undefined;
    const { call } = await serveIt((handled) => {
      seen = handled;
      return text(runtimeIdentity(handled.extra).subject);
    });
    const outcome = await call({ orderId: "A1" }, { subject: "alice", callId: "call-7", idempotencyKey: "key-7" });
    expect(outcome.text).toBe("alice");
    expect(seen?.args).toEqual({ orderId: "A1" });
    expect(seen?.meta).toMatchObject({ "agent-runtime/callId": "call-7", "agent-runtime/idempotencyKey": "key-7" });
    expect(JSON.stringify(seen?.extra)).not.toContain("eyJ");
  });

  test("results pass as they are, with their _meta, but for the names that are this server's to say", async () => {
    const result = {
      content: [{ type: "text" as const, text: "3 €" }],
      structuredContent: { total: 3 },
      _meta: { "shop.test/x": 1, "agent-runtime/callId": "forged", "agent-runtime/replayed": true },
    };
    const { call } = await serveIt(() => result, { total: z.number() });
    const outcome = await call({}, { callId: "call-8" });
    expect(outcome).toMatchObject({ text: "3 €", structuredContent: { total: 3 }, isError: false });
    expect(outcome.meta).toMatchObject({ "shop.test/x": 1, "agent-runtime/callId": "call-8" });
    expect(outcome.meta).not.toHaveProperty("agent-runtime/replayed");
  });

  test("a failure the server reports, or throws, is a failed call in its own words", async () => {
    const reported = await serveIt(() => ({ ...text("no such order"), isError: true, structuredContent: { total: "x" } }), {
      total: z.number(),
    });
    expect(await reported.call()).toMatchObject({ text: "no such order", isError: true, errorType: "unknown" });
    expect(await reported.call()).not.toHaveProperty("structuredContent");
    const thrown = await serveIt(() => {
      throw new Error("the shop is shut");
    });
    expect(await thrown.call()).toMatchObject({ text: "the shop is shut", isError: true });
  });

  test("arguments that do not fit never reach the server", async () => {
    let ran = false;
    const { call } = await serveIt(() => {
      ran = true;
      return text("x");
    });
    const outcome = await call({ orderId: 7 });
    expect(outcome).toMatchObject({ isError: true, errorType: "invalid_args" });
    expect(outcome.text).toContain("/orderId");
    expect(ran).toBe(false);
  });

  test("progress reaches the caller, in order and as it was said", async () => {
    const { call } = await serveIt(async ({ progress }) => {
      await progress({ progress: 1, total: 4, message: "one" });
      await progress({ progress: 3, total: 4 });
      return text("done");
    });
    const heard: unknown[] = [];
    const outcome = await call({}, { onProgress: (progress: unknown) => heard.push(progress) });
    expect(outcome.text).toBe("done");
    expect(heard).toMatchObject([
      { progress: 1, total: 4, message: "one" },
      { progress: 3, total: 4 },
    ]);
  });

  test("a caller that leaves cancels the server's call, and that one alone", async () => {
    const stopped: string[] = [];
    const waiting = new Map<string, () => void>();
    const { call } = await serveIt(async ({ args, signal, progress }) => {
      signal.addEventListener("abort", () => stopped.push(args.orderId ?? ""));
      await progress({ progress: 1 });
      await new Promise<void>((resolve) => waiting.set(args.orderId ?? "", resolve));
      return text("done");
    });
    const leave = new AbortController();
    const left = call({ orderId: "left" }, { signal: leave.signal, onProgress: () => {} });
    const stayed = call({ orderId: "stayed" });
    await expect.poll(() => waiting.size).toBe(2);
    leave.abort();
    await expect.poll(() => stopped).toEqual(["left"]);
    waiting.get("stayed")?.();
    expect((await stayed).text).toBe("done");
    await left.catch(() => {});
  });

  test("many calls at once each get their own answer", async () => {
    const { call } = await serveIt(async ({ args, extra }) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
      return text(`${args.orderId} for ${runtimeIdentity(extra).subject}`);
    });
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => call({ orderId: `o${n}` }, { subject: `s${n}` })));
    expect(answers.map(({ text }) => text)).toEqual(Array.from({ length: 100 }, (_, n) => `o${n} for s${n}`));
  });

  test("a server that was closed fails the calls that run and those that come", async () => {
    const { call, server } = await serveIt(() => new Promise(() => {}));
    const running = call();
    await new Promise((resolve) => setImmediate(resolve));
    await server.close();
    expect(await running).toMatchObject({ isError: true, text: expect.stringContaining("closed") });
    expect(await call()).toMatchObject({ isError: true, text: expect.stringContaining("closed") });
  });

  test("a server that is connected already, or has no tools, is a start-up error that says what to do", async () => {
    const server = create(() => text("x"));
    await fromMcpServer(server);
    const problem = { code: "tools_invalid", message: expect.stringContaining("connected to nothing else") };
    await expect(fromMcpServer(server)).rejects.toMatchObject(problem);
    const Empty = create === createV1 ? ServerV1 : ServerV2;
    await expect(fromMcpServer(new Empty({ name: "empty", version: "1" }))).rejects.toMatchObject(problem);
  });

  test("a silent call ends at its deadline, and the server hears of it", async () => {
    let stopped = false;
    const runtime = await testRuntime();
    const server = create(async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      stopped = true;
      return text("too late");
    });
    const handler = serveTools(await fromMcpServer(server, { timeoutMs: 1_000 }), runtime.options);
    const outcome = await runtime.callTool(handler, URL_OF_SHOP, "look.up");
    expect(outcome).toMatchObject({ isError: true, errorType: "timeout", text: expect.stringContaining("it had no effect") });
    await expect.poll(() => stopped).toBe(true);
  });
});
