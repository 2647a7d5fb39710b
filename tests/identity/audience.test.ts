// For which server a token is: the one audience, however the request got here.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { toAudience } from "@toolcrib/core";
import { type RuntimeOptions, serveTools } from "@toolcrib/server";
import { type NodeListenerOptions, nodeListener } from "@toolcrib/server/node";
import { testRuntime } from "@toolcrib/testing";
import { tool } from "@toolcrib/tools";
import { afterEach, describe, expect, test } from "vitest";

const echo = tool({ description: "x", effects: "none", execute: () => "ok" });
const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe("one spelling [identity.audience-canonical]", () => {
  test.each([
    ["https://T.Example/mcp", "https://t.example/mcp"],
    ["https://t.example:443/mcp/", "https://t.example/mcp"],
    ["https://t.example/", "https://t.example"],
    ["https://t.example/a/B", "https://t.example/a/B"],
    ["https://bücher.example/mcp", "https://xn--bcher-kva.example/mcp"],
    ["http://localhost:3000/mcp", "http://localhost:3000/mcp"],
  ])("%s is %s", (text, audience) => expect(toAudience(text)).toBe(audience));

  test.each([
    "http://t.example/mcp",
    "https://user@t.example/mcp",
    "https://t.example/mcp?x=1",
    "https://t.example/mcp#x",
    "https://t.example\\mcp",
    "https://t.example/a/../mcp",
    "https://t.example/a%2Fmcp",
    "https://t.example./mcp",
    " https://t.example/mcp",
    "t.example",
    "ftp://t.example",
  ])("%j is none", (text) => expect(() => toAudience(text)).toThrow());
});

describe("a fetch handler", () => {
  const setUp = async (options: Partial<RuntimeOptions> = {}) => {
    const rt = await testRuntime();
    const lines: string[] = [];
    const handler = serveTools({ echo }, { ...rt.options, log: (line) => lines.push(line), ...options });
    const status = async (url: string, audience?: string) =>
      (await rt.callTool(handler, url, "echo", {}, audience === undefined ? {} : { audience })).status;
    return { status, lines };
  };

  test("with an audience takes a token for it and for nothing else, whatever its URL", async () => {
    const { status, lines } = await setUp({ audience: ["https://shop.test/mcp", "https://shop.example/mcp"] });
    expect(await status("http://10.0.0.1/mcp", "https://shop.test/mcp")).toBe(200);
    expect(await status("http://10.0.0.1/mcp", "https://shop.example/mcp/")).toBe(200);
    expect(await status("https://other.test/mcp")).toBe(401);
    expect(lines).toEqual([]);
  });

  test("with an origin adds the path of the request, so two mounts are two servers", async () => {
    const { status } = await setUp({ origin: "https://shop.test" });
    expect(await status("http://10.0.0.1/a", "https://shop.test/a")).toBe(200);
    expect(await status("http://10.0.0.1/b", "https://shop.test/a")).toBe(401);
  });

  test("with neither takes the URL it was addressed by, and says once what that allows", async () => {
    const { status, lines } = await setUp();
    expect(await status("https://shop.test/mcp")).toBe(200);
    expect(await status("https://shop.test/mcp", "https://other.test/mcp")).toBe(401);
    expect(lines).toEqual([expect.stringContaining("a token is taken for whatever URL a request says it was sent to")]);
  });
});

describe("a Node listener", () => {
  async function setUp(listener: NodeListenerOptions, options: Partial<RuntimeOptions> = {}) {
    const rt = await testRuntime();
    const lines: string[] = [];
    const log = (line: string) => {
      if (line.includes("no origin")) lines.push(line);
    };
    const server = createServer(nodeListener(serveTools({ echo }, { ...rt.options, log, ...options }), listener));
    open.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const status = async (path: string, audience: string, headers: Readonly<Record<string, string>> = {}) => {
      const request = await rt.request(`${local}${path}`, "echo", {}, { audience });
      const { request: send } = await import("node:http");
      const body = await request.text();
      return new Promise((resolve) => {
        send(`${local}${path}`, { method: "POST", headers: { ...Object.fromEntries(request.headers), ...headers } }, (response) =>
          resolve(response.resume().statusCode),
        ).end(body);
      });
    };
    return { local, status, lines };
  }

  test("on loopback with nothing configured is its own URL", async () => {
    const { local, status } = await setUp({});
    expect(await status("/mcp", `${local}/mcp`)).toBe(200);
    expect(await status("/mcp?x=1", `${local}/mcp`)).toBe(200);
  });

  test("off loopback with nothing configured takes no token at all: a Host header proves nothing [identity.host-proves-nothing]", async () => {
    const { status } = await setUp({});
    expect(await status("/mcp", "https://shop.test/mcp", { host: "shop.test" })).toBe(401);
    expect(await status("/mcp", "https://shop.test/mcp", { "x-forwarded-host": "shop.test", "x-forwarded-proto": "https" })).toBe(401);
  });

  test("with an origin is known to the world by it, path included", async () => {
    const { status, lines } = await setUp({ origin: "https://shop.test" });
    expect(await status("/base/mcp", "https://shop.test/base/mcp", { host: "anything.example" })).toBe(200);
    expect(await status("/mcp", "https://shop.test/base/mcp")).toBe(401);
    expect(lines).toEqual([]);
  });

  test("with trustProxy takes one forwarded name, and none that is a list or half of one", async () => {
    const { status, lines } = await setUp({ trustProxy: true });
    const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "shop.test" };
    expect(await status("/mcp", "https://shop.test/mcp", forwarded)).toBe(200);
    expect(await status("/mcp", "https://shop.test/mcp", { ...forwarded, "x-forwarded-host": "evil.test, shop.test" })).toBe(401);
    expect(await status("/mcp", "https://shop.test/mcp", { "x-forwarded-host": "shop.test" })).toBe(401);
    expect(lines).toEqual([]);
  });
});
