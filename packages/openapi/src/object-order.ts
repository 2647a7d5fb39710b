// JSON that is put together as text has its members in the order in which they were written. An object has those first
// whose names are whole numbers, in their order; a reader that parses and writes would list them so, and so do we.

/** A name that may stand first in an object, wherever it was written. */
export function isIndex(name: string): boolean {
  const first = name.charCodeAt(0);
  return first >= ZERO && first <= NINE;
}

const ZERO = "0".charCodeAt(0);
const NINE = "9".charCodeAt(0);

/** The same JSON with its members in the order that an object gives them. */
export function inObjectOrder(json: string): string {
  return JSON.stringify(JSON.parse(json));
}
