import { CALL_TOKEN, SIGNING_KEY } from "@toolcrib/core";
import { describe, expect, test } from "vitest";
import { SigningKeys } from "../src/identity/signing-keys.ts";
import { createSeal } from "../src/state/seal.ts";
import { openStateStore } from "../src/state/state-store.ts";

const DAY_MS = 86_400_000;

async function setUp() {
  const clock = { ms: 1_000_000 };
  const store = openStateStore(":memory:", createSeal("k".repeat(32)));
  const keys = await SigningKeys.open(store, () => clock.ms);
  const published = () => (JSON.parse(keys.jwks()) as { readonly keys: readonly { readonly kid: string }[] }).keys.map(({ kid }) => kid);
  return { clock, store, keys, published };
}

describe("signing keys", () => {
  test("one is made, published and signs at once; another start finds it", async () => {
    const { store, clock, keys, published } = await setUp();
    expect(published()).toEqual([(await keys.current()).kid]);
    const again = await SigningKeys.open(store, () => clock.ms);
    expect((await again.current()).kid).toBe((await keys.current()).kid);
  });

  test("the next one is published a day before it signs, the last one until its tokens have ended", async () => {
    const { clock, keys, published } = await setUp();
    const first = (await keys.current()).kid;
    await keys.rotate();
    const [, second] = published();
    expect(published()).toEqual([first, second]);
    clock.ms += SIGNING_KEY.announceMs - 1;
    expect((await keys.current()).kid).toBe(first);
    clock.ms += 1;
    expect((await keys.current()).kid).toBe(second);
    expect(published()).toEqual([first, second]);
    clock.ms += CALL_TOKEN.maxLifeS * 1_000 + SIGNING_KEY.lingerMs;
    expect(published()).toEqual([second]);
  });

  test("they rotate by themselves after ninety days, without a gap", async () => {
    const { clock, keys, published } = await setUp();
    const signers = new Set<string>();
    for (let day = 0; day < 200; day += 1) {
      await keys.maintain();
      const { kid } = await keys.current();
      signers.add(kid);
      expect(published()).toContain(kid);
      expect(published().length).toBeLessThanOrEqual(2);
      clock.ms += DAY_MS;
    }
    expect(signers.size).toBe(3);
  });

  test("one that got out is withdrawn at once", async () => {
    const { keys, published } = await setUp();
    const first = (await keys.current()).kid;
    await keys.rotate({ isCompromised: true });
    const { kid } = await keys.current();
    expect(kid).not.toBe(first);
    expect(published()).toEqual([kid]);
  });

  test("the document says what RFC 7517 wants, and no algorithm", async () => {
    const { keys } = await setUp();
    const [key] = (JSON.parse(keys.jwks()) as { readonly keys: readonly object[] }).keys;
    expect(Object.keys(key ?? {}).sort()).toEqual(["crv", "kid", "kty", "use", "x"]);
  });
});
