// The same load over the older SSE transport, by the official client: all that mcp-hub serves.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";

const TEXT = "the quick brown fox jumps over the lazy dog";

// The client adds a listener to one signal with each message and takes none off; Node's warnings of it would bury the table.
process.removeAllListeners("warning");

export async function createSseLoad({ url, tool, clients, warmUpMs, measuredMs }) {
  const callers = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new Client({ name: "load", version: "1" });
      await client.connect(new SSEClientTransport(new URL(url)));
      return client;
    }),
  );
  const run = async (durationMs) => {
    const latencies = [];
    const endMs = performance.now() + durationMs;
    await Promise.all(
      callers.map(async (client) => {
        while (performance.now() < endMs) {
          const startedMs = performance.now();
          const { content } = await client.callTool({ name: tool, arguments: { text: TEXT } });
          if (content[0]?.text !== TEXT) throw new Error(`not an echo: ${JSON.stringify(content)}`);
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
    close: () => Promise.all(callers.map((client) => client.close())),
  };
}
