// One handler for everybody at once: no call is answered with another one's, and no client has to wait its turn.

import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import { testRuntime } from "@toolcrib/testing";
import { schema, tool } from "@toolcrib/tools";
import { describe, expect, test } from "vitest";
import { call, events, handshake, handshakeCall, json, serve } from "../../packages/server/test/mcp.ts";
import { listen } from "../attacks/served.ts";

const PEOPLE = Array.from({ length: 200 }, (_, index) => `person-${index}`);
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe("vercel/mcp-handler a9c7af5, GHSA-345p-7cg4-v4c7, cloudflare/agents#848: two hundred calls at once, each for another person", () => {
  const who = tool({
    description: "Says who asked, after giving everybody else a turn",
    input: schema.Object({ name: schema.String() }),
    execute: async ({ name }, { identity, progress, callId }) => {
      progress(identity.subject);
      for (let turn = 0; turn < Number(name.split("-")[1]) % 5; turn += 1) await nextTurn();
      progress(identity.subject);
      return { name, subject: identity.subject, context: identity.context, callId };
    },
  });

  test("each hears of its own subject, context and call, and of its own progress alone", async () => {
    const runtime = await testRuntime();
    const handler = serveTools({ who }, runtime.options);
    const answers = await Promise.all(
      PEOPLE.map(async (subject) => {
        const heard: (string | undefined)[] = [];
        const options = {
          subject,
          context: { of: subject },
          callId: `call-${subject}`,
          onProgress: ({ message }: { readonly message?: string }) => heard.push(message),
        };
        const { structuredContent } = await runtime.callTool(handler, "https://shop.test/mcp", "who", { name: subject }, options);
        return { structuredContent, heard };
      }),
    );
    expect(answers).toEqual(
      PEOPLE.map((subject) => ({
        structuredContent: { name: subject, subject, context: { of: subject }, callId: `call-${subject}` },
        heard: [subject, subject],
      })),
    );
  });

  test("over one request id and one progress token, as clients that know nothing of each other have them", async () => {
    const handler = serve({ who });
    const answers = await Promise.all(PEOPLE.map((name) => events(handler(call("who", { name }, { id: 0, meta: { progressToken: 0 } })))));
    expect(answers.map((messages) => (messages.at(-1)?.result.structuredContent as { readonly name?: unknown })?.name)).toEqual(PEOPLE);
    expect(answers.map((messages) => messages.length)).toEqual(PEOPLE.map(() => 3));
  });

  test("one that is cancelled leaves the others running, also under the same request id", async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => void (release = resolve));
    const wait = tool({
      description: "x",
      execute: async () => {
        await gate;
        return "done";
      },
    });
    const handler = serve({ wait });
    const running = ["a", "a", "b"].map((id) => json(handler(handshakeCall("wait", {}, { id }))));
    // Two callers nobody can tell apart have the id "a": neither is stopped by whoever cancels "a".
    const cancel = { method: "notifications/cancelled", params: { requestId: "a" } };
    const request = handshake(cancel.method, cancel.params);
    const { id: _none, ...notification } = JSON.parse(await request.clone().text());
    expect((await handler(new Request(request, { body: JSON.stringify(notification) }))).status).toBe(202);
    release();
    expect((await Promise.all(running)).map(({ result }) => result.content[0].text)).toEqual(["done", "done", "done"]);
  });
});

describe("confluentinc/mcp-confluent#122, perplexityai/modelcontextprotocol#117, dynatrace-oss/dynatrace-mcp#383: one handler, a hundred clients", () => {
  const add = tool({
    description: "x",
    input: schema.Object({ a: schema.Integer() }),
    execute: async ({ a }) => {
      await nextTurn();
      return { sum: a + 1 };
    },
  });
  const clients = Array.from({ length: 100 }, (_, index) => index);
  const greeting = () =>
    handshake("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "c", version: "1" } });

  /** All that a client does: greets, says so, lists, calls, and calls in the other era; all clients at once. */
  async function visit(send: (request: Request) => Promise<Response>, client: number) {
    const greeted = await json(send(greeting()));
    const listed = await json(send(handshake("tools/list")));
    const first = await json(send(handshakeCall("add", { a: client }, { id: client })));
    const second = await json(send(call("add", { a: client + 1 }, { id: `${client}` })));
    expect([greeted.result.protocolVersion, (listed.result.tools as unknown as readonly unknown[]).length]).toEqual(["2025-11-25", 1]);
    return [first.id, first.result.structuredContent, second.id, second.result.structuredContent];
  }
  const expected = clients.map((client) => [client, { sum: client + 1 }, `${client}`, { sum: client + 2 }]);

  test("in one process", async () => {
    const handler = serve({ add });
    expect(await Promise.all(clients.map((client) => visit(handler, client)))).toEqual(expected);
  });

  test("on one socket server, over one listener", async () => {
    const origin = await listen(nodeListener(serve({ add })));
    const send = async (request: Request) => fetch(origin, { method: "POST", headers: request.headers, body: await request.text() });
    expect(await Promise.all(clients.map((client) => visit(send, client)))).toEqual(expected);
  });

  test("behind two listeners at once", async () => {
    const handler = serve({ add });
    const origins = [await listen(nodeListener(handler)), await listen(nodeListener(handler))];
    const sendTo = (origin: string) => async (request: Request) =>
      fetch(origin, { method: "POST", headers: request.headers, body: await request.text() });
    expect(await Promise.all(origins.map((origin, client) => visit(sendTo(origin), client)))).toEqual(expected.slice(0, 2));
  });
});
