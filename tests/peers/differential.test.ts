// The official SDK as an oracle: every input goes to both servers, and the answers must look the same to a caller,
// unless the table of differences says how they differ and why.

import { describe, expect, test } from "vitest";
import { type Difference, REASONS } from "./differential-differences.ts";
import { type Input, toRequest } from "./differential-inputs.ts";
import { HANDSHAKE_INPUTS } from "./differential-inputs-handshake.ts";
import { HTTP_INPUTS } from "./differential-inputs-http.ts";
import { STATELESS_INPUTS } from "./differential-inputs-stateless.ts";
import { observe } from "./differential-observe.ts";
import { ours, theirs } from "./differential-servers.ts";

const INPUTS: readonly Input[] = [...HANDSHAKE_INPUTS, ...STATELESS_INPUTS, ...HTTP_INPUTS];
const LISTED: readonly (readonly [name: string, difference: Difference])[] = REASONS.flatMap(({ inputs }) => Object.entries(inputs));
const DIFFERENCES: ReadonlyMap<string, Difference> = new Map(LISTED);

describe("our answer and the oracle's look the same, or differ as listed [wire.differential]", () => {
  test.each(INPUTS)("$name", async (input) => {
    const seen: Difference = {
      ours: await observe(await ours()(toRequest(input)), input),
      theirs: await observe(await theirs()(toRequest(input)), input),
    };
    const listed = DIFFERENCES.get(input.name);

    // A listed difference never holds two equal answers, so one that is gone fails here as well.
    if (listed === undefined) expect(seen.ours).toBe(seen.theirs);
    else expect(seen).toEqual(listed);
  });
});

test("every input has a name of its own", () => {
  expect(repeated(INPUTS.map(({ name }) => name))).toEqual([]);
});

test("every listed difference is one, of one input, for one reason with a row of the checklist", () => {
  const names = INPUTS.map(({ name }) => name);
  expect(LISTED.filter(([name]) => !names.includes(name)).map(([name]) => name)).toEqual([]);
  expect(repeated(LISTED.map(([name]) => name))).toEqual([]);
  expect(LISTED.filter(([, difference]) => difference.ours === difference.theirs)).toEqual([]);
  expect(REASONS.filter(({ rows }) => rows.length === 0)).toEqual([]);
});

function repeated(names: readonly string[]): readonly string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}
