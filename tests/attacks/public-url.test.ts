// Whose URL a server takes for its own. A token for another server must not become valid because the request that
// brings it says that it was sent there.

import { type NodeListenerOptions, nodeListener } from "@toolcrib/server/node";
import { describe, expect, test } from "vitest";
import { expectRefused, listen, runtimeAndServer, SHOP, sendTo } from "./served.ts";

const OTHER = "https://other.example.com/mcp";
const OTHER_HOST = "other.example.com";
const FORWARDED = { "x-forwarded-host": OTHER_HOST, "x-forwarded-proto": "https", forwarded: `host=${OTHER_HOST};proto=https` };

describe("row 96: a spoofed Host or X-Forwarded-Host has no influence", () => {
  test.each([{ origin: "https://shop.example.com" }, { audience: SHOP }])("on a fetch handler with %o", async (configured) => {
    const served = await runtimeAndServer(configured);
    const stolen = await served.runtime.request(OTHER, "watched", {}, { headers: { host: OTHER_HOST, ...FORWARDED } });
    await expectRefused(served.handler(stolen), served, "wrong_audience");
    expect(served.lines).toEqual([]);
  });

  test.each([{ origin: "https://shop.example.com" }, { audience: SHOP }, {}])("on the Node listener with %o", async (configured) => {
    const served = await runtimeAndServer(configured);
    const origin = await listen(nodeListener(served.handler));
    const stolen = await served.runtime.request(OTHER, "watched");
    await expectRefused(await sendTo(origin, stolen, { host: OTHER_HOST }), served, "wrong_audience");
  });

  test("on the Node listener by headers of a proxy that nobody said to trust", async () => {
    const served = await runtimeAndServer();
    const origin = await listen(nodeListener(served.handler));
    await expectRefused(await sendTo(origin, await served.runtime.request(OTHER, "watched"), FORWARDED), served, "wrong_audience");
  });

  test.each<[what: string, origin: string, target: string, audience: string]>([
    ["names another host", "https://shop.example.com", OTHER, OTHER],
    // An absolute target (RFC 9112 section 3.2.2) put behind the origin makes another one of it: shop.co, m://x, shop.com//x.
    ["lengthens the name of ours", "https://shop.co", "m://x/mcp", "https://shop.com//x/mcp"],
  ])("on the Node listener by a request line that %s", async (_what, own, target, audience) => {
    const served = await runtimeAndServer({ origin: own });
    const origin = await listen(nodeListener(served.handler));
    const stolen = await served.runtime.request(audience, "watched");
    await expectRefused(await sendTo(origin, stolen, {}, target), served, "wrong_audience");
  });

  test("while the token for this server is taken under any Host, once the server knows its origin", async () => {
    const { handler, runtime, runs } = await runtimeAndServer({ origin: "https://shop.example.com" });
    const origin = await listen(nodeListener(handler));
    expect((await sendTo(origin, await runtime.request(SHOP, "watched"), { host: "10.0.0.7:8080", ...FORWARDED })).status).toBe(200);
    expect(runs).toHaveLength(1);
  });

  test("a bare fetch handler takes the URL it was addressed by, and its one warning says so", async () => {
    const { handler, runtime, runs, lines } = await runtimeAndServer();
    expect((await handler(await runtime.request(OTHER, "watched"))).status).toBe(200);
    expect((await handler(await runtime.request(SHOP, "watched", {}, { headers: { host: OTHER_HOST, ...FORWARDED } }))).status).toBe(200);
    expect(runs).toHaveLength(2);
    expect(lines).toEqual([expect.stringContaining("a token is taken for whatever URL a request says it was sent to")]);
  });
});

describe("row 97: behind a trusted proxy, a list of forwarded hosts is refused", () => {
  const trusting: NodeListenerOptions = { trustProxy: true };
  test.each<[what: string, headers: Readonly<Record<string, string | readonly string[]>>]>([
    ["two hosts in one header", { "x-forwarded-host": `shop.example.com, ${OTHER_HOST}`, "x-forwarded-proto": "https" }],
    ["two headers", { "x-forwarded-host": ["shop.example.com", OTHER_HOST], "x-forwarded-proto": "https" }],
    ["two protocols", { "x-forwarded-host": "shop.example.com", "x-forwarded-proto": "https,http" }],
    ["no protocol", { "x-forwarded-host": "shop.example.com" }],
    ["no host", { "x-forwarded-proto": "https" }],
    ["a host with a path", { "x-forwarded-host": "shop.example.com/x", "x-forwarded-proto": "https" }],
    ["a host with credentials", { "x-forwarded-host": "shop.example.com@other.example.com", "x-forwarded-proto": "https" }],
  ])("%s", async (_what, headers) => {
    const served = await runtimeAndServer();
    const origin = await listen(nodeListener(served.handler, trusting));
    const signed = await served.runtime.request(SHOP, "watched");
    await expectRefused(await sendTo(origin, signed, { host: "shop.example.com", ...headers }), served, "wrong_audience");
  });

  test("while one host and one protocol are taken", async () => {
    const { handler, runtime } = await runtimeAndServer();
    const origin = await listen(nodeListener(handler, trusting));
    const headers = { "x-forwarded-host": "shop.example.com", "x-forwarded-proto": "https" };
    expect((await sendTo(origin, await runtime.request(SHOP, "watched"), headers)).status).toBe(200);
  });
});
