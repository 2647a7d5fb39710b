/** Chance of a seed: the same seed gives the same run. */
export interface Chance {
  /** A number below `end`. */
  readonly below: (end: number) => number;
  readonly pick: <Item>(list: readonly Item[]) => Item;
  /** One to `most` of what `make` gives. */
  readonly times: <Item>(most: number, make: () => Item) => Item[];
  readonly bytes: (length: number) => Buffer;
}

export function createChance(seed: number): Chance {
  let state = seed;
  /** Mulberry32. */
  function below(end: number): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * end);
  }
  return {
    below,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    times: (most, make) => Array.from({ length: 1 + below(most) }, make),
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
