// JSON-RPC messages: right ones of both eras, bent in a few places, written, and bent again as text.

import fc from "fast-check";
import { strangeText, strangeValue } from "./strange-values.ts";

export interface Message {
  /** The body. */
  readonly text: string;
  /** The message it was written from, before it was bent as text. */
  readonly value: unknown;
  /** The headers that a right client sends with the message it was made from. */
  readonly headers: Readonly<Record<string, string>>;
}

type Node = Record<string, unknown>;

const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};
const TOOLS = ["echo", "strict", "parsed", "asks", "approves", "fails", "reports", "mirrored", "output"];
const ARGS = { text: "a", n: 1, list: ["a"], choice: { kind: "a" }, city: "Paris" };

const stateless = (method: string, params: object, name?: string) => ({
  value: { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: { ...ENVELOPE, progressToken: 1 } } },
  headers: {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(name === undefined ? {} : { "mcp-name": name, "mcp-param-city": "Paris" }),
  },
});
const handshake = (method: string, params: object = {}, id: object = { id: 1 }) => ({
  value: { jsonrpc: "2.0", ...id, method, params },
  headers: { "mcp-protocol-version": "2025-11-25" },
});

const RIGHT: readonly { readonly value: unknown; readonly headers: Readonly<Record<string, string>> }[] = [
  ...TOOLS.map((name) => stateless("tools/call", { name, arguments: ARGS }, name)),
  ...TOOLS.map((name) => handshake("tools/call", { name, arguments: ARGS, _meta: { progressToken: "t" } })),
  stateless(
    "tools/call",
    { name: "asks", arguments: {}, requestState: "e30.AAAA", inputResponses: { answer: { action: "accept", content: {} } } },
    "asks",
  ),
  stateless("tools/list", {}),
  stateless("tools/list", { cursor: "next" }),
  stateless("server/discover", {}),
  stateless("subscriptions/listen", { notifications: {} }),
  handshake("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "c", version: "1" } }),
  handshake("ping"),
  handshake("tools/list", { cursor: "next" }),
  handshake("notifications/cancelled", { requestId: 1 }, {}),
  handshake("notifications/initialized", {}, {}),
  {
    value: [
      { jsonrpc: "2.0", id: 1, method: "ping" },
      { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "echo" } },
    ],
    headers: {},
  },
];

/** One change at one place of a value. */
const bend = fc.record({
  how: fc.constantFrom("replace", "drop", "add", "wrap", "rename", "swap" as const),
  at: fc.nat(200),
  name: strangeText,
  value: strangeValue,
});
type Bend = typeof bend extends fc.Arbitrary<infer Change> ? Change : never;

/** Every member and item inside, by the object or list that holds it. */
function places(value: unknown, found: [Node, string][] = []): [Node, string][] {
  if (typeof value !== "object" || value === null || found.length > 200) return found;
  for (const key of Object.keys(value)) {
    found.push([value as Node, key]);
    places((value as Node)[key], found);
  }
  return found;
}

/** As JSON.parse does it: `__proto__` is a member like any other. */
const set = (node: Node, key: string, value: unknown) => {
  // A list's length is no member of it.
  if (!(Array.isArray(node) && key === "length"))
    Object.defineProperty(node, key, { value, enumerable: true, configurable: true, writable: true });
};

const clone = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function apply(root: Node, { how, at, name, value: shared }: Bend): void {
  const value = clone(shared);
  const all = places(root);
  const [node, key] = all[at % all.length] ?? [root, "root"];
  if (how === "replace") set(node, key, value);
  if (how === "drop") delete node[key];
  if (how === "add") set(node, name, value);
  if (how === "wrap") set(node, key, at % 2 === 0 ? [node[key]] : { [name]: node[key] });
  if (how === "rename") {
    set(node, name, node[key]);
    delete node[key];
  }
  const [other, otherKey] = all[(at * 7) % all.length] ?? [root, "root"];
  if (how === "swap") [node[key], other[otherKey]] = [clone(other[otherKey] ?? null), clone(node[key] ?? null)];
}

/** One change at one place of a text. */
const splice = fc.record({
  at: fc.nat(),
  cut: fc.nat(4),
  put: fc.oneof(
    fc.constantFrom(
      '"',
      "\\",
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      "null",
      "1e999",
      "-0",
      "\\ud800",
      "//",
      "NaN",
      "\ufeff",
      '"id":2,',
      '"method":"ping",',
      '"__proto__":1,',
      "[".repeat(5_000),
    ),
    strangeText,
  ),
});

interface Splice {
  readonly at: number;
  readonly cut: number;
  readonly put: string;
}

const spliced = (text: string, { at, cut, put }: Splice) => {
  const place = at % (text.length + 1);
  return text.slice(0, place) + put + text.slice(place + cut);
};

/** Mostly one or two places: a message bent everywhere is refused at once. */
const someBends: fc.Arbitrary<readonly Bend[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.array(bend, { minLength: 1, maxLength: 3 }) },
);
const someSplices: fc.Arbitrary<readonly Splice[]> = fc.oneof(
  { weight: 4, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(splice, { minLength: 1, maxLength: 2 }) },
);

export const message: fc.Arbitrary<Message> = fc
  .record({
    right: fc.constantFrom(...RIGHT),
    bends: someBends,
    splices: someSplices,
  })
  .map(({ right, bends, splices }) => {
    const root: Node = { root: clone(right.value) };
    for (const change of bends) apply(root, change);
    const text = JSON.stringify(root.root) ?? "";
    return { text: splices.reduce(spliced, text), value: root.root, headers: right.headers };
  });
