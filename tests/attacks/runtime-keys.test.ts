// Whose keys a server takes for its runtime's, and how often it asks for them.

import { generateKeyPairSync, randomBytes } from "node:crypto";
import { testRuntime } from "@toolcrib/testing";
import { afterEach, describe, expect, test, vi } from "vitest";
import { base64Url, newKey } from "./forge.ts";
import { publishedRuntime } from "./published-runtime.ts";
import { expectRefused, serveWatched } from "./served.ts";

afterEach(() => vi.unstubAllEnvs());

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
