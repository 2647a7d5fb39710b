import { REQUEST_MAX_BYTES } from "@toolcrib/core";
import { tool } from "@toolcrib/tools";
import { describe, expect, test } from "vitest";
import { handshake, json, post, serve, URL_OF_TESTS } from "./mcp.ts";

const echo = tool({
  description: "x",
  input: { type: "object", properties: { region: { type: "string", "x-mcp-header": "Region" } } },
  execute: () => "ok",
});
const handler = serve({ echo });
const origins = ["https://app.example.com"];
const withCors = serve({ echo }, { cors: { origins } });

describe("a server that verifies nobody answers only a loopback host [wire.loopback-only]", () => {
  test.each(["localhost", "localhost:3000", "LOCALHOST", "127.0.0.1:80", "127.8.9.1", "[::1]:3000"])("%s is answered", async (host) => {
    expect((await handler(handshake("ping", {}, { headers: { host } }))).status).toBe(200);
  });

  test.each([
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "10.0.0.1",
    "0.0.0.0",
    "",
    "localhost@evil.example",
    "[::2]",
  ])("%j is 403", async (host) => {
    const response = await handler(handshake("ping", {}, { headers: { host } }));
    expect(response.status).toBe(403);
    expect(await json(response)).not.toHaveProperty("id");
  });

  test("without a Host header the URL decides", async () => {
    expect((await handler(new Request("http://shop.example/mcp", { method: "POST" }))).status).toBe(403);
  });
});

describe("a browser's origin [wire.origin]", () => {
  test.each(["https://evil.example", "null", "https://app.example.com.evil.example", "file://"])("%s is 403", async (origin) => {
    expect((await handler(handshake("ping", {}, { headers: { origin } }))).status).toBe(403);
    expect((await withCors(handshake("ping", {}, { headers: { origin } }))).status).toBe(403);
  });

  test("that is any origin does not mean null, which a sandboxed frame of anybody's page sends", async () => {
    const anyOrigin = serve({ echo }, { cors: { origins: ["*"] } });
    expect((await anyOrigin(handshake("ping", {}, { headers: { origin: "https://anybody.example" } }))).status).toBe(200);
    expect((await anyOrigin(handshake("ping", {}, { headers: { origin: "null" } }))).status).toBe(403);
  });

  test("of this machine is let in, without headers that would let its page read the answer", async () => {
    const response = await handler(handshake("ping", {}, { headers: { origin: "http://localhost:6274" } }));
    expect(response.status).toBe(200);
    expect(response.headers.has("access-control-allow-origin")).toBe(false);
  });

  test("that is listed may read the answer, also an error", async () => {
    for (const body of [JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }), "{"]) {
      const response = await withCors(post(body, { origin: "https://app.example.com" }));
      expect(response.headers.get("access-control-allow-origin")).toBe("https://app.example.com");
      expect(response.headers.get("access-control-expose-headers")).toBe("WWW-Authenticate");
      expect(response.headers.get("vary")).toBe("Origin");
    }
  });
});

describe("a preflight [wire.cors-preflight]", () => {
  const preflight = (origin: string) =>
    new Request(URL_OF_TESTS, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "mcp-method" },
    });

  test("is answered for a listed origin, with every header a client of these tools sends", async () => {
    const response = await withCors(preflight("https://app.example.com"));
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-headers")).toBe(
      "content-type, authorization, mcp-protocol-version, mcp-method, mcp-name, mcp-param-region",
    );
    expect(response.headers.get("access-control-allow-methods")).toBe("POST");
  });

  test("is 405 where no origin is listed, and 403 for one that is not", async () => {
    expect((await handler(preflight("http://localhost:1"))).status).toBe(405);
    expect((await withCors(preflight("https://evil.example"))).status).toBe(403);
  });
});

test.each(["GET", "DELETE", "PUT", "HEAD", "OPTIONS"])("%s is 405 and says what is allowed [wire.post-only]", async (method) => {
  const response = await handler(new Request(URL_OF_TESTS, { method }));
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("POST");
  expect((await withCors(new Request(URL_OF_TESTS, { method }))).headers.get("allow")).toBe("POST, OPTIONS");
});

test.each(["text/plain", "application/json-patch+json", "application/jsonx", "", "multipart/form-data"])(
  "a body of type %j is 415 [wire.media-type]",
  async (type) => {
    expect((await handler(handshake("ping", {}, { headers: { "content-type": type } }))).status).toBe(415);
  },
);

test.each(["application/json; charset=utf-8", "APPLICATION/JSON", " application/json ;x=y"])("a body of type %j is read", async (type) => {
  expect((await handler(handshake("ping", {}, { headers: { "content-type": type } }))).status).toBe(200);
});

test("a compressed body is 415", async () => {
  expect((await handler(handshake("ping", {}, { headers: { "content-encoding": "gzip" } }))).status).toBe(415);
});

describe("a body beyond 4 MiB is 413 [wire.request-limit]", () => {
  const body = (bytes: number) => `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${"x".repeat(bytes - 60)}"}}`.padEnd(bytes);

  test("by what its header says, without reading it", async () => {
    let read = 0;
    const stream = new ReadableStream(
      {
        pull(controller) {
          read += 1;
          controller.enqueue(new Uint8Array(1_000_000));
        },
      },
      { highWaterMark: 0 },
    );
    const request = new Request(URL_OF_TESTS, {
      method: "POST",
      body: stream,
      duplex: "half",
      headers: { "content-type": "application/json", "content-length": String(REQUEST_MAX_BYTES + 1) },
    } as RequestInit);
    expect((await handler(request)).status).toBe(413);
    expect(read).toBe(0);
  });

  test("by counting while it comes, and the rest is cancelled", async () => {
    let cancelled = false;
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
      cancel: () => void (cancelled = true),
    });
    const request = new Request(URL_OF_TESTS, {
      method: "POST",
      body: endless,
      duplex: "half",
      headers: { "content-type": "application/json" },
    } as RequestInit);
    expect((await handler(request)).status).toBe(413);
    expect(cancelled).toBe(true);
  });

  test("and one of exactly that length is read", async () => {
    expect((await handler(post(body(REQUEST_MAX_BYTES)))).status).toBe(200);
    expect((await handler(post(body(REQUEST_MAX_BYTES + 1)))).status).toBe(413);
  });
});

test("refusals come in one order: 403 before 405 before 415 before 413 before parsing [wire.refusal-order]", async () => {
  const worst = { "content-type": "text/plain", "content-length": "99999999", origin: "https://evil.example" };
  const status = async (method: string, headers: Readonly<Record<string, string>>) =>
    (await handler(new Request(URL_OF_TESTS, { method, headers, ...(method === "PUT" || method === "POST" ? { body: "{" } : {}) }))).status;
  expect(await status("PUT", worst)).toBe(403);
  expect(await status("PUT", { ...worst, origin: "http://localhost" })).toBe(405);
  expect(await status("POST", { ...worst, origin: "http://localhost" })).toBe(415);
  expect(await status("POST", { "content-type": "application/json", "content-length": "99999999" })).toBe(413);
  expect(await status("POST", { "content-type": "application/json" })).toBe(400);
});
