// A server that lives long holds no more after many calls than after a few. `pnpm soak` does the same a million times.

import { schema, tool } from "@toolcrib/tools";
import { describe, expect, test } from "vitest";
import { call, handshake, handshakeCall, post, serve, stateless } from "../../packages/server/test/mcp.ts";
import { countTimers, heldBytes } from "./garbage.ts";

const FLAT_BYTES = 1_048_576;
const add = tool({ description: "x", input: schema.Object({ a: schema.Integer() }), execute: async ({ a }) => ({ sum: a + 1 }) });
const asks = tool({
  description: "x",
  ask: (_args, { answers }) => (answers.length === 0 ? { message: "?", form: schema.Object({}) } : undefined),
  execute: () => 1,
});

describe("modelcontextprotocol/typescript-sdk#2090, garrytan/gbrain#2844, modelcontextprotocol/python-sdk#756, modelcontextprotocol/python-sdk#1221: memory", () => {
  const handler = serve({ add, asks });
  const VISITS: Readonly<Record<string, (turn: number) => Request>> = {
    "calls of 2026-07-28": (turn) => call("add", { a: turn }),
    "calls of 2025-11-25": (turn) => handshakeCall("add", { a: turn }, { id: turn }),
    "handshakes that nobody follows up": (turn) =>
      handshake("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: `${turn}`, version: "1" } }),
    "lists and discoveries": (turn) => (turn % 2 === 0 ? stateless("tools/list") : stateless("server/discover")),
    "questions that nobody answers": () => call("asks", {}, { capabilities: { elicitation: {} } }),
    "cancellations of calls that never were": (turn) =>
      post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: `${turn}` } }),
    "refused arguments, each with a name of its own": (turn) => call("add", { [`a${turn}`]: 1 }),
    "tools nobody knows, each with a name of its own": (turn) => call(`tool-${turn}`),
  };

  test.each(Object.entries(VISITS))(
    "is the same after three thousand more: %s",
    async (_what, toRequest) => {
      const visit = async (count: number) => {
        for (let turn = 0; turn < count; turn += 1) await (await handler(toRequest(turn))).text();
      };
      const timers = countTimers();
      await visit(500);
      const before = await heldBytes();
      await visit(3_000);
      expect((await heldBytes()) - before).toBeLessThan(FLAT_BYTES);
      expect(timers()).toBe(0);
    },
    60_000,
  );

  test("is freed while a busy server never comes to rest, not only afterwards", async () => {
    // Peaks between collections, a hundred calls at a time without one turn of the event loop in between.
    const peaks: number[] = [];
    for (let round = 0; round < 40; round += 1) {
      await Promise.all(Array.from({ length: 100 }, async (_, turn) => (await handler(handshakeCall("add", { a: turn }))).text()));
      peaks.push(process.memoryUsage().heapUsed);
    }
    expect(Math.max(...peaks) - Math.min(...peaks)).toBeLessThan(128 * 1_048_576);
  });
});
