// Names with `*` for any part, as filters and agents write them.

export type Matches = (name: string) => boolean;

/** Whether a name fits one of the patterns. */
export function createMatcher(patterns: readonly string[]): Matches {
  const exact = new Set(patterns.filter((pattern) => !pattern.includes("*")));
  const open = patterns.filter((pattern) => pattern.includes("*")).map((pattern) => pattern.split("*"));
  return (name) => exact.has(name) || open.some((parts) => fits(name, parts));
}

/** Each part is looked for behind the one before, so no pattern can take long. */
function fits(name: string, parts: readonly string[]): boolean {
  const [first = "", ...others] = parts;
  const last = others.pop() ?? "";
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false;
  let from = first.length;
  for (const part of others) {
    const at = name.indexOf(part, from);
    if (at === -1 || at + part.length > name.length - last.length) return false;
    from = at + part.length;
  }
  return true;
}
