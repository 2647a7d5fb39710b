// How many inputs each target gets: a modest number from one seed as a part of the suite, and as many as somebody likes
// by hand, `pnpm fuzz engine 1000000 --seed 7`. A failure prints the seed, so that it can be had again.

import { INPUT_MS } from "./invariants.ts";

export const SEED = Number(process.env.FUZZ_SEED ?? 20_260_728);

/** The number of inputs: what the suite takes, or what was asked for by hand. */
export const runs = (modest: number): number => Number(process.env.FUZZ_RUNS ?? modest);

/** What fast-check is told. */
export const parameters = (modest: number) => ({
  numRuns: runs(modest),
  seed: SEED,
  timeout: INPUT_MS,
  endOnFailure: process.env.FUZZ_RUNS !== undefined,
});

/** How long vitest waits: shrinking a failure takes long too. */
export const TEST_MS = process.env.FUZZ_RUNS === undefined ? 60_000 : 86_400_000;
