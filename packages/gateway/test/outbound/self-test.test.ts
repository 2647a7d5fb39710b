import { Agent, request as requestHttp } from "node:http";
import { describe, expect, test } from "vitest";
import { createOutboundOver } from "../../src/outbound/create-outbound.ts";
import { Exchange } from "../../src/outbound/exchange.ts";
import type { Guard } from "../../src/outbound/guard.ts";
import { createUndiciTransport } from "../../src/outbound/guarded-dispatcher.ts";
import { createNodeHttpTransport } from "../../src/outbound/node-http.ts";
import { proveGuard } from "../../src/outbound/self-test.ts";
import type { CreateTransport } from "../../src/outbound/transport.ts";
import { OutboundError } from "../../src/outbound.ts";
import { serve, watchSockets } from "./worlds.ts";

describe("the self-test", () => {
  test.each([createUndiciTransport, createNodeHttpTransport])(
    "passes a transport that asks the guard, and no socket is asked for",
    async (create) => {
      const attempts = watchSockets({ stub: false });
      await proveGuard(create);
      expect(attempts).toEqual([]);
    },
  );

  test.each<[string, CreateTransport]>([
    ["that ignores the guard", (options) => createNodeHttpTransport({ ...options, guard: openGuard() })],
    [
      "whose lookups are guarded and whose addresses are not",
      (options) => createUndiciTransport({ ...options, guard: { ...openGuard(), lookup: options.guard.lookup } }),
    ],
    [
      "that looks names up by itself",
      (options) => createUndiciTransport({ ...options, guard: { ...options.guard, lookup: openGuard().lookup } }),
    ],
    [
      "that answers by itself, as a mock would",
      async () => ({
        exchange(request) {
          const exchange = new Exchange(request);
          exchange.receiveHead({ status: 200, statusText: "", headers: {} }, { pause() {}, resume() {}, abort() {} });
          return exchange.answer;
        },
        close: async () => {},
      }),
    ],
    [
      "that refuses by itself and asks nobody",
      async () => ({ exchange: () => Promise.reject(new OutboundError("outbound_refused", "no")), close: async () => {} }),
    ],
    ["that can't be loaded", () => Promise.reject(new Error("no such module"))],
  ])("stops a transport %s: nothing is sent, then or later", async (_name, create) => {
    const server = await serve((_request, response) => response.end("hello"));
    const outbound = createOutboundOver(create, { allowLocal: true });

    for (let count = 0; count < 3; count += 1) {
      const unproven = { code: "outbound_refused", message: expect.stringContaining("the outbound guard is not asked") };
      await expect(outbound.fetch(server.url)).rejects.toMatchObject(unproven);
      await expect(outbound.send({ url: server.url, method: "GET", headers: {} })).rejects.toMatchObject(unproven);
    }

    expect(server.connections).toBe(0);
    await outbound.close();
  });
});

/** Node's own lookup, and every address admitted. */
function openGuard(): Guard {
  // `.invalid` has no address anywhere; localhost stands for what a resolver of the network would say.
  const lookup: Guard["lookup"] = (_host, { all }, callback) =>
    all === true ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4);
  return { lookup, refuseHost: () => undefined, refusePeer: () => undefined };
}

test("a pooled agent of Node's is what a guard would be ignored by", async () => {
  // Keeps the fact in sight that the second transport above stands for: lookup is not called for an address.
  const server = await serve((_request, response) => response.end("reached"));
  const lookup = () => expect.unreachable("it was looked up");
  const status = await new Promise((resolve) =>
    requestHttp(server.url, { agent: new Agent(), lookup }, (response) => resolve(response.resume().statusCode)).end(),
  );
  expect(status).toBe(200);
});
