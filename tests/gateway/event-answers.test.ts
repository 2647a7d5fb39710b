// Answers that come as streams of events, and streams that break off.

import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { type ChangingServer, entry, type Message, serveChanging } from "./changing-server.ts";
import { connect, textOf } from "./client.ts";
import { startGateway } from "./gateway.ts";

/** A server that answers calls as the test says; `resume` is asked with the id of the last event that arrived. */
async function serveEvents(parts: {
  readonly call: (response: ServerResponse, message: Message) => void;
  readonly resume?: (response: ServerResponse, lastId: string) => void;
}): Promise<ChangingServer> {
  const server = await serveChanging([entry("find")]);
  server.interfere = (request, response, message) => {
    const lastId = request.headers["last-event-id"];
    const isResume = request.method === "GET" && typeof lastId === "string" && parts.resume !== undefined;
    if (message.method !== "tools/call" && !isResume) return false;
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (isResume) parts.resume?.(response, String(lastId));
    else parts.call(response, message);
    return true;
  };
  return server;
}

const event = (id: string, message: object) => `id: ${id}\ndata: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`;

const resultOf = (text: string) => ({ content: [{ type: "text", text }] });

test("an error is an answer, also as an event with an id: it is told at once, and nothing is asked for again", async () => {
  const server = await serveEvents({
    call: (response, { id }) => response.end(event("1", { id, error: { code: -32000, message: "no such order" } })),
    resume: (response) => response.end(),
  });
  const client = await connect(await startGateway({ up: { mcp: server.url } }));
  const startedMs = performance.now();
  const result = await client.callTool({ name: "up__find", arguments: {} });
  expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining("no such order")]);
  expect(performance.now() - startedMs).toBeLessThan(900);
  expect(server.requests.filter(({ headers }) => "last-event-id" in headers)).toEqual([]);
});

test("a stream that breaks off after an event with an id is opened again where it ended, as often as it takes", async () => {
  let callId: number | undefined;
  const asked: string[] = [];
  const server = await serveEvents({
    call(response, { id }) {
      callId = id;
      response.write("retry: 10\nid: a\ndata:\n\n", () => response.destroy());
    },
    resume(response, lastId) {
      asked.push(lastId);
      if (lastId === "b") response.end(event("c", { id: callId, result: resultOf("found") }));
      else response.write("id: b\ndata:\n\n", () => response.destroy());
    },
  });
  const client = await connect(await startGateway({ up: { mcp: server.url } }));
  expect(textOf(await client.callTool({ name: "up__find", arguments: {} }))).toBe("found");
  expect(asked).toEqual(["a", "b"]);
});

test("a stream that breaks off before any id is lost: nobody knows what became of the call, and it is not sent again", async () => {
  const server = await serveEvents({
    call: (response) => response.write(": working\n\n", () => response.destroy()),
    resume: (response) => response.end(),
  });
  const client = await connect(await startGateway({ up: { mcp: server.url } }));
  const result = await client.callTool({ name: "up__find", arguments: {} });
  expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining("outcome")]);
  expect(server.requests.filter(({ method }) => method === "tools/call")).toHaveLength(1);
  expect(server.requests.filter(({ headers }) => "last-event-id" in headers)).toEqual([]);
});
