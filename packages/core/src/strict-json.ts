// JSON that means one thing to every reader. JSON.parse takes the last of two members with one name, another reader the
// first; what was signed and what is acted on could then be two things (RFC 8725 section 2.5). Read strictly, a text
// with a repeated name, a name that reaches for a prototype, or too deep a nest is no JSON at all.

const [QUOTE, COLON, BACKSLASH, OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = ['"', ":", "\\", "{", "}", "[", "]"].map(
  (character) => character.charCodeAt(0),
);
/** White space of JSON, all below or at this code: what else is there, JSON.parse has refused. */
const SPACE = 0x20;

/**
 * Parses a text strictly.
 * @throws SyntaxError that says what is wrong, and quotes nothing of it
 */
export function parseStrictJson(text: string, maxDepth: number): unknown {
  // JSON.parse holds the grammar; a text it took can be read by its brackets and strings alone.
  const value: unknown = JSON.parse(text);
  const open: (Set<string> | undefined)[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      const end = endOfString(text, index);
      if (isName(text, end)) addName(open.at(-1), text.slice(index, end));
      index = end - 1;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      open.push(code === OPEN_OBJECT ? new Set() : undefined);
      if (open.length > maxDepth) throw new SyntaxError(`nested deeper than ${maxDepth} levels`);
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) open.pop();
  }
  return value;
}

/** The index behind the closing quotation mark of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

/** An odd number of backslashes before a character escapes it. */
function isEscaped(text: string, index: number): boolean {
  let start = index;
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (index - start) % 2 === 1;
}

/** Only a member's name is followed by a colon. */
function isName(text: string, end: number): boolean {
  let next = end;
  while (text.charCodeAt(next) <= SPACE) next += 1;
  return text.charCodeAt(next) === COLON;
}

function addName(names: Set<string> | undefined, quoted: string): void {
  const name: string = quoted.includes("\\") ? JSON.parse(quoted) : quoted.slice(1, -1);
  if (name === "__proto__") throw new SyntaxError("a member is named __proto__");
  if (names?.has(name) === true) throw new SyntaxError("a member's name is repeated");
  names?.add(name);
}
