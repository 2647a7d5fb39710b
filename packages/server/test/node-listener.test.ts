// Real sockets: what a fetch handler can't show.

import { createServer, request as httpRequest, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { REQUEST_MAX_BYTES } from "@toolcrib/core";
import { nodeListener } from "@toolcrib/server/node";
import { type Tool, tool } from "@toolcrib/tools";
import { afterEach, describe, expect, test, vi } from "vitest";
import { call, handshakeCall, json, serve, stateless } from "./mcp.ts";

const open: Server[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(tools: Readonly<Record<string, Tool>>) {
  const handler = serve(tools);
  const server = createServer(nodeListener(handler));
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const send = async (request: Request, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}/mcp`, {
      method: request.method,
      headers: request.headers,
      body: await request.text(),
      ...(signal === undefined ? {} : { signal }),
    });
  return { send, port, handler };
}

/** A tool that tells when it started and why it was stopped. */
function watched({ progress }: { readonly progress: boolean }) {
  let started: () => void;
  let stopped: (code: unknown) => void;
  const hasStarted = new Promise<void>((resolve) => void (started = resolve));
  const code = new Promise<unknown>((resolve) => void (stopped = resolve));
  const slow = tool({
    description: "x",
    execute: (_args, context) =>
      new Promise(() => {
        context.signal.addEventListener("abort", () => stopped(context.signal.reason.code));
        if (progress) context.progress("started");
        started();
      }),
  });
  return { slow, hasStarted, code };
}

const echo = tool({ description: "x", input: { type: "object", properties: { text: { type: "string" } } }, execute: ({ text }) => text });

test("a call over a socket is answered with its length, in both eras", async () => {
  const { send } = await listen({ echo });
  for (const request of [call("echo", { text: "grüße 🙂" }), handshakeCall("echo", { text: "grüße 🙂" })]) {
    const response = await send(request);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(Number(response.headers.get("content-length"))).toBeGreaterThan(50);
    expect((await json(response)).result.content[0].text).toBe("grüße 🙂");
  }
});

test("no Request, Response or Headers is built on the way [wire.node-without-request]", async () => {
  const { port } = await listen({ echo });
  const request = call("echo", { text: "x" });
  const [body, headers] = [await request.text(), Object.fromEntries(request.headers)];
  const refuse = class {
    constructor() {
      throw new Error("built");
    }
  };
  for (const name of ["Request", "Response", "Headers"]) vi.stubGlobal(name, refuse);
  const answer = new Promise<string>((resolve) => {
    httpRequest({ port, host: "127.0.0.1", method: "POST", headers }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve(text);
    }).end(body);
  });
  expect(JSON.parse(await answer.finally(() => vi.unstubAllGlobals())).result.content[0].text).toBe("x");
});

test("progress arrives while the call runs", async () => {
  let finish: (value: string) => void = () => {};
  const slow = tool({
    description: "x",
    execute: (_args, { progress }) =>
      new Promise<string>((resolve) => {
        progress("halfway");
        finish = resolve;
      }),
  });
  const { send } = await listen({ slow });
  const response = await send(call("slow", {}, { meta: { progressToken: "t" } }));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain("halfway");
  finish("done");
  expect((await reader?.read())?.value).toContain("done");
});

describe("a client that disconnects aborts the handler's signal [wire.disconnect-on-sockets]", () => {
  test.each([
    ["while its answer is still to come", false],
    ["while it reads a stream", true],
  ])("%s", async (_name, progress) => {
    const { slow, hasStarted, code } = watched({ progress });
    const { send } = await listen({ slow });
    const abort = new AbortController();
    const response = send(call("slow", {}, { meta: { progressToken: 1 } }), abort.signal);
    response.catch(() => {});
    await hasStarted;
    if (progress) await (await response).body?.getReader().read();
    abort.abort();
    expect(await code).toBe("client_disconnected");
  });

  test("also when the socket is cut", async () => {
    const { slow, hasStarted, code } = watched({ progress: false });
    const { port } = await listen({ slow });
    const request = call("slow");
    const body = await request.text();
    const socket = connect(port, "127.0.0.1");
    const headers = [...request.headers].map(([name, value]) => `${name}: ${value}`).join("\r\n");
    socket.write(`POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    await hasStarted;
    socket.destroy();
    expect(await code).toBe("client_disconnected");
  });
});

test("a subscription leaves nothing behind as soon as its reader left", async () => {
  const { send } = await listen({ echo });
  const abort = new AbortController();
  const response = await send(stateless("subscriptions/listen", {}, { id: 1 }), abort.signal);
  await response.body?.getReader().read();
  const stopped = vi.spyOn(globalThis, "clearInterval");
  abort.abort();
  // Well before the next heartbeat, which would notice it too.
  await vi.waitFor(() => expect(stopped).toHaveBeenCalled(), { timeout: 2_000 });
});

test("a body that begins with a byte order mark is read, as it is through a fetch handler", async () => {
  const { port } = await listen({ echo });
  const request = call("echo", { text: "x" });
  const headers = Object.fromEntries(request.headers);
  const body = `\ufeff${await request.text()}`;
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers, body });
  expect(response.status).toBe(200);
});

test("a body beyond the limit is refused while it is still being sent, and the server lives on", async () => {
  const { send, port } = await listen({ echo });
  const status = await new Promise((resolve, reject) => {
    const request = httpRequest(
      { port, host: "127.0.0.1", method: "POST", headers: { "content-type": "application/json", "transfer-encoding": "chunked" } },
      (response) => resolve(response.statusCode),
    );
    // The server may close before all is written; what counts is that it answered.
    request.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "EPIPE" || error.code === "ECONNRESET" ? undefined : reject(error),
    );
    request.write(Buffer.alloc(REQUEST_MAX_BYTES + 1, 32));
  });
  expect(status).toBe(413);
  expect((await json(send(call("echo", { text: "alive" })))).result.content[0].text).toBe("alive");
});

test("a request that ends before its body does is no crash", async () => {
  const { send, port } = await listen({ echo });
  const socket = connect(port, "127.0.0.1");
  socket.write("POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{");
  await new Promise((resolve) => setImmediate(resolve));
  socket.destroy();
  expect((await json(send(call("echo", { text: "alive" })))).result.content[0].text).toBe("alive");
});

test("two requests over one connection are both answered", async () => {
  const { port } = await listen({ echo });
  const request = call("echo", { text: "x" });
  const body = await request.text();
  const headers = [...request.headers].map(([name, value]) => `${name}: ${value}`).join("\r\n");
  const one = (last: boolean) =>
    `POST / HTTP/1.1\r\nhost: localhost\r\n${headers}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${last ? "connection: close\r\n" : ""}\r\n${body}`;
  const socket = connect(port, "127.0.0.1");
  socket.end(one(false) + one(true));
  let text = "";
  for await (const chunk of socket) text += chunk;
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});

test("a Host header that names another machine is 403", async () => {
  const { port } = await listen({ echo });
  const status = await new Promise((resolve) => {
    httpRequest(
      { port, host: "127.0.0.1", method: "POST", headers: { host: "evil.example", "content-type": "application/json" } },
      (response) => resolve(response.statusCode),
    ).end("{}");
  });
  expect(status).toBe(403);
});

describe("a body that something else has read", () => {
  /** A server whose own code reads the body before the listener sees it, as body parsers do. */
  async function listenBehind(parse: ((text: string) => unknown) | undefined, errors: unknown[] = []) {
    const listener = nodeListener(serve({ echo }, { onError: (error) => errors.push(error) }));
    const server = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      listener(parse === undefined ? request : Object.assign(request, { body: parse(text) }), response);
    });
    open.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return async (request: Request) =>
      fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers: request.headers, body: await request.text() });
  }

  test.each([
    ["parsed", JSON.parse],
    ["as text", (text: string) => text],
    ["as bytes", (text: string) => Buffer.from(text)],
  ])("%s is taken from request.body [serve.parsed-body]", async (_name, parse) => {
    const send = await listenBehind(parse);
    expect((await json(send(call("echo", { text: "grüße 🙂" })))).result.content[0].text).toBe("grüße 🙂");
  });

  test("and is larger than the engine takes is 413", async () => {
    const send = await listenBehind(JSON.parse);
    expect((await send(call("echo", { text: "x".repeat(REQUEST_MAX_BYTES) }))).status).toBe(413);
  });

  test("and was left nowhere is 500 at once, and the owner hears what to do", async () => {
    const errors: unknown[] = [];
    const send = await listenBehind(undefined, errors);
    expect((await send(call("echo", { text: "x" }))).status).toBe(500);
    expect(String(errors[0])).toContain("mount nodeListener ahead of that");
  });
});
