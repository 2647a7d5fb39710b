// Inputs of the 2026-07-28 revision, in which every request stands alone.

import { type Input, posted, stateless } from "./differential-inputs.ts";

const META = "io.modelcontextprotocol/";
const echo = { name: "echo", arguments: { text: "hello" } };
const claims = (revision: unknown) => ({ [`${META}protocolVersion`]: revision });
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const callWith = (args: string) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "echo", arguments: 0, _meta: { ...claims("2026-07-28"), [`${META}clientCapabilities`]: {} } },
  }).replace('"arguments":0', `"arguments":${args}`);
const callHeaders = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "echo" };
const route = (name: string, args: Readonly<Record<string, unknown>>, headers: Readonly<Record<string, string>> = {}) =>
  stateless(`stateless: ${name}`, "tools/call", { name: "route", arguments: args }, { headers });

export const STATELESS_INPUTS: readonly Input[] = [
  stateless("stateless: discover", "server/discover"),
  stateless("stateless: tools/list", "tools/list"),
  stateless("stateless: tools/list with an unknown cursor", "tools/list", { cursor: "nowhere" }),
  stateless("stateless: call", "tools/call", echo),
  stateless("stateless: stray session headers", "tools/call", echo, { headers: { "mcp-session-id": "stray", "last-event-id": "7" } }),
  stateless("stateless: unsupported version in header and body", "tools/call", echo, {
    headers: { "mcp-protocol-version": "2099-01-01" },
    meta: claims("2099-01-01"),
  }),
  stateless("stateless: header of another version", "tools/call", echo, { headers: { "mcp-protocol-version": "2025-11-25" } }),
  stateless("stateless: header missing", "tools/call", echo, { headers: { "mcp-protocol-version": undefined } }),
  posted("stateless: no _meta", { jsonrpc: "2.0", id: 1, method: "tools/call", params: echo }, callHeaders),
  stateless("stateless: _meta without a version", "tools/call", echo, { meta: claims(undefined) }),
  stateless("stateless: version is a number", "tools/call", echo, { meta: claims(20260728) }),
  stateless("stateless: _meta without capabilities", "tools/call", echo, { meta: { [`${META}clientCapabilities`]: undefined } }),
  stateless("stateless: capabilities are a text", "tools/call", echo, { meta: { [`${META}clientCapabilities`]: "all" } }),
  stateless("stateless: envelope of a handshake revision", "tools/call", echo, {
    headers: { "mcp-protocol-version": "2025-11-25" },
    meta: claims("2025-11-25"),
  }),
  posted("stateless: params are an array", { jsonrpc: "2.0", id: 1, method: "tools/call", params: ["echo"] }, callHeaders),
  posted(
    "stateless: notification",
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
    { "mcp-protocol-version": "2026-07-28", "mcp-method": "notifications/cancelled" },
  ),
  stateless("stateless: Mcp-Method missing", "tools/call", echo, { headers: { "mcp-method": undefined } }),
  stateless("stateless: Mcp-Method differs", "tools/call", echo, { headers: { "mcp-method": "tools/list" } }),
  stateless("stateless: Mcp-Name missing", "tools/call", echo, { headers: { "mcp-name": undefined } }),
  stateless("stateless: Mcp-Name differs", "tools/call", echo, { headers: { "mcp-name": "fails" } }),
  stateless("stateless: Mcp-Name in Base64", "tools/call", echo, { headers: { "mcp-name": "=?base64?ZWNobw==?=" } }),
  stateless("stateless: Mcp-Name in bad Base64", "tools/call", echo, { headers: { "mcp-name": "=?base64?ZWNo*w==?=" } }),
  route(
    "arguments repeated in headers",
    { region: "eu", limit: 42, dry: true },
    { "mcp-param-region": "eu", "mcp-param-limit": "42", "mcp-param-dry": "true" },
  ),
  route("argument not repeated", { region: "eu" }),
  route("repeated argument differs", { region: "eu" }, { "mcp-param-region": "us" }),
  route("repeated integer is compared as a number", { region: "eu", limit: 42 }, { "mcp-param-region": "eu", "mcp-param-limit": "42.0" }),
  route("repeated boolean differs in case", { region: "eu", dry: true }, { "mcp-param-region": "eu", "mcp-param-dry": "True" }),
  route("repeated argument in Base64", { region: "Zürich" }, { "mcp-param-region": "=?base64?WsO8cmljaA==?=" }),
  route("repeated argument in bad Base64", { region: "Zürich" }, { "mcp-param-region": "=?base64?WsO8cmljaA?=" }),
  route("header of an absent argument", { region: "eu" }, { "mcp-param-region": "eu", "mcp-param-limit": "42" }),
  stateless("stateless: unknown method", "tools/unheard"),
  stateless("stateless: ping", "ping"),
  stateless("stateless: initialize", "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  }),
  stateless("stateless: logging/setLevel", "logging/setLevel", { level: "info" }),
  stateless("stateless: unknown tool", "tools/call", { name: "nothing" }),
  stateless("stateless: tool named __proto__", "tools/call", { name: "__proto__" }),
  stateless("stateless: tool named constructor", "tools/call", { name: "constructor" }),
  stateless("stateless: call without a name", "tools/call", { arguments: {} }),
  stateless("stateless: name is a number", "tools/call", { name: 7, arguments: {} }),
  stateless("stateless: arguments are a text", "tools/call", { name: "echo", arguments: "hello" }),
  stateless("stateless: argument of a wrong type", "tools/call", { name: "echo", arguments: { text: 7 } }),
  posted("stateless: argument named __proto__", callWith('{"text":"hello","__proto__":{"admin":true}}'), callHeaders),
  posted("stateless: argument with half a surrogate pair", callWith('{"text":"\\ud800"}'), callHeaders),
  posted("stateless: arguments nested 20,000 deep", callWith(deep(20_000)), callHeaders),
  stateless("stateless: handler throws", "tools/call", { name: "fails" }),
  stateless("stateless: result breaks the output schema", "tools/call", { name: "lies" }),
  stateless("stateless: structured content is an array", "tools/call", { name: "lists" }),
  stateless("stateless: result of 2 MiB", "tools/call", { name: "big" }),
  stateless("stateless: tool has to ask, nobody to ask", "tools/call", { name: "asks" }),
  stateless("stateless: tool has to ask", "tools/call", { name: "asks" }, { meta: { [`${META}clientCapabilities`]: { elicitation: {} } } }),
  stateless(
    "stateless: request state that nobody wrote",
    "tools/call",
    { name: "asks", requestState: "forged", inputResponses: {} },
    { meta: { [`${META}clientCapabilities`]: { elicitation: {} } } },
  ),
  stateless("stateless: progress without a token", "tools/call", { name: "steps" }),
  stateless("stateless: progress with a number token", "tools/call", { name: "steps" }, { meta: { progressToken: 7 } }),
  stateless("stateless: progress with token 0", "tools/call", { name: "steps" }, { meta: { progressToken: 0 } }),
  stateless("stateless: progress with an empty token", "tools/call", { name: "steps" }, { meta: { progressToken: "" } }),
  stateless("stateless: Accept missing", "tools/call", echo, { headers: { accept: undefined } }),
  stateless(
    "stateless: Accept JSON only, with progress",
    "tools/call",
    { name: "steps" },
    { headers: { accept: "application/json" }, meta: { progressToken: 7 } },
  ),
  stateless("stateless: Accept stream only", "tools/call", echo, { headers: { accept: "text/event-stream" } }),
  stateless("stateless: subscription", "subscriptions/listen", { notifications: { toolsListChanged: true } }, { endless: true }),
  posted("stateless: batch", [{ jsonrpc: "2.0", id: 1, method: "tools/list" }], { "mcp-protocol-version": "2026-07-28" }),
  posted("stateless: a response is posted", { jsonrpc: "2.0", id: 1, result: {} }, { "mcp-protocol-version": "2026-07-28" }),
];
