// Which server a token is for: the public URL, however it is spelled, wherever the handler is mounted, whoever stands
// in front of it.

import type { CallTokenClaims } from "@toolcrib/core";
import { type RuntimeOptions, serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import { type TestRuntime, testRuntime } from "@toolcrib/testing";
import { tool } from "@toolcrib/tools";
import { describe, expect, test } from "vitest";
import { listen, sendTo, withHeaders } from "../attacks/served.ts";

const PUBLIC = "https://tools.example.com";
const who = tool({ description: "x", execute: (_args, { identity }) => identity.subject });

async function setUp(options: Partial<RuntimeOptions> = {}) {
  const runtime = await testRuntime();
  return { runtime, handler: serveTools({ who }, { ...runtime.options, ...options }) };
}

/** The request of a call whose token says exactly this audience: no spelling of it is repaired. */
async function requestSaying(runtime: TestRuntime, aud: string, url: string): Promise<Request> {
  const request = await runtime.request(url, "who");
  const payload = String(request.headers.get("authorization")).split(".")[1] ?? "";
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as CallTokenClaims;
  return withHeaders(request, { authorization: `Bearer ${await runtime.token({ ...claims, aud })}` });
}

describe("vercel/mcp-handler#110, vercel/mcp-handler#136: behind a proxy", () => {
  const INSIDE = "http://localhost:3000/mcp";

  test("a fetch handler that is given its origin takes tokens for that, and none for the address inside", async () => {
    const { runtime, handler } = await setUp({ origin: PUBLIC });
    expect((await runtime.callTool(handler, INSIDE, "who", {}, { audience: `${PUBLIC}/mcp` })).status).toBe(200);
    expect((await runtime.callTool(handler, INSIDE, "who")).status).toBe(401);
  });

  test("the metadata names the public URL, and so does the challenge that leads to it", async () => {
    const { handler } = await setUp({ origin: PUBLIC, verify: () => undefined, oauth: { authorizationServers: ["https://login.test"] } });
    const challenge = (await handler(new Request(INSIDE, { method: "POST" }))).headers.get("www-authenticate");
    expect(challenge).toContain(`resource_metadata="${PUBLIC}/.well-known/oauth-protected-resource/mcp"`);
    const metadata = await handler(new Request("http://localhost:3000/.well-known/oauth-protected-resource/mcp"));
    expect(await metadata.json()).toMatchObject({ resource: `${PUBLIC}/mcp` });
  });
});

describe("vercel/mcp-handler#163: X-Forwarded-* that anybody can write", () => {
  const FORWARDED = { "x-forwarded-proto": "https", "x-forwarded-host": "victim.example.com" };

  test("is not believed by a fetch handler, whatever its options", async () => {
    for (const options of [{}, { origin: PUBLIC }, { audience: `${PUBLIC}/mcp` }]) {
      const { runtime, handler } = await setUp(options);
      const request = await runtime.request(`${PUBLIC}/mcp`, "who", {}, { audience: "https://victim.example.com/mcp", headers: FORWARDED });
      expect((await handler(request)).status).toBe(401);
    }
  });

  test.each([
    [undefined, 401],
    [{ trustProxy: false }, 401],
    [{ trustProxy: true }, 200],
    [{ trustProxy: true, origin: PUBLIC }, 401],
  ])("is believed on Node only with trustProxy: %j is %i", async (options, status) => {
    const { runtime, handler } = await setUp();
    const origin = await listen(nodeListener(handler, options));
    const request = await runtime.request("https://victim.example.com/mcp", "who");
    expect((await sendTo(origin, request, FORWARDED)).status).toBe(status);
  });
});

describe("sigbit/mcp-auth-proxy#123, giantswarm/mcp-oauth#98, electather/media-manager#294, anthropics/claude-code#52871: one server, several spellings", () => {
  const SAME = {
    "https://h.example.com": ["https://h.example.com", "https://h.example.com/", "https://H.Example.COM", "https://h.example.com:443/"],
    "https://h.example.com/mcp": [
      "https://h.example.com/mcp",
      "https://h.example.com/mcp/",
      "HTTPS://H.EXAMPLE.com/mcp",
      "https://h.example.com:443/mcp/",
    ],
    "https://h.example.com:8443/mcp": ["https://h.example.com:8443/mcp", "https://H.example.com:8443/mcp/"],
  };
  const OTHER = ["https://h.example.com/MCP", "https://h.example.com/mcp/x", "https://h.example.com:444/mcp", "https://i.example.com/mcp"];

  test.each(Object.entries(SAME))(
    "%s is meant by each of its spellings, in the server's options, at the runtime and in the address",
    async (canonical, spellings) => {
      for (const audience of spellings) {
        const { runtime, handler } = await setUp({ audience });
        for (const other of spellings)
          expect((await runtime.callTool(handler, PUBLIC, "who", {}, { audience: other })).status, `${audience} ${other}`).toBe(200);
      }
      const own = await setUp();
      for (const address of spellings)
        expect((await own.runtime.callTool(own.handler, address, "who", {}, { audience: canonical })).status, address).toBe(200);
    },
  );

  test.each(OTHER)("%s is another server than https://h.example.com/mcp", async (audience) => {
    const { runtime, handler } = await setUp({ audience: "https://h.example.com/mcp" });
    expect((await runtime.callTool(handler, PUBLIC, "who", {}, { audience })).status).toBe(401);
  });

  test("a runtime that writes another spelling than the canonical one into a token is refused: nothing is repaired after it was signed", async () => {
    const { runtime, handler } = await setUp({ audience: "https://h.example.com/mcp" });
    expect((await handler(await requestSaying(runtime, "https://h.example.com/mcp", PUBLIC))).status).toBe(200);
    for (const aud of [
      "https://h.example.com/mcp/",
      "https://H.example.com/mcp",
      "https://h.example.com:443/mcp",
      "https://h.example.com/x/../mcp",
    ])
      expect((await handler(await requestSaying(runtime, aud, PUBLIC))).status, aud).toBe(401);
  });
});

describe("MyrikLD/memlord#3, PrefectHQ/fastmcp#2764: two servers on one host", () => {
  test.each([{}, { origin: PUBLIC }])("%j: a token for the one's path is refused at the other's", async (options) => {
    const { runtime, handler } = await setUp(options);
    for (const [sentTo, signedFor, status] of [
      ["/a", "/a", 200],
      ["/b", "/b", 200],
      ["/a", "/b", 401],
      ["/b", "/a", 401],
      ["/a", "", 401],
      ["/a/b", "/a", 401],
    ] as const)
      expect(
        (await runtime.callTool(handler, PUBLIC + sentTo, "who", {}, { audience: PUBLIC + signedFor })).status,
        `${sentTo} ${signedFor}`,
      ).toBe(status);
  });

  test("also where a framework cut the mount path off the URL", async () => {
    const { runtime, handler } = await setUp();
    const listener = nodeListener(handler, { origin: PUBLIC });
    const origin = await listen((request, response) => {
      Object.assign(request, { originalUrl: request.url, url: request.url?.replace(/^\/[ab]/, "") || "/" });
      listener(request, response);
    });
    expect((await sendTo(origin, await runtime.request(`${PUBLIC}/a`, "who"), {}, "/a")).status).toBe(200);
    expect((await sendTo(origin, await runtime.request(`${PUBLIC}/a`, "who"), {}, "/b")).status).toBe(401);
    expect((await sendTo(origin, await runtime.request(PUBLIC, "who"), {}, "/a")).status).toBe(401);
  });
});

test("tableau/tableau-mcp#369: a server with several public URLs takes tokens for each of them, and for no other", async () => {
  const { runtime, handler } = await setUp({ audience: ["https://one.example.com/mcp", "https://two.example.com/"] });
  for (const [audience, status] of [
    ["https://one.example.com/mcp", 200],
    ["https://two.example.com", 200],
    ["https://one.example.com", 401],
    ["https://two.example.com/mcp", 401],
  ] as const)
    expect((await runtime.callTool(handler, "https://inside.example.com/x", "who", {}, { audience })).status, audience).toBe(status);
});
