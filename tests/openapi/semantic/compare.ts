// One schema, many values, two verdicts.

import type { Subject } from "./document.ts";
import { EXCEPTIONS, withoutAny } from "./exceptions.ts";
import { valuesOf } from "./generate.ts";
import { type Judge, type Original, openOriginal } from "./original.ts";
import { openPublished } from "./published.ts";

export interface Difference {
  readonly schema: string;
  readonly value: unknown;
  readonly original: boolean;
  readonly published: boolean;
}

export interface Comparison {
  readonly compared: number;
  /** Of these, how many the document itself takes. */
  readonly valid: number;
  readonly unexplained: readonly Difference[];
  /** Names of exceptions that explained something. */
  readonly used: ReadonlySet<string>;
}

interface Pair {
  readonly original: Original;
  readonly published: (name: string) => Judge;
}

export interface Sample {
  readonly seed: number;
  /** Values made for each schema. */
  readonly count: number;
  /** Further values for each. */
  readonly values?: readonly unknown[];
}

export async function compare(subject: Subject, names: readonly string[], { values = [], ...sample }: Sample): Promise<Comparison> {
  const pairs = new Map<string, Promise<Pair>>();
  const pairOf = (key: string, make: () => Subject) => {
    const known = pairs.get(key) ?? open(make());
    pairs.set(key, known);
    return known;
  };
  const used = new Set<string>();
  const unexplained: Difference[] = [];
  let [compared, valid] = [0, 0];
  for (const name of names) {
    const judges = await judgesOf(await pairOf("", () => subject), name);
    for (const value of [...values, ...valuesOf(subject.schemas[name], subject.schemas, sample)]) {
      const [original, published] = judges.map((judge) => judge(value));
      compared += 1;
      if (original) valid += 1;
      if (original === published) continue;
      const reasons = await explain(name, value);
      if (reasons === undefined) unexplained.push({ schema: name, value, original: original === true, published: published === true });
      else for (const reason of reasons) used.add(reason);
    }
  }
  for (const pair of pairs.values()) (await pair).original.close();
  return { compared, valid, unexplained, used };

  /** The exception without which both agree, or, where only all of them together are enough, none by name. */
  async function explain(name: string, value: unknown): Promise<readonly string[] | undefined> {
    for (const exception of EXCEPTIONS) if (await agree(exception.name, () => exception.without(subject))) return [exception.name];
    return (await agree("all", () => withoutAny(subject))) ? [] : undefined;

    async function agree(key: string, make: () => Subject): Promise<boolean> {
      const [original, published] = await judgesOf(await pairOf(key, make), name);
      return original(value) === published(value);
    }
  }
}

async function open(subject: Subject): Promise<Pair> {
  return { original: openOriginal(subject), published: await openPublished(subject) };
}

async function judgesOf({ original, published }: Pair, name: string): Promise<readonly [Judge, Judge]> {
  return [await original.judgeOf(name), published(name)];
}
