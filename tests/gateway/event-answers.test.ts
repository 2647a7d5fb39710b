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

const notice = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "working" } };

const resultOf = (text: string) => ({ content: [{ type: "text", text }] });

test("an error is an answer, also as an event with an id: it is told at once, and nothing is asked for again", async () => {
  const server = await serveEvents({
    call: (response, { id }) => response.end(event("1", { id, error: { code: -32000, message: "no such order" } })),
    resume: (response) => response.end(),
  });
  const client = await connect(await startGateway({ up: { mcp: server.url } }));
  const result = await client.callTool({ name: "up__find", arguments: {} });
  expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining("no such order")]);
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

test.each([
  ["a session that is forgotten", (response: ServerResponse) => response.writeHead(404)],
  ["a server that knows no stream any more", (response: ServerResponse) => response.writeHead(405)],
  ["a connection that is closed", (response: ServerResponse) => response.destroy()],
])(
  "a call that can't be resumed was made all the same: it is not sent again, and nobody says it was not delivered (%s)",
  async (_why, refuse) => {
    const server = await serveChanging([entry("find")]);
    server.interfere = (request, response, { id, method }) => {
      response.setHeader("mcp-session-id", "one");
      if (method === "tools/call") response.writeHead(200, { "content-type": "text/event-stream" }).end("retry: 10\nid: a\ndata:\n\n");
      else if ("last-event-id" in request.headers) refuse(response).end();
      else return false;
      return id !== undefined || request.method === "GET";
    };
    const client = await connect(await startGateway({ up: { mcp: server.url } }));
    const result = await client.callTool({ name: "up__find", arguments: {} });
    expect(server.requests.filter(({ method }) => method === "tools/call")).toHaveLength(1);
    expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining("the outcome is unknown")]);
  },
);

test("a server that ends its stream after each event, to be asked again, is asked until the call has its answer", async () => {
  let callId: number | undefined;
  const asked: string[] = [];
  const server = await serveEvents({
    call(response, { id }) {
      callId = id;
      response.end("retry: 10\nid: 0\ndata:\n\n");
    },
    resume(response, lastId) {
      asked.push(lastId);
      const next = String(Number(lastId) + 1);
      response.end(lastId === "11" ? event(next, { id: callId, result: resultOf("found") }) : `id: ${next}\ndata:\n\n`);
    },
  });
  const client = await connect(await startGateway({ up: { mcp: server.url } }));
  expect(textOf(await client.callTool({ name: "up__find", arguments: {} }))).toBe("found");
  expect(asked).toHaveLength(12);
});

test("a stream that brings nothing more is given up", async () => {
  const asked: string[] = [];
  const server = await serveEvents({
    call: (response) => response.end("retry: 10\nid: a\ndata:\n\n"),
    resume(response, lastId) {
      asked.push(lastId);
      response.end("id: a\ndata:\n\n");
    },
  });
  const client = await connect(await startGateway({ up: { mcp: server.url } }));
  expect(textOf(await client.callTool({ name: "up__find", arguments: {} }))).toContain("the outcome is unknown");
  expect(asked).toHaveLength(5);
});

test.each([
  ["in another case", "Text/Event-Stream; Charset=UTF-8", (message: object) => `data: ${JSON.stringify(message)}\n\n`],
  ["as a batch", "text/event-stream", (message: object) => `data: ${JSON.stringify([notice, message])}\n\n`],
  [
    "between events of other types",
    "text/event-stream",
    (message: object) => `event: ping\ndata: now\n\n\ndata: ${JSON.stringify(message)}\n\n`,
  ],
])("an answer is read whose stream comes %s", async (_how, type, write) => {
  const server = await serveChanging([entry("find")]);
  server.interfere = (_request, response, { id, method }) => {
    if (method !== "tools/call") return false;
    response.writeHead(200, { "content-type": type }).end(write({ jsonrpc: "2.0", id, result: resultOf("found") }));
    return true;
  };
  const client = await connect(await startGateway({ up: { mcp: server.url } }));
  expect(textOf(await client.callTool({ name: "up__find", arguments: {} }))).toBe("found");
});
