// Whoever can write the key document could plant a key that needs no private half.

import { verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import { base64Url, claimsOf, headerOf, inputOf, newKey } from "./forge.ts";
import { publishedRuntime } from "./published-runtime.ts";
import { expectRefused, forgedCall, SHOP, withHeaders } from "./served.ts";

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
