// How a Node server leaves: over real sockets.

import { Agent, createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { nodeListener } from "@toolcrib/server/node";
import { type Tool, tool } from "@toolcrib/tools";
import { afterEach, expect, test, vi } from "vitest";
import { call, serve, stateless } from "./mcp.ts";

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(tools: Readonly<Record<string, Tool>>) {
  const listener = nodeListener(serve(tools));
  const server = createServer(listener);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const send = async (request: Request) => {
    const [body, headers] = [await request.text(), Object.fromEntries(request.headers)];
    return new Promise<{ readonly response: IncomingMessage; readonly text: string }>((resolve, reject) => {
      httpRequest({ port, host: "127.0.0.1", method: "POST", headers, agent, path: "/mcp" }, async (response) => {
        let text = "";
        for await (const chunk of response) text += chunk;
        resolve({ response, text });
      })
        .on("error", reject)
        .end(body);
    });
  };
  return { listener, server, send };
}

/** A tool that ends when told. */
function held() {
  let release: () => void = () => {};
  let started: () => void = () => {};
  const hasStarted = new Promise<void>((resolve) => void (started = resolve));
  const slow = tool({
    description: "x",
    execute: () =>
      new Promise<string>((resolve) => {
        release = () => resolve("done");
        started();
      }),
  });
  return { slow, hasStarted, release: () => release() };
}
const quick = tool({ description: "x", execute: () => "quick" });

test("a server that leaves answers what runs, and what still comes, and each answer ends its connection [serve.drain]", async () => {
  const { slow, hasStarted, release } = held();
  const { listener, server, send } = await listen({ slow, quick });
  const before = await send(call("quick"));
  expect(before.response.headers.connection).toBe("keep-alive");
  const running = send(call("slow"));
  await hasStarted;

  const drained = listener.drain(server, { graceMs: 200 });
  const late = await send(call("quick"));
  expect(late.text).toContain("quick");
  expect(late.response.headers.connection).toBe("close");

  await vi.waitFor(() => expect(server.listening).toBe(false), { timeout: 2_000 });
  await expect(send(call("quick"))).rejects.toThrow("ECONNREFUSED");
  release();
  expect((await running).text).toContain("done");
  await drained;
});

test("a call that outlives the time to leave is cut off, and its handler hears of it", async () => {
  let stopped: (code: unknown) => void = () => {};
  const code = new Promise<unknown>((resolve) => void (stopped = resolve));
  let started: () => void = () => {};
  const hasStarted = new Promise<void>((resolve) => void (started = resolve));
  const endless = tool({
    description: "x",
    execute: (_args, { signal }) =>
      new Promise(() => {
        signal.addEventListener("abort", () => stopped(signal.reason.code));
        started();
      }),
  });
  const { listener, server, send } = await listen({ endless });
  const running = send(call("endless"));
  running.catch(() => {});
  await hasStarted;
  await listener.drain(server, { graceMs: 0, timeoutMs: 20 });
  await expect(running).rejects.toThrow();
  expect(await code).toBe("client_disconnected");
});

test("subscriptions end with a result when a server leaves, those that are opened late at once", async () => {
  const { listener, server, send } = await listen({ quick });
  const subscribe = () => send(stateless("subscriptions/listen", { notifications: {} }));
  const early = subscribe();
  await send(call("quick"));
  const drained = listener.drain(server, { graceMs: 100 });
  for (const { text } of [await early, await subscribe()]) expect(text).toContain('"resultType":"complete"');
  await drained;
});

test("draining twice is draining once", async () => {
  const { listener, server } = await listen({ quick });
  expect(listener.drain(server, { graceMs: 0 })).toBe(listener.drain(server));
  await listener.drain(server);
  expect(server.listening).toBe(false);
});
