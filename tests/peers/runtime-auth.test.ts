// Servers built with the official SDK, both lines: runtimeAuth in front, runtimeIdentity in a handler.

import { McpServer as ServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { createMcpHandler, McpServer as ServerV2 } from "@modelcontextprotocol/server";
import { runtimeAuth, runtimeIdentity } from "@toolcrib/server";
import { type TestRuntime, testRuntime } from "@toolcrib/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const URL_OF_SHOP = "https://shop.test/mcp";
type Handler = (request: Request) => Promise<Response>;

function withV1({ options: { runtime, tenant, fetch, now } }: TestRuntime): Handler {
  return async (request) => {
    const { authInfo, response } = await runtimeAuth(request, { runtime, tenant, fetch, now });
    if (response !== undefined) return response;
    const server = new ServerV1({ name: "v1", version: "1" });
    server.registerTool("who", { inputSchema: { orderId: z.string().optional() } }, (_args, extra) => ({
      content: [{ type: "text", text: runtimeIdentity(extra).subject }],
    }));
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    // This line speaks no 2026-07-28, so the request goes on in the words of a handshake revision.
    const headers = new Headers(request.headers);
    headers.set("mcp-protocol-version", "2025-11-25");
    return transport.handleRequest(new Request(request, { headers }), { authInfo });
  };
}

function withV2({ options: { runtime, tenant, fetch, now } }: TestRuntime): Handler {
  const handler = createMcpHandler(() => {
    const server = new ServerV2({ name: "v2", version: "1" });
    server.registerTool("who", { inputSchema: z.object({ orderId: z.string().optional() }) }, (_args, context) => ({
      content: [{ type: "text", text: runtimeIdentity(context).subject }],
    }));
    return server;
  });
  return async (request) => {
    const { authInfo, response } = await runtimeAuth(request, { runtime, tenant, fetch, now });
    return response ?? handler.fetch(request, { authInfo });
  };
}

describe.each([
  ["@modelcontextprotocol/sdk (v1)", withV1],
  ["@modelcontextprotocol/server (v2)", withV2],
] as const)("%s", (_name, create) => {
  test("a handler reads the proven identity [wire.runtime-auth]", async () => {
    const rt = await testRuntime();
    const outcome = await rt.callTool(create(rt), URL_OF_SHOP, "who", { orderId: "o" }, { subject: "alice" });
    expect(outcome.text).toBe("alice");
  });

  test.each(["token_missing", "wrong_audience", "wrong_tool", "wrong_arguments", "wrong_key", "bad_signature"] as const)(
    "%s is 401 before the other server sees it",
    async (fault) => {
      const rt = await testRuntime();
      expect((await rt.callTool(create(rt), URL_OF_SHOP, "who", {}, { fault })).status).toBe(401);
    },
  );
});

describe("runtimeAuth", () => {
  const setUp = async () => {
    const rt = await testRuntime();
    const { runtime, tenant, fetch, now } = rt.options;
    return { rt, options: { runtime, tenant, fetch, now } };
  };

  test("gives what both SDKs call authInfo, and leaves the request's body unread", async () => {
    const { rt, options } = await setUp();
    const request = await rt.request(URL_OF_SHOP, "who", { a: 1 }, { agent: "support", subject: "alice" });
    const { identity, authInfo } = await runtimeAuth(request, options);
    expect(identity).toMatchObject({ subject: "alice", agent: "support", via: "runtime" });
    expect(authInfo).toMatchObject({ clientId: "support", scopes: [], resource: new URL(URL_OF_SHOP), extra: { identity } });
    expect(authInfo?.expiresAt).toBeGreaterThan(Date.now() / 1_000);
    expect(JSON.parse(await request.text()).params.arguments).toEqual({ a: 1 });
  });

  test("checks the body a framework has read already, as text or parsed", async () => {
    const { rt, options } = await setUp();
    const request = await rt.request(URL_OF_SHOP, "who", { a: 1 });
    const text = await request.text();
    const codes: string[] = [];
    const check = async (body: unknown) =>
      (await runtimeAuth(request, { ...options, body, onReject: ({ code }) => codes.push(code) })).response?.status;
    expect(await check(text)).toBeUndefined();
    expect(await check(JSON.parse(text))).toBeUndefined();
    expect(await check(text.replace('"a":1', '"a":2'))).toBe(401);
    expect(await check([JSON.parse(text)])).toBe(401);
    expect(await check("{")).toBe(401);
    expect(codes).toEqual(["wrong_arguments", "wrong_method", "wrong_arguments"]);
  });

  test("fetches the keys once for many requests, whose options are written anew each time", async () => {
    const { rt, options } = await setUp();
    let fetches = 0;
    const fetch: typeof globalThis.fetch = (...args) => {
      fetches += 1;
      return options.fetch(...args);
    };
    for (let count = 0; count < 5; count += 1) await runtimeAuth(await rt.request(URL_OF_SHOP, "who"), { ...options, fetch });
    expect(fetches).toBe(1);
  });

  test("runtimeIdentity finds no identity that was not proven", () => {
    for (const extra of [undefined, {}, { authInfo: {} }, { http: { authInfo: { extra: {} } } }])
      expect(() => runtimeIdentity(extra)).toThrow("no proven identity");
  });
});
