// The keys that prove a caller, when they can't be had, when they change, and when somebody invents their ids.

import { serveTools } from "@toolcrib/server";
import { testRuntime } from "@toolcrib/testing";
import { tool } from "@toolcrib/tools";
import { afterEach, describe, expect, test, vi } from "vitest";

const SHOP = "https://shop.test/mcp";
const MINUTE_MS = 60_000;
const down: typeof fetch = async () => new Response("", { status: 503 });

afterEach(() => void vi.restoreAllMocks());

/** A runtime, its successor with other keys under the same name, and a server that trusts whatever the endpoint answers. */
async function setUp() {
  const clock = { nowMs: 1_900_000_000_000 };
  const [first, second, stranger] = await Promise.all([1, 2, 3].map(() => testRuntime({ now: () => clock.nowMs })));
  if (first === undefined || second === undefined || stranger === undefined) throw new Error("three runtimes are needed");
  const endpoint = { answer: first.options.fetch, asked: [] as string[], signals: [] as unknown[] };
  const who = tool({ description: "x", execute: (_args, { identity }) => identity.subject });
  const handler = serveTools(
    { who },
    {
      ...first.options,
      fetch: (input, init) => {
        endpoint.asked.push(String(input));
        endpoint.signals.push(init?.signal);
        return endpoint.answer(input, init);
      },
    },
  );
  const status = async (runtime: typeof first) => (await runtime.callTool(handler, SHOP, "who")).status;
  return { clock, first, second, stranger, endpoint, handler, status };
}

describe("PrefectHQ/fastmcp#4412, PrefectHQ/fastmcp#4292: keys behind a company's proxy", () => {
  test("are fetched by the fetch that was handed in, and by nothing else", async () => {
    const global = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("no way out of this network"));
    const { status, first, endpoint } = await setUp();
    expect(await status(first)).toBe(200);
    expect(endpoint.asked).toEqual([`${first.options.runtime}/.well-known/jwks.json`]);
    expect(global).not.toHaveBeenCalled();
  });

  test("that no proxy lets through are a 503 that says when to come back, and the caller is told no address", async () => {
    const { first, endpoint, handler } = await setUp();
    endpoint.answer = () => Promise.reject(new Error("connect ECONNREFUSED 10.0.0.1:3128"));
    const response = await handler(await first.request(SHOP, "who"));
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await response.text()).not.toMatch(/10\.0\.0\.1|ECONNREFUSED|jwks/);
  });
});

describe("punkpeye/fastmcp#304: keys that change, and an endpoint that is down", () => {
  test("a new key is found when its first token comes, and the old one is then no key any more", async () => {
    const { clock, first, second, endpoint, status } = await setUp();
    expect(await status(first)).toBe(200);
    endpoint.answer = second.options.fetch;
    clock.nowMs += MINUTE_MS;
    expect(await status(second)).toBe(200);
    expect(await status(first)).toBe(401);
    expect(endpoint.asked).toHaveLength(2);
  });

  test("a hundred tokens with ids that nobody published cost one fetch in half a minute, and the good calls none", async () => {
    const { clock, first, endpoint, status } = await setUp();
    expect(await status(first)).toBe(200);
    clock.nowMs += MINUTE_MS;
    const strangers = await Promise.all(Array.from({ length: 20 }, () => testRuntime({ now: () => clock.nowMs })));
    for (let round = 0; round < 5; round += 1) expect(await Promise.all(strangers.map(status))).toEqual(strangers.map(() => 401));
    expect(await status(first)).toBe(200);
    expect(endpoint.asked).toHaveLength(2);
  });

  test("fifty calls that wait for the first keys wait for one fetch", async () => {
    const { first, endpoint, status } = await setUp();
    expect(await Promise.all(Array.from({ length: 50 }, () => status(first)))).toEqual(Array.from({ length: 50 }, () => 200));
    expect(endpoint.asked).toHaveLength(1);
  });

  test("known keys go on answering through an outage of hours, and after a day nobody is let in", async () => {
    const { clock, first, endpoint, status } = await setUp();
    expect(await status(first)).toBe(200);
    endpoint.answer = down;
    for (let hour = 0; hour < 23; hour += 1) {
      clock.nowMs += 60 * MINUTE_MS;
      expect(await status(first), `after ${hour + 1} h`).toBe(200);
    }
    clock.nowMs += 90 * MINUTE_MS;
    expect(await status(first)).toBe(503);
    endpoint.answer = first.options.fetch;
    clock.nowMs += MINUTE_MS;
    expect(await status(first)).toBe(200);
  });

  test("an endpoint that is down is not asked once a call", async () => {
    const { first, endpoint, status } = await setUp();
    endpoint.answer = down;
    expect(await Promise.all(Array.from({ length: 100 }, () => status(first)))).toEqual(Array.from({ length: 100 }, () => 503));
    for (let turn = 0; turn < 20; turn += 1) expect(await status(first)).toBe(503);
    expect(endpoint.asked).toHaveLength(1);
  });

  test("a fetch that never ends is given up", async () => {
    // The platform's timer, already run out: what a test can't wait five seconds for.
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort(new DOMException("timed out", "TimeoutError")));
    const { first, endpoint, status } = await setUp();
    endpoint.answer = (_input, init) =>
      new Promise((_resolve, reject) => (init?.signal?.aborted === true ? reject(init.signal.reason) : undefined));
    expect(await status(first)).toBe(503);
    expect(endpoint.signals).toEqual([expect.any(AbortSignal)]);
    expect(AbortSignal.timeout).toHaveBeenCalledWith(5_000);
  });

  test.each<readonly [string, () => Response]>([
    ["a page of a captive portal", () => new Response("<html></html>", { headers: { "content-type": "text/html" } })],
    ["half a document", () => new Response('{"keys":[', { headers: { "content-type": "application/json" } })],
    ["an empty document", () => Response.json({})],
    ["a redirect", () => new Response(null, { status: 302, headers: { location: "https://evil.example" } })],
    [
      "a document without end",
      () =>
        new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(65_536)) }), {
          headers: { "content-type": "application/json" },
        }),
    ],
  ])("%s in place of the keys does not drive out those that are known", async (_what, answer) => {
    const { clock, first, second, endpoint, status } = await setUp();
    expect(await status(first)).toBe(200);
    endpoint.answer = async () => answer();
    clock.nowMs += 15 * MINUTE_MS;
    expect([await status(first), await status(second), await status(first)]).toEqual([200, 401, 200]);
  });
});
