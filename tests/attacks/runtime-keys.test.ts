// Whose keys a server takes for its runtime's, over real sockets, with a clock that only the test moves.

import { generateKeyPairSync, randomBytes, verify } from "node:crypto";
import type { RequestListener } from "node:http";
import { testRuntime } from "@toolcrib/testing";
import { afterEach, describe, expect, test, vi } from "vitest";
import { base64Url, claimsOf, type ForgeKey, headerOf, inputOf, NOW_S, newKey } from "./forge.ts";
import { expectRefused, forgedCall, listen, SHOP, serveWatched, withHeaders } from "./served.ts";

afterEach(() => vi.unstubAllEnvs());

type Published = Readonly<Record<string, unknown>>;

/** A runtime on this machine that publishes what the test says, and a server that trusts it. */
async function publishedRuntime(...keys: Published[]) {
  const endpoint = { keys, requests: 0, answer: undefined as RequestListener | undefined };
  const issuer = await listen((request, response) => {
    endpoint.requests += 1;
    if (endpoint.answer !== undefined) return endpoint.answer(request, response);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ keys: endpoint.keys }));
  });
  const clock = { nowMs: NOW_S * 1_000 };
  const served = serveWatched({ runtime: issuer, tenant: "acme", audience: SHOP, now: () => clock.nowMs });
  const callBy = async (key: ForgeKey) => {
    const iat = Math.floor(clock.nowMs / 1_000);
    return served.handler(await forgedCall(key, { iss: issuer, iat, exp: iat + 60 }));
  };
  return { ...served, endpoint, issuer, clock, callBy };
}

test("row 7: unknown kids, one by one or all at once, cause at most one fetch in 30 seconds", async () => {
  const known = newKey();
  const { endpoint, clock, callBy, runs, reasons } = await publishedRuntime(known.published);
  expect((await callBy(known)).status).toBe(200);
  const storm = () => Promise.all(Array.from({ length: 20 }, () => callBy(newKey())));

  expect((await storm()).map(({ status }) => status)).toEqual(Array(20).fill(401));
  expect(endpoint.requests).toBe(1);
  clock.nowMs += 30_000;
  await storm();
  for (const key of [newKey(), newKey()]) await callBy(key);
  expect(endpoint.requests).toBe(2);
  clock.nowMs += 29_999;
  await storm();
  expect(endpoint.requests).toBe(2);
  expect(new Set(reasons)).toEqual(new Set(["unknown_key"]));
  expect(runs).toHaveLength(1);
});

describe("row 98: the runtime of tests is refused in production", () => {
  test.each(["https://test-runtime.invalid", "https://test-runtime.invalid/", "https://TEST-runtime.invalid"])(
    "by serveTools as %s",
    (runtime) => {
      vi.stubEnv("NODE_ENV", "production");
      expect(() => serveWatched({ runtime, tenant: "acme" })).toThrow(
        expect.objectContaining({
          name: "StartError",
          code: "options_invalid",
          message: expect.stringContaining("NODE_ENV is production"),
        }),
      );
    },
  );

  test("by itself", async () => {
    vi.stubEnv("NODE_ENV", "production");
    await expect(testRuntime()).rejects.toMatchObject({ name: "StartError", code: "options_invalid" });
  });
});

test("row 99: a key that is no longer published is refused once the keys were fetched again", async () => {
  const [retired, next] = [newKey(), newKey()];
  const { endpoint, clock, callBy, reasons } = await publishedRuntime(retired.published, next.published);
  expect((await callBy(retired)).status).toBe(200);

  endpoint.keys = [next.published];
  clock.nowMs += 600_000;
  await vi.waitFor(async () => expect((await callBy(retired)).status).toBe(401));
  expect((await callBy(next)).status).toBe(200);
  expect(endpoint.requests).toBe(2);
  expect(new Set(reasons)).toEqual(new Set(["unknown_key"]));
});

test("row 100: a redirect of the key document to another host is not followed", async () => {
  const attacker = newKey();
  const evil = await publishedRuntime(attacker.published);
  const { endpoint, callBy, runs, reasons } = await publishedRuntime();
  endpoint.answer = (_request, response) => response.writeHead(302, { location: `${evil.issuer}/.well-known/jwks.json` }).end();
  const response = await callBy(attacker);
  expect({ status: response.status, message: (await response.json()).error.message }).toEqual({
    status: 503,
    message: "callers can't be verified right now",
  });
  expect(evil.endpoint.requests).toBe(0);
  expect(reasons).toEqual(["keys_unavailable"]);
  expect(runs).toEqual([]);
});

test("row 101: an RSA or a symmetric key under our kid is ignored", async () => {
  const ours = newKey();
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 }).publicKey.export({ format: "jwk" });
  for (const key of [{ ...rsa }, { kty: "oct", k: base64Url(randomBytes(32)) }, { ...ours.published, use: "enc" }]) {
    const served = await publishedRuntime({ ...key, kid: ours.kid });
    await expectRefused(served.callBy(ours), served, "unknown_key");
  }
  const both = await publishedRuntime({ ...rsa, kid: ours.kid }, ours.published);
  expect((await both.callBy(ours)).status).toBe(200);
});

describe("a public key of small order, for which one signature fits every message, is ignored", () => {
  const neutral = Buffer.concat([Buffer.of(1), Buffer.alloc(31)]);
  const anySignature = Buffer.concat([neutral, Buffer.alloc(32)]);
  const y8 = "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05";
  const p = `${"ff".repeat(31)}7f`;
  test.each([
    ["the neutral point", neutral.toString("hex")],
    ["all zeros", "00".repeat(32)],
    ["zeros with the sign bit", `${"00".repeat(31)}80`],
    ["order two", `ec${p.slice(2)}`],
    ["order eight", y8],
    ["order eight with the sign bit", `${y8.slice(0, -2)}85`],
    ["order eight, the other", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"],
    ["order eight, the other with the sign bit", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa"],
    ["zero written as the prime", `ed${p.slice(2)}`],
    ["one written as the prime and one", `ee${p.slice(2)}`],
  ])("%s", async (_name, hex) => {
    const kid = newKey().kid;
    const x = base64Url(Buffer.from(hex, "hex"));
    const served = await publishedRuntime({ kty: "OKP", crv: "Ed25519", use: "sig", kid, x });
    const planted = { ...newKey(), kid };
    const input = inputOf(headerOf(planted), claimsOf({ iss: served.issuer, aud: SHOP }));
    const authorization = `Bearer ${input}.${base64Url(anySignature)}`;
    await expectRefused(served.handler(withHeaders(await forgedCall(planted, {}), { authorization })), served, "unknown_key");
  });

  test("as platforms take it: the neutral point verifies a signature that nobody made", () => {
    const format = "jwk" as const;
    const key = { key: { kty: "OKP", crv: "Ed25519", x: base64Url(neutral) }, format };
    expect(verify(null, Buffer.from("any message"), key, anySignature)).toBe(true);
  });
});
