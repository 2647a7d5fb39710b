// One spelling for one server. The runtime writes a server's URL into each token and the server compares it byte for
// byte, so both bring it into the same form with this one function: the runtime when a definition is saved, the server
// when it starts. Spellings that `new URL` would quietly repair are refused instead: a repaired audience is a guess.

import { isLoopbackHost } from "./loopback.ts";

/** Parts that `new URL` repairs, resolves or hides, and that no configured server URL needs. */
const REPAIRED = [
  [/[\s\\]/, "has white space or a backslash"],
  [/[?#]/, "has a query or a fragment"],
  [/%2f|%5c|%2e/i, "has an encoded slash or dot"],
  [/\/\.{1,2}(\/|$)/, "has a dot segment"],
  [/:\/\/[^/]*@/, "has credentials"],
  [/:\/\/[^/]*\.(:\d+)?(\/|$)/, "has a host that ends with a dot"],
] as const;

/**
 * The canonical form of a server's public URL: lower-case host, no default port, no slash at the end.
 * @throws Error that completes the sentence "the audience …"
 */
export function toAudience(text: string): string {
  const wrong = REPAIRED.find(([pattern]) => pattern.test(text));
  if (wrong !== undefined) throw new Error(`${wrong[1]}; write it as https://tools.example.com/mcp`);
  const url = parseUrl(text);
  if (url === undefined) throw new Error("is no URL; write it as https://tools.example.com/mcp");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopbackHost(url.host))) {
    throw new Error("must be https; http is for a loopback host alone");
  }
  return `${url.origin}${url.pathname.replace(/\/$/, "")}`;
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
