// A value that a document's schema takes is taken by the published one, and the reverse. The document is judged by
// another interpreter in its own dialect; where both differ on purpose the reason is data, in semantic/exceptions.ts.

import { expect, test } from "vitest";
import { compare } from "./semantic/compare.ts";
import { corpus, corpusNames, readSubject } from "./semantic/document.ts";
import { EXCEPTIONS } from "./semantic/exceptions.ts";
import { FEATURES } from "./semantic/features.ts";
import { valuesOf } from "./semantic/generate.ts";
import { openPublished } from "./semantic/published.ts";

const SEED = 20_261_130;

test.each(FEATURES)(
  "$version, $name: the tool takes what it should and refuses what it should",
  async ({ version, schemas, valid, invalid }) => {
    const judge = (await openPublished({ version, schemas }))(Object.keys(schemas)[0] ?? "");
    expect(valid.filter((value) => !judge(value))).toEqual([]);
    expect(invalid.filter(judge)).toEqual([]);
  },
);

test.each(FEATURES)(
  "$version, $name: both interpreters agree on values made for it",
  async ({ version, schemas, valid, invalid, exceptions = [] }) => {
    const sample = { seed: SEED, count: 200, values: [...valid, ...invalid] };
    const { unexplained, used } = await compare({ version, schemas }, Object.keys(schemas).slice(0, 1), sample);
    expect(unexplained).toEqual([]);
    expect([...used]).toEqual(exceptions);
  },
);

test("every exception is one that some feature needs [openapi.same-meaning]", () => {
  const needed = new Set(FEATURES.flatMap(({ exceptions = [] }) => exceptions));
  expect(EXCEPTIONS.filter(({ name, reason }) => !needed.has(name) || reason === "").map(({ name }) => name)).toEqual([]);
});

const names = corpusNames();

if (names.length === 0) test.skip("the documents of the corpus, which lie beside the repository, are not here", () => {});

/** Schemas compared of one document, spread over all of them. */
const SCHEMAS = 40;

test.each(names)("both interpreters agree on values made for the schemas of %s", async (name) => {
  const subject = await readSubject(new URL(name, corpus).pathname);
  const all = Object.keys(subject.schemas);
  const every = Math.ceil(all.length / SCHEMAS);
  const { compared, valid, unexplained } = await compare(
    subject,
    all.filter((_, index) => index % every === 0),
    { seed: SEED, count: 30 },
  );
  expect(unexplained).toEqual([]);
  // A comparison of nothing but refusals would hold too.
  expect(valid).toBeGreaterThan(compared / 10);
  expect(valid).toBeLessThan(compared);
});

/** Characters of a schema, so few that most are opened. */
const SCHEMA_MAX_CHARS = 1_000;

test.each(names)("a schema of %s that was opened takes whatever the whole one takes", async (name) => {
  const subject = await readSubject(new URL(name, corpus).pathname);
  const whole = await openPublished(subject);
  const opened = await openPublished(subject, SCHEMA_MAX_CHARS);
  const all = Object.keys(subject.schemas);
  const every = Math.ceil(all.length / SCHEMAS);
  const refused = all
    .filter((_, index) => index % every === 0)
    .flatMap((schema) => valuesOf(subject.schemas[schema], subject.schemas, { seed: SEED, count: 20 }).map((value) => ({ schema, value })))
    .filter(({ schema, value }) => whole(schema)(value) && !opened(schema)(value));
  expect(refused).toEqual([]);
});
