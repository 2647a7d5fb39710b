import type { RequestListener, ServerResponse } from "node:http";
import { brotliCompressSync, createGzip, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { deferred, open, serve, TRANSPORTS } from "./worlds.ts";

const MIB = 1_048_576;
const TEXT = JSON.stringify({ text: "größer ".repeat(500) });

/** Writes until nobody reads any more; says how much it got rid of, now and in the end. */
function endless(
  chunk: Buffer,
  headers: Record<string, string> = {},
): { listener: RequestListener; written: () => number; closed: Promise<number> } {
  const { promise, resolve } = deferred<number>();
  let written = 0;
  const listener = (_request: unknown, response: ServerResponse) => {
    const write = () => {
      while (!response.destroyed && written < 512 * MIB) {
        written += chunk.length;
        if (!response.write(chunk)) return;
      }
      response.end();
    };
    response.writeHead(200, headers);
    response.on("drain", write).on("error", () => {});
    response.on("close", () => resolve(written));
    write();
  };
  return { listener, written: () => written, closed: promise };
}

/** Its members follow each other: half a GiB as it is sent would be 500 GiB. */
const BOMB = gzipSync(Buffer.alloc(64 * MIB));

describe.each(TRANSPORTS)("over %s", (transport) => {
  test.each([
    ["in chunks", endless(Buffer.alloc(65_536, "x"))],
    ["with a length", endless(Buffer.alloc(65_536, "x"), { "content-length": String(512 * MIB) })],
    ["as a gzip bomb", endless(BOMB, { "content-encoding": "gzip" })],
  ])("a body that is too large %s is cut while it comes, and its connection closed", async (_name, { listener, closed }) => {
    const server = await serve(listener);
    const outbound = open({ transport, allowLocal: true, maxBytes: MIB });
    const before = process.memoryUsage().rss;

    const response = await outbound.fetch(server.url);
    let read = 0;
    const reading = (async () => {
      for await (const chunk of response.body ?? []) read += chunk.byteLength;
    })();

    await expect(reading).rejects.toMatchObject({ code: "outbound_too_large" });
    expect(read).toBeLessThanOrEqual(MIB);
    expect(await closed).toBeLessThan(64 * MIB);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MIB);
  });

  test("text of `send` has a bound of its own", async () => {
    const { listener, closed } = endless(Buffer.alloc(65_536, "x"));
    const server = await serve(listener);
    const outbound = open({ transport, allowLocal: true });

    const answer = await outbound.send({ url: server.url, method: "POST", headers: {}, body: "{}" });
    await expect(answer.text(100_000)).rejects.toThrow(RangeError);
    await closed;
    const small = await outbound.send({ url: server.url, method: "POST", headers: {}, maxBytes: 1_000 });
    await expect(small.text(100_000)).rejects.toMatchObject({ code: "outbound_too_large" });
  });

  test("a reader that waits makes the server wait, and one that leaves closes the connection", async () => {
    const { listener, written, closed } = endless(Buffer.alloc(65_536, "x"));
    const server = await serve(listener);
    const outbound = open({ transport, allowLocal: true, maxBytes: 1_024 * MIB });

    const answer = await outbound.send({ url: server.url, method: "GET", headers: {} });
    await new Promise((resolve) => setTimeout(resolve, 200));
    // What the kernel holds for both ends.
    expect(written()).toBeLessThan(32 * MIB);
    let read = 0;
    for await (const chunk of answer.chunks) {
      read += chunk.byteLength;
      if (read > 20 * MIB) break;
    }
    expect(await closed).toBeLessThan(128 * MIB);
  });

  test.each(["close", "keep-alive"])("an answer of a server that is long gone (connection: %s) is read to its end", async (connection) => {
    const bytes = Buffer.alloc(3 * MIB, "x");
    const server = await serve((request, response) => {
      response.writeHead(200, { connection });
      response.end(bytes, () => request.socket.end());
    });
    const response = await open({ transport, allowLocal: true }).fetch(server.url);

    let read = 0;
    for await (const chunk of response.body ?? []) {
      if (read === 0) await new Promise((resolve) => setTimeout(resolve, 100));
      read += chunk.byteLength;
    }

    expect(read).toBe(bytes.length);
  });

  test("cancelling a response's body closes the connection", async () => {
    const { listener, closed } = endless(Buffer.alloc(65_536, "x"));
    const server = await serve(listener);
    const response = await open({ transport, allowLocal: true, maxBytes: 1_024 * MIB }).fetch(server.url);

    await response.body?.cancel();

    expect(await closed).toBeLessThan(128 * MIB);
  });

  test.each([
    ["gzip", gzipSync(TEXT)],
    ["x-gzip", gzipSync(TEXT)],
    ["GZIP", gzipSync(TEXT)],
    ["br", brotliCompressSync(TEXT)],
    ["deflate", deflateSync(TEXT)],
    ["deflate", deflateRawSync(TEXT)],
    ["identity", Buffer.from(TEXT)],
  ])("an answer in %s is decoded", async (coding, bytes) => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { "content-encoding": coding, "content-type": "application/json" });
      // In two pieces, of which the first is one byte.
      response.write(bytes.subarray(0, 1));
      setTimeout(() => response.end(bytes.subarray(1)), 5);
    });
    const outbound = open({ transport, allowLocal: true });

    expect(await (await outbound.fetch(server.url)).text()).toBe(TEXT);
    expect(await (await outbound.send({ url: server.url, method: "GET", headers: {} })).text(MIB)).toBe(TEXT);
    expect(server.requests[0]?.headers["accept-encoding"]).toBeUndefined();
  });

  test("events of a compressed stream come one by one", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip", "content-type": "text/event-stream" });
      const gzip = createGzip();
      gzip.pipe(response);
      gzip.write("data: 1\n\n");
      gzip.flush();
    });
    const { signal, abort } = abortable();
    const answer = await open({ transport, allowLocal: true }).send({ url: server.url, method: "GET", headers: {}, signal });

    const first = await answer.chunks[Symbol.asyncIterator]().next();

    expect(Buffer.from(first.value).toString()).toBe("data: 1\n\n");
    abort();
  });

  test("what can't be decompressed fails, and a coding that nobody knows stays as it came", async () => {
    const broken = await serve((_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("this is not gzip"));
    const unknown = await serve((_request, response) => response.writeHead(200, { "content-encoding": "zstd" }).end("raw"));
    const outbound = open({ transport, allowLocal: true });

    const response = await outbound.fetch(broken.url);
    await expect(response.text()).rejects.toMatchObject({ code: "outbound_unreachable" });
    expect(await (await outbound.fetch(unknown.url)).text()).toBe("raw");
  });

  test("an answer without a body has none, whatever coding it names", async () => {
    const server = await serve((request, response) =>
      response.writeHead(request.method === "HEAD" ? 200 : 204, { "content-encoding": "gzip" }).end(),
    );
    const outbound = open({ transport, allowLocal: true });

    for (const method of ["GET", "DELETE", "HEAD"]) {
      const response = await outbound.fetch(server.url, { method });
      expect([response.body, await response.text()]).toEqual([null, ""]);
      await new Promise((resolve) => setImmediate(resolve));
      const answer = await outbound.send({ url: server.url, method, headers: {} });
      expect(await answer.text(10)).toBe("");
      await new Promise((resolve) => setImmediate(resolve));
    }
    // undici trusts no connection after a HEAD, whose answers some servers give a body.
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  test("an answer that breaks off is not taken for a whole one", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half");
      setTimeout(() => response.destroy(), 20);
    });
    const outbound = open({ transport, allowLocal: true });

    await expect((await outbound.fetch(server.url)).text()).rejects.toMatchObject({ code: "outbound_unreachable", wasSent: true });
    const answer = await outbound.send({ url: server.url, method: "GET", headers: {} });
    await expect(answer.text(MIB)).rejects.toMatchObject({ code: "outbound_unreachable", wasSent: true });
  });

  test("text is UTF-8 across pieces, without a byte order mark", async () => {
    const bytes = Buffer.from(`\uFEFF${TEXT}`);
    const server = await serve((_request, response) => {
      response.write(bytes.subarray(0, 15));
      setTimeout(() => response.end(bytes.subarray(15)), 5);
    });
    const outbound = open({ transport, allowLocal: true });

    expect(await (await outbound.send({ url: server.url, method: "GET", headers: {} })).text(MIB)).toBe(TEXT);
    expect(await (await outbound.fetch(server.url)).json()).toEqual(JSON.parse(TEXT));
  });
});

function abortable(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
