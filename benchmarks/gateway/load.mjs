// Calls of one tool by a number of clients, each with a session and a connection of its own and one call at a time.

import { Client } from "undici";

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const TEXT = "the quick brown fox jumps over the lazy dog";

/** @returns calls a second, and the latency of each in milliseconds, sorted */
export async function load({ url, headers = {}, tool, clients, warmUpMs, measuredMs }) {
  const { origin, pathname } = new URL(url);
  const callers = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new Client(origin);
      const send = createSend(client, pathname, headers);
      const initialize = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "load", version: "1" } };
      const first = await send({ id: 0, method: "initialize", params: initialize });
      const session = first.headers["mcp-session-id"];
      const more = { "mcp-protocol-version": "2025-06-18", ...(session === undefined ? {} : { "mcp-session-id": session }) };
      await send({ method: "notifications/initialized" }, more);
      return { client, call: (id) => send({ id, method: "tools/call", params: { name: tool, arguments: { text: TEXT } } }, more) };
    }),
  );
  const run = async (durationMs) => {
    const latencies = [];
    const endMs = performance.now() + durationMs;
    await Promise.all(
      callers.map(async ({ call }) => {
        for (let id = 1; performance.now() < endMs; id += 1) {
          const startedMs = performance.now();
          const { text } = await call(id);
          if (!text.includes(TEXT) || text.includes("isError")) throw new Error(`not an echo: ${text.slice(0, 300)}`);
          latencies.push(performance.now() - startedMs);
        }
      }),
    );
    return latencies;
  };
  return {
    warmUp: () => run(warmUpMs),
    async measure() {
      const startedMs = performance.now();
      const latencies = await run(measuredMs);
      return { perS: (latencies.length / (performance.now() - startedMs)) * 1_000, latencies: latencies.sort((a, b) => a - b) };
    },
    close: () => Promise.all(callers.map(({ client }) => client.close())),
  };
}

function createSend(client, path, own) {
  return async (message, more = {}) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    const answer = await client.request({ method: "POST", path, headers: { ...HEADERS, ...own, ...more }, body });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`status ${answer.statusCode}: ${text.slice(0, 300)}`);
    return { headers: answer.headers, text };
  };
}
