// Junk for the token reader: each input starts from a token that a real key signed, or from nothing, and is bent at
// random. Every one must be refused with an AuthError, within 50 ms, unless it is a valid token to the byte.
// `pnpm fuzz token` for a million of them.

import { AuthError, verifyCallToken } from "@toolcrib/core";
import { expect, test } from "vitest";
import { createChance } from "./chance.ts";
import { runs, SEED, TEST_MS } from "./runs.ts";
import { REALM, validTokens } from "./token-valid.ts";
import { waysToBend } from "./token-ways.ts";

const SLOW_MS = 50;
const COUNT = runs(3_000);

test(
  `${COUNT} bent tokens of the seed ${SEED} are refused, each for a reason and in time`,
  async () => {
    const chance = createChance(SEED);
    const valid = await validTokens(chance);
    const ways = waysToBend(valid, chance);

    async function refusalOf(token: string) {
      const startMs = performance.now();
      const refusal = await verifyCallToken(token, { ...REALM, findKey: valid.findKey }).then(
        () => "accepted",
        (error: unknown) => (error instanceof AuthError ? error.code : `another error: ${error}`),
      );
      return { refusal, ms: performance.now() - startMs };
    }
    /** Time as the input costs it, not as a busy machine does: a slow one is tried again, and its best time counts. */
    async function judged(token: string) {
      const first = await refusalOf(token);
      let { ms } = first;
      for (let retry = 0; ms >= SLOW_MS / 2 && retry < 5; retry += 1) ms = Math.min(ms, (await refusalOf(token)).ms);
      return { ...first, ms };
    }

    // Were a valid one refused, the run would prove nothing.
    for (const token of valid.tokens) expect((await refusalOf(token)).refusal).toBe("accepted");
    const codes = new Map<string, number>();
    const findings: unknown[] = [];
    for (let done = 1; done <= COUNT && findings.length < 5; done += 1) {
      const way = chance.pick(Object.keys(ways));
      let token = ways[way]?.() ?? "";
      // What came out as it went in proves nothing.
      while (valid.tokens.includes(token)) token = ways[way]?.() ?? "";
      const { refusal, ms } = await judged(token);
      codes.set(refusal, (codes.get(refusal) ?? 0) + 1);
      if (refusal === "accepted" || refusal.startsWith("another error") || ms >= SLOW_MS)
        findings.push({ way, refusal, ms, token: token.slice(0, 2_000) });
      if (done % 100_000 === 0) console.log(`${done} tokens`);
    }
    expect(findings).toEqual([]);
    expect(codes.size).toBeGreaterThan(4);
  },
  TEST_MS,
);
