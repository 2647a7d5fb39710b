// References, followed only where the specification allows one. A document is never dereferenced: what is behind a
// reference is looked up when it is needed.

import { isObject } from "@toolcrib/core";

/** A value and the document it stands in: `""` is the document itself, others go by their URL. */
export interface Located {
  readonly value: unknown;
  readonly base: string;
}

/** How many references may lead to one another before one is taken for a circle. */
const HOPS_MAX = 32;

export class References {
  readonly #documents: ReadonlyMap<string, unknown>;
  readonly #found = new Map<string, Located | undefined>();

  /** @param documents by URL; `""` is the one that is read */
  constructor(documents: ReadonlyMap<string, unknown>) {
    this.#documents = documents;
  }

  /** What a value stands for: itself, or, where it is a reference, what that leads to; undefined where it leads nowhere. */
  follow(located: Located): Located | undefined {
    let current: Located | undefined = located;
    for (let hop = 0; hop < HOPS_MAX && current !== undefined; hop += 1) {
      const reference = referenceOf(current.value);
      if (reference === undefined) return current;
      current = this.find(toAbsolute(reference, current.base));
    }
    return undefined;
  }

  /** What stands at an absolute reference. */
  find(reference: string): Located | undefined {
    if (!this.#found.has(reference)) this.#found.set(reference, this.#look(reference));
    return this.#found.get(reference);
  }

  #look(reference: string): Located | undefined {
    const hash = reference.indexOf("#");
    const base = reference.slice(0, hash);
    let value = this.#documents.get(base);
    for (const name of toNames(reference.slice(hash + 1))) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
      value = (value as Readonly<Record<string, unknown>>)[name];
    }
    return value === undefined ? undefined : { value, base };
  }
}

/** The text of a reference. A property that is merely named `$ref` holds an object or stands where none is allowed. */
export function referenceOf(value: unknown): string | undefined {
  return isObject(value) && typeof value.$ref === "string" ? value.$ref : undefined;
}

/** A reference with the document it leads into, always with a `#`. */
export function toAbsolute(reference: string, base: string): string {
  if (reference.startsWith("#")) return base + reference;
  const [document = "", fragment = ""] = reference.split("#", 2);
  return `${resolveUrl(document, base)}#${fragment}`;
}

export function resolveUrl(reference: string, base: string): string {
  try {
    return new URL(reference, base === "" ? undefined : base).href;
  } catch {
    return reference;
  }
}

/** The names along a JSON pointer in a fragment (RFC 6901 section 6). */
function toNames(fragment: string): readonly string[] {
  if (fragment === "" || fragment === "/") return [];
  let text = fragment;
  try {
    if (fragment.includes("%")) text = decodeURIComponent(fragment);
  } catch {
    // Not percent-encoded after all.
  }
  return text
    .slice(1)
    .split("/")
    .map((name) => (name.includes("~") ? name.replaceAll("~1", "/").replaceAll("~0", "~") : name));
}
