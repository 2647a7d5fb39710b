// Inputs of the revisions with a handshake.

import { handshake, type Input, posted } from "./differential-inputs.ts";

const hello = { capabilities: {}, clientInfo: { name: "test", version: "1" } };
const initialize = (name: string, protocolVersion?: string) =>
  handshake(name, "initialize", { ...hello, protocolVersion }, { headers: { "mcp-protocol-version": undefined } });
const echo = { name: "echo", arguments: { text: "hello" } };
const ping = (id: unknown) => ({ jsonrpc: "2.0", id, method: "ping" });
const at = (revision: string | undefined) => ({ "mcp-protocol-version": revision });

export const HANDSHAKE_INPUTS: readonly Input[] = [
  initialize("handshake: initialize 2025-11-25", "2025-11-25"),
  initialize("handshake: initialize 2025-06-18", "2025-06-18"),
  initialize("handshake: initialize 2025-03-26", "2025-03-26"),
  initialize("handshake: initialize 2024-11-05", "2024-11-05"),
  initialize("handshake: initialize with an unknown version", "1999-01-01"),
  initialize("handshake: initialize with 2026-07-28", "2026-07-28"),
  initialize("handshake: initialize without a version"),
  posted("handshake: notifications/initialized", { jsonrpc: "2.0", method: "notifications/initialized" }, at("2025-11-25")),
  posted(
    "handshake: notifications/cancelled",
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
    at("2025-11-25"),
  ),
  posted("handshake: unknown notification", { jsonrpc: "2.0", method: "notifications/unheard" }, at("2025-11-25")),
  posted(
    "handshake: notification with params of an array",
    { jsonrpc: "2.0", method: "notifications/initialized", params: [] },
    at("2025-11-25"),
  ),
  posted(
    "handshake: notification nested too deep",
    `{"jsonrpc":"2.0","method":"notifications/initialized","params":${'{"a":'.repeat(100)}1${"}".repeat(100)}}`,
    at("2025-11-25"),
  ),
  handshake("handshake: ping", "ping"),
  handshake("handshake: no version header", "tools/list", {}, { headers: at(undefined) }),
  handshake("handshake: unsupported version header", "tools/list", {}, { headers: at("1999-01-01") }),
  handshake("handshake: unknown method", "tools/unheard", {}),
  handshake("handshake: method of an undeclared capability", "resources/list", {}),
  handshake("handshake: tools/list", "tools/list", {}),
  handshake("handshake: tools/list with an unknown cursor", "tools/list", { cursor: "nowhere" }),
  handshake("handshake: call", "tools/call", echo),
  handshake("handshake: stray session headers", "tools/call", echo, { headers: { "mcp-session-id": "stray", "last-event-id": "7" } }),
  handshake("handshake: unknown tool", "tools/call", { name: "nothing" }),
  handshake("handshake: tool named __proto__", "tools/call", { name: "__proto__" }),
  handshake("handshake: tool named constructor", "tools/call", { name: "constructor" }),
  handshake("handshake: call without a name", "tools/call", { arguments: {} }),
  handshake("handshake: arguments are an array", "tools/call", { name: "echo", arguments: ["hello"] }),
  posted("handshake: params are an array", { jsonrpc: "2.0", id: 1, method: "tools/call", params: ["echo"] }, at("2025-11-25")),
  handshake("handshake: argument of a wrong type", "tools/call", { name: "echo", arguments: { text: 7 } }),
  handshake("handshake: argument missing", "tools/call", { name: "echo", arguments: {} }),
  handshake("handshake: argument too many", "tools/call", { name: "echo", arguments: { text: "hello", loud: true } }),
  handshake("handshake: handler throws", "tools/call", { name: "fails" }),
  handshake("handshake: result breaks the output schema", "tools/call", { name: "lies" }),
  handshake("handshake: structured content is an array", "tools/call", { name: "lists" }),
  handshake("handshake: result of 2 MiB", "tools/call", { name: "big" }),
  handshake("handshake: tool has to ask", "tools/call", { name: "asks" }),
  handshake("handshake: progress without a token", "tools/call", { name: "steps" }),
  handshake("handshake: progress with a text token", "tools/call", { name: "steps" }, { meta: { progressToken: "p" } }),
  handshake("handshake: progress with token 0", "tools/call", { name: "steps" }, { meta: { progressToken: 0 } }),
  handshake("handshake: progress with an empty token", "tools/call", { name: "steps" }, { meta: { progressToken: "" } }),
  handshake("handshake: Accept missing", "ping", undefined, { headers: { accept: undefined } }),
  handshake("handshake: Accept */*", "ping", undefined, { headers: { accept: "*/*" } }),
  handshake("handshake: Accept JSON only", "ping", undefined, { headers: { accept: "application/json" } }),
  handshake(
    "handshake: Accept JSON only, with progress",
    "tools/call",
    { name: "steps" },
    { headers: { accept: "application/json" }, meta: { progressToken: 1 } },
  ),
  posted("handshake: batch at 2025-03-26", [ping(1), ping(2)], at("2025-03-26")),
  posted("handshake: batch without a version header", [ping(1), ping(2)]),
  posted("handshake: batch of notifications at 2025-03-26", [{ jsonrpc: "2.0", method: "notifications/initialized" }], at("2025-03-26")),
  posted("handshake: batch with a member that is no message", [ping(1), 7], at("2025-03-26")),
  posted("handshake: batch at 2025-06-18", [ping(1), ping(2)], at("2025-06-18")),
  posted("handshake: batch at 2025-11-25", [ping(1), ping(2)], at("2025-11-25")),
  posted("handshake: empty batch at 2025-03-26", [], at("2025-03-26")),
  posted(
    "handshake: batch of 33",
    Array.from({ length: 33 }, (_, id) => ping(id)),
    at("2025-03-26"),
  ),
  posted("handshake: a response is posted", { jsonrpc: "2.0", id: 1, result: {} }, at("2025-11-25")),
];
