// Inputs that HTTP or JSON-RPC refuses before any revision matters.

import { type Input, posted, stateless } from "./differential-inputs.ts";

const ping = (message: Readonly<Record<string, unknown>>) => ({ jsonrpc: "2.0", method: "ping", ...message });
const at = { "mcp-protocol-version": "2025-11-25" };
const call = (name: string, headers: Readonly<Record<string, string | undefined>>) =>
  stateless(`http: ${name}`, "tools/call", { name: "echo", arguments: { text: "hello" } }, { headers });
const callWithId = (name: string, id: unknown) =>
  stateless(`http: ${name}`, "tools/call", { name: "echo", arguments: { text: "hello" } }, { id });

export const HTTP_INPUTS: readonly Input[] = [
  { name: "http: GET", method: "GET", headers: { accept: "text/event-stream" } },
  { name: "http: DELETE", method: "DELETE", headers: {} },
  { name: "http: PUT", method: "PUT", headers: { "content-type": "application/json" }, body: "{}" },
  { name: "http: OPTIONS", method: "OPTIONS", headers: { origin: "http://localhost:5173", "access-control-request-method": "POST" } },
  posted("http: bad JSON", '{"jsonrpc":', at),
  posted("http: empty body", "", at),
  posted("http: body is null", "null", at),
  posted("http: body is a number", "7", at),
  posted("http: no jsonrpc", { id: 1, method: "ping" }, at),
  posted("http: jsonrpc 1.0", ping({ id: 1, jsonrpc: "1.0" }), at),
  posted("http: id is null", ping({ id: null }), at),
  posted("http: id is a fraction", ping({ id: 1.5 }), at),
  posted("http: id is an object", ping({ id: {} }), at),
  posted("http: no method", { jsonrpc: "2.0", id: 1 }, at),
  posted("http: method is a number", ping({ id: 1, method: 7 }), at),
  callWithId("id 0", 0),
  callWithId("id is empty", ""),
  callWithId("id is negative", -1),
  callWithId("id is long", "i".repeat(300)),
  call("text/plain", { "content-type": "text/plain" }),
  call("no content type", { "content-type": undefined }),
  call("content type with a parameter", { "content-type": "application/json; charset=utf-8" }),
  call("content type in capitals", { "content-type": "APPLICATION/JSON" }),
  call("application/json-patch+json", { "content-type": "application/json-patch+json" }),
  call("compressed body", { "content-encoding": "gzip" }),
  call("foreign Origin", { origin: "https://evil.example" }),
  call("Origin null", { origin: "null" }),
  call("foreign Host", { host: "evil.example" }),
  posted("http: body of 5 MiB", JSON.stringify({ text: "x".repeat(5 * 1_048_576) }), at),
];
