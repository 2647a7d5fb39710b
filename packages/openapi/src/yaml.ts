// The YAML reader, the only file that knows it, loaded when a document is not JSON.

/** Values of a document once every alias is written out. A few lines of aliases of aliases would be billions. */
const VALUES_MAX = 5_000_000;
/** Levels of a document once every alias is written out. */
const MAX_DEPTH = 1_000;

/**
 * Reads YAML as JSON has it: the core schema, so a date stays a string, and no value that is part of itself.
 * @throws Error with the line and what is wrong there
 */
export async function parseYaml(text: string): Promise<unknown> {
  const { CORE_SCHEMA, load } = await import("js-yaml");
  const value = load(text, { schema: CORE_SCHEMA });
  // Without an anchor there is no alias.
  if (text.includes("&")) refuseBombs(value);
  return value;
}

function refuseBombs(root: unknown): void {
  /** Of each object: how many values it is; of one that is being counted, none yet. */
  const counts = new Map<object, number | undefined>();
  const countOf = (value: unknown, depth: number): number => {
    if (typeof value !== "object" || value === null) return 1;
    if (counts.has(value)) {
      const known = counts.get(value);
      if (known === undefined) throw new Error("an alias is part of what it stands for");
      return known;
    }
    if (depth > MAX_DEPTH) throw new Error(`its aliases nest deeper than ${MAX_DEPTH} levels`);
    counts.set(value, undefined);
    let count = 1;
    for (const member of Object.values(value)) count += countOf(member, depth + 1);
    if (count > VALUES_MAX) throw new Error(`with its aliases written out it has more than ${VALUES_MAX} values`);
    counts.set(value, count);
    return count;
  };
  countOf(root, 0);
}
