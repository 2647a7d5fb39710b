import { getEventListeners } from "node:events";
import { createServer, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { deferred, open, serve, serveSelfSigned, TRANSPORTS } from "./worlds.ts";

describe.each(TRANSPORTS)("over %s", (transport) => {
  test("headers that don't come end the request in time, and its connection", async () => {
    const { promise: closed, resolve } = deferred<void>();
    const server = await serve((request) => request.socket.on("close", () => resolve()));
    const outbound = open({ transport, allowLocal: true, headersTimeoutMs: 100 });

    const startedAtMs = performance.now();
    await expect(outbound.fetch(server.url)).rejects.toMatchObject({
      code: "outbound_timeout",
      message: "127.0.0.1 did not answer in time",
      wasSent: true,
    });
    expect(performance.now() - startedAtMs).toBeLessThan(2_500);
    await closed;
  });

  test("a connection that doesn't come about ends in time: here a server that never speaks TLS", async () => {
    const { url } = await listen(() => {});
    const outbound = open({ transport, allowLocal: true, connectTimeoutMs: 100 });

    await expect(outbound.fetch(url)).rejects.toMatchObject({ code: "outbound_timeout", wasSent: false });
  });

  test("a lookup that never ends counts to the connection", async () => {
    const outbound = open({ transport, lookup: () => new Promise(() => {}), connectTimeoutMs: 100 });

    await expect(outbound.fetch("https://slow.example.com/")).rejects.toMatchObject({ code: "outbound_timeout", wasSent: false });
  });

  test("nobody there is told as such", async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => server.listen(0, "127.0.0.1", () => resolve(portOf(server))));
    await new Promise((resolve) => server.close(resolve));
    const outbound = open({ transport, allowLocal: true });

    const error: unknown = await outbound.fetch(`http://127.0.0.1:${port}/`).catch((error: unknown) => error);

    expect(error).toMatchObject({
      code: "outbound_unreachable",
      message: "127.0.0.1 can't be reached: nothing listens there",
      wasSent: false,
    });
    expect((error as Error).cause).toMatchObject({ code: "ECONNREFUSED" });
  });

  test("a signal ends a request before, during and after its headers, with its own reason and the connection", async () => {
    const { promise: closed, resolve } = deferred<void>();
    const { promise: reached, resolve: reach } = deferred<void>();
    const server = await serve((request, response) => {
      if (request.url === "/body") response.write("first");
      request.socket.on("close", () => resolve());
      reach();
    });
    const outbound = open({ transport, allowLocal: true });
    const reason = new Error("enough");

    await expect(outbound.fetch(server.url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.connections).toBe(0);

    const first = new AbortController();
    const waiting = outbound.fetch(server.url, { signal: first.signal });
    await reached;
    first.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await closed;

    const second = new AbortController();
    const response = await outbound.fetch(`${server.url}/body`, { signal: second.signal });
    const reader = response.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("first");
    second.abort(reason);
    await expect(reader?.read()).rejects.toBe(reason);
  });

  test("a signal ends a request that still waits for its connection, and nothing is sent when it comes", async () => {
    const { promise: lookup, resolve } = deferred<readonly { address: string; family: number }[]>();
    const server = await serve((_request, response) => response.end("hello"));
    const outbound = open({ transport, allowLocal: true, lookup: () => lookup });
    const controller = new AbortController();

    const waiting = outbound.send({
      url: `http://slow.example.com:${server.port}/`,
      method: "POST",
      headers: {},
      body: "{}",
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 20);
    await expect(waiting).rejects.toThrow(controller.signal.reason as Error);
    resolve([{ address: "127.0.0.1", family: 4 }]);
    await new Promise((done) => setTimeout(done, 50));

    expect(server.requests).toEqual([]);
  });

  test("a signal is left alone once its request is done", async () => {
    const server = await serve((_request, response) => response.end("hello"));
    const outbound = open({ transport, allowLocal: true });
    const { signal } = new AbortController();

    await (await outbound.fetch(server.url, { signal })).text();

    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("requests one after another share a connection, requests at once have their own", async () => {
    const server = await serve((_request, response) => setTimeout(() => response.end("hello"), 10));
    const outbound = open({ transport, allowLocal: true });
    const ask = async () => (await outbound.fetch(server.url)).text();

    for (let count = 0; count < 3; count += 1) {
      await ask();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(server.connections).toBe(1);
    await Promise.all([ask(), ask(), ask()]);
    expect(server.connections).toBe(3);
  });

  test("closing ends what is under way", async () => {
    const { promise: reached, resolve } = deferred<void>();
    const server = await serve((request, response) => {
      if (request.url === "/body") response.write("first");
      resolve();
    });
    const outbound = open({ transport, allowLocal: true });

    const waiting = outbound.fetch(server.url).catch((error: unknown) => error);
    const streaming = await outbound.fetch(`${server.url}/body`);
    await reached;
    await outbound.close();

    expect(await waiting).toMatchObject({ name: "OutboundError" });
    await expect(streaming.text()).rejects.toMatchObject({ name: "OutboundError" });
  });

  test("a proxy that the environment names is not asked", async () => {
    const proxy = await serve((_request, response) => response.end("proxy"));
    const server = await serve((_request, response) => response.end("server"));
    const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "NODE_USE_ENV_PROXY"];
    for (const name of names) process.env[name] = name === "NODE_USE_ENV_PROXY" ? "1" : proxy.url;
    onTestFinished(() => {
      for (const name of names) delete process.env[name];
    });

    expect(await (await open({ transport, allowLocal: true }).fetch(server.url)).text()).toBe("server");
    expect(proxy.connections).toBe(0);
  });

  test.each([undefined, "0"])("a certificate that nobody vouches for is refused (NODE_TLS_REJECT_UNAUTHORIZED=%s)", async (setting) => {
    if (setting !== undefined) process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = setting;
    onTestFinished(() => void delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]);
    const server = await serveSelfSigned();
    const outbound = open({ transport, allowLocal: true });

    await expect(outbound.fetch(server)).rejects.toMatchObject({
      code: "outbound_unreachable",
      message: "localhost can't be reached: its certificate is not trusted",
      wasSent: false,
    });
  });
});

async function listen(listener: (socket: Socket) => void): Promise<{ url: string }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on("error", () => {}));
    listener(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `https://127.0.0.1:${portOf(server)}/` };
}

function portOf(server: { address(): unknown }): number {
  return (server.address() as { readonly port: number }).port;
}
