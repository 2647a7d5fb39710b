// Where a token may stand: once, in one Authorization header, after one space.

import { nodeListener } from "@toolcrib/server/node";
import { describe, expect, test } from "vitest";
import { expectRefused, listen, runtimeAndServer, SHOP, sendTo, withHeaders } from "./served.ts";

const ORIGIN = { origin: "https://shop.example.com" };

test("row 93: two Authorization headers, or two tokens in one, are refused, whichever of them is valid", async () => {
  const { runtime } = await runtimeAndServer();
  const request = await runtime.request(SHOP, "watched");
  const valid = request.headers.get("authorization") ?? "";
  const two = [
    [valid, valid],
    [valid, "Bearer junk"],
    ["Bearer junk", valid],
    [valid, "Basic dXNlcjpwYXNz"],
  ];
  for (const headers of two) {
    const served = await runtimeAndServer({ ...runtime.options, ...ORIGIN });
    await expectRefused(served.handler(withHeaders(request, { authorization: headers.join(", ") })), served, "token_malformed");
  }
  for (const headers of two) {
    const served = await runtimeAndServer({ ...runtime.options, ...ORIGIN });
    const origin = await listen(nodeListener(served.handler));
    await expectRefused(await sendTo(origin, request, { authorization: headers }), served, "token_malformed");
  }
});

describe("row 94: a token anywhere but in the Authorization header is ignored", () => {
  test.each<[where: string, url: (token: string) => string, headers: (token: string) => Readonly<Record<string, string>>]>([
    ["in the query", (token) => `${SHOP}?access_token=${token}`, () => ({})],
    ["in a cookie", () => SHOP, (token) => ({ cookie: `access_token=${token}; token=${token}` })],
    ["in a header of a proxy", () => SHOP, (token) => ({ "x-authorization": `Bearer ${token}`, "proxy-authorization": `Bearer ${token}` })],
  ])("%s", async (_where, url, headers) => {
    const served = await runtimeAndServer();
    const signed = await served.runtime.request(SHOP, "watched");
    const token = signed.headers.get("authorization")?.slice("Bearer ".length) ?? "";
    const moved = withHeaders(new Request(url(token), signed), { authorization: undefined, ...headers(token) });
    await expectRefused(served.handler(moved), served, "token_missing");
  });
});

test("row 95: the scheme may be in lower case; two spaces after it, a tab or another scheme are refused", async () => {
  const { handler, runtime, runs } = await runtimeAndServer();
  const request = await runtime.request(SHOP, "watched");
  const token = request.headers.get("authorization")?.slice("Bearer ".length);
  expect((await handler(withHeaders(request, { authorization: `bearer ${token}` }))).status).toBe(200);
  expect(runs).toHaveLength(1);

  for (const authorization of [
    `Bearer  ${token}`,
    `Bearer\t${token}`,
    `Bearer${token}`,
    `Token ${token}`,
    `Bearer "${token}"`,
    `${token}`,
  ]) {
    const served = await runtimeAndServer(runtime.options);
    await expectRefused(served.handler(withHeaders(request, { authorization })), served, "token_malformed");
  }
});
