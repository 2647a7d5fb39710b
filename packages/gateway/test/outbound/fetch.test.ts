import { describe, expect, test } from "vitest";
import { deferred, open, serve, TRANSPORTS } from "./worlds.ts";

/** Answers with what it was sent. */
const echo = () =>
  serve(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const { method, url, headers } = request;
    response.setHeader("set-cookie", ["a=1", "b=2"]);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(pieces).toString("latin1") }));
  });

describe.each(TRANSPORTS)("over %s", (transport) => {
  const ask = async (init: RequestInit & { readonly duplex?: "half" }, path = "/") => {
    const server = await echo();
    const outbound = open({ transport, allowLocal: true });
    const response = await outbound.fetch(server.url + path, init);
    return { response, sent: (await response.json()) as { method: string; url: string; headers: Record<string, string>; body: string } };
  };

  test("every kind of body arrives, with its length and its type", async () => {
    const form = new FormData();
    form.set("field", "value");
    form.set("file", new Blob(["bytes"], { type: "image/png" }), "a.png");
    const bytes = new Uint8Array([0, 1, 254, 255]);

    expect((await ask({ method: "POST", body: "grün" })).sent).toMatchObject({
      body: Buffer.from("grün").toString("latin1"),
      headers: { "content-type": "text/plain;charset=UTF-8", "content-length": "5" },
    });
    expect((await ask({ method: "PUT", body: bytes })).sent).toMatchObject({
      method: "PUT",
      body: Buffer.from(bytes).toString("latin1"),
      headers: { "content-length": "4" },
    });
    expect((await ask({ method: "POST", body: bytes.buffer })).sent.body).toBe(Buffer.from(bytes).toString("latin1"));
    expect((await ask({ method: "POST", body: new URLSearchParams({ a: "b c" }) })).sent).toMatchObject({
      body: "a=b+c",
      headers: { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" },
    });
    const { sent } = await ask({ method: "POST", body: form });
    expect(sent.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(sent.headers["content-length"]).toBe(String(sent.body.length));
    expect(sent.body).toContain('name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nbytes\r\n');
    expect((await ask({ method: "POST", body: new Blob(["streamed"]).stream(), duplex: "half" })).sent).toMatchObject({
      body: "streamed",
      headers: { "transfer-encoding": "chunked" },
    });
    const generated = (async function* () {
      yield Buffer.from("gener");
      yield Buffer.from("ated");
    })();
    expect((await ask({ method: "POST", body: generated as unknown as BodyInit, duplex: "half" })).sent.body).toBe("generated");
    expect((await ask({ method: "POST" })).sent).toMatchObject({ body: "", headers: { "content-length": "0" } });
  });

  test("headers are the caller's, in every form `fetch` takes, but for those of the connection", async () => {
    const own = { authorization: "Bearer a", "x-two": "1" };

    for (const headers of [
      own,
      new Headers(own),
      new Map(Object.entries(own)) as unknown as HeadersInit,
      Object.entries(own),
      { Authorization: "Bearer a", "X-Two": "1" },
    ] satisfies HeadersInit[])
      expect((await ask({ headers })).sent.headers).toMatchObject({ ...own, accept: "*/*", "user-agent": "toolcrib" });
    const { sent } = await ask({
      headers: { host: "other.example.com", connection: "close", "transfer-encoding": "chunked", upgrade: "h2c" },
    });
    expect(sent.headers["host"]).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(Object.keys(sent.headers)).not.toContain("upgrade");
    expect(Object.keys(sent.headers)).not.toContain("transfer-encoding");
  });

  test("the response is the platform's, with its URL and every cookie", async () => {
    const { response } = await ask({}, "/path?query=1#fragment");

    expect(response).toBeInstanceOf(Response);
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect([response.ok, response.redirected, new URL(response.url).pathname, new URL(response.url).hash]).toEqual([
      true,
      false,
      "/path",
      "",
    ]);
  });

  test("a Request does instead of a URL", async () => {
    const server = await echo();
    const outbound = open({ transport, allowLocal: true });
    const request = new Request(`${server.url}/a`, { method: "POST", body: "text", headers: { "x-own": "1" } });

    const response = await outbound.fetch(request);

    expect(await response.json()).toMatchObject({ method: "POST", url: "/a", body: "text", headers: { "x-own": "1" } });
  });

  test("a method or header that breaks out of its line is refused, and so is one to a proxy", async () => {
    const server = await echo();
    const outbound = open({ transport, allowLocal: true });
    const send = (method: string, headers: Record<string, string>) => outbound.send({ url: server.url, method, headers });

    for (const [method, headers] of [
      ["GET / HTTP/1.1\r\nx: y", {}],
      ["GET", { "x-a": "b\r\nx: y" }],
      ["GET", { "x-a\r\nx": "y" }],
      ["CONNECT", {}],
      ["trace", {}],
    ] as const)
      await expect(send(method, headers)).rejects.toMatchObject({ code: "outbound_refused" });
    expect(server.requests).toEqual([]);
  });

  test("a name of the language that a server uses for a header is only a header", async () => {
    const server = await serve((_request, response) => response.writeHead(200, { constructor: "a", "x-list": ["1", "2"] }).end());
    const answer = await open({ transport, allowLocal: true }).send({ url: server.url, method: "GET", headers: {} });

    expect([answer.header("constructor"), answer.header("toString"), answer.header("X-List")]).toEqual(["a", null, "1, 2"]);
    answer.discard();
  });

  test.each([Number.NaN, 0, -1, 1.5, Number.POSITIVE_INFINITY])("a limit of %s is told at the start", (limit) => {
    for (const name of ["maxBytes", "connectTimeoutMs", "headersTimeoutMs"])
      expect(() => open({ transport, [name]: limit })).toThrow(expect.objectContaining({ code: "options_invalid" }));
  });

  test("a body that streams is let go of with its request", async () => {
    const server = await serve((request) => void request.resume());
    const { promise: ended, resolve: end } = deferred<void>();
    const controller = new AbortController();
    const body = (async function* () {
      try {
        for (;;) {
          yield Buffer.from("more");
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      } finally {
        end();
      }
    })();

    const init = { method: "POST", body: body as unknown as BodyInit, duplex: "half", signal: controller.signal };
    const request = open({ transport, allowLocal: true }).fetch(server.url, init);
    setTimeout(() => controller.abort(), 50);

    await expect(request).rejects.toThrow("aborted");
    await ended;
  });

  test("a body that fails on its way fails the request", async () => {
    const server = await echo();
    const outbound = open({ transport, allowLocal: true });
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error("the file is gone")),
    });

    await expect(outbound.fetch(server.url, { method: "POST", body, duplex: "half" } as RequestInit)).rejects.toMatchObject({
      code: "outbound_unreachable",
    });
  });
});
