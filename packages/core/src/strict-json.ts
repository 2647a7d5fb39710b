// JSON that means one thing to every reader. JSON.parse takes the last of two members with one name, another reader the
// first; what was signed and what is acted on could then be two things (RFC 8725 section 2.5). Read strictly, a text
// with a repeated name, a name that reaches for a prototype, or too deep a nest is no JSON at all.

/** Strings, and what stands between them; values that are neither hold no name. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/**
 * Parses a text strictly.
 * @throws SyntaxError that says what is wrong, and quotes nothing of it
 */
export function parseStrictJson(text: string, maxDepth: number): unknown {
  // JSON.parse holds the grammar; a text it took can be read token by token.
  const value: unknown = JSON.parse(text);
  const open: (Set<string> | undefined)[] = [];
  let last = "";
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") {
      open.push(token === "{" ? new Set() : undefined);
      if (open.length > maxDepth) throw new SyntaxError(`nested deeper than ${maxDepth} levels`);
    } else if (token === "}" || token === "]") open.pop();
    else if (token === ":") addName(open.at(-1), JSON.parse(last));
    else last = token;
  }
  return value;
}

function addName(names: Set<string> | undefined, name: string): void {
  if (names === undefined || name === "__proto__") throw new SyntaxError("a member is named __proto__");
  if (names.has(name)) throw new SyntaxError("a member's name is repeated");
  names.add(name);
}
