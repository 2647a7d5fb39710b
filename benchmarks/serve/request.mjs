// The request every subject gets, built anew for each call as a server's adapter builds it: the headers that Node's
// own fetch sends for an MCP client, and one body text. A subject that needs another revision gets that revision's
// headers and nothing else is different.

export const URL_TEXT = "http://127.0.0.1:3000/mcp";
export const ECHOED = "The quick brown fox jumps over the lazy dog";

const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: { text: ECHOED } } };
const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A function that builds the request of one revision, with further headers where a subject verifies its callers. */
export function requestOf(revision, credentials = {}) {
  const isStateless = revision === "2026-07-28";
  const body = JSON.stringify(isStateless ? { ...call, params: { ...call.params, _meta: envelope } } : call);
  const headers = {
    host: "127.0.0.1:3000",
    connection: "keep-alive",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    accept: "application/json, text/event-stream",
    "accept-language": "*",
    "accept-encoding": "gzip, deflate",
    "sec-fetch-mode": "cors",
    "user-agent": "node",
    "mcp-protocol-version": revision,
    ...(isStateless ? { "mcp-method": "tools/call", "mcp-name": "echo" } : {}),
    ...credentials,
  };
  return () => new Request(URL_TEXT, { method: "POST", headers, body });
}
