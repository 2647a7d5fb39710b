// What travels beside a call and its result: progress, cancellation, deadlines, questions.

import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import { content, schema, tool } from "@toolcrib/tools";
import type { Tool } from "@toolcrib/tools/run";
import { expect, test } from "vitest";
import { connect, textOf } from "./client.ts";
import { listen, startGateway } from "./gateway.ts";
import { serveCounter } from "./upstreams.ts";

/** A server that verifies nobody, on this machine. */
function serve(tools: Readonly<Record<string, Tool>>): Promise<string> {
  return listen(nodeListener(serveTools(tools, { auth: "none", log() {} })));
}

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

for (const mode of ["auto", "legacy"] as const) {
  test(`progress reaches the client that asked for it, and nobody else, in order (${mode}) [gateway.progress]`, async () => {
    const count = tool({
      description: "Counts",
      input: schema.Object({ name: schema.String() }),
      async execute({ name }, { progress }) {
        for (const step of [1, 2, 3]) {
          progress(`${name} ${step}`, { progress: step, total: 3 });
          await later(5);
        }
        return name;
      },
    });
    const started = await startGateway({ up: { mcp: await serve({ count }) } });
    const heard = await Promise.all(
      ["a", "b", "c", "d", "e", "f"].map(async (name) => {
        const client = await connect(started, mode);
        const messages: unknown[] = [];
        const result = await client.callTool(
          { name: "up__count", arguments: { name } },
          { onprogress: (progress) => void messages.push(progress) },
        );
        expect(textOf(result)).toBe(name);
        return messages;
      }),
    );
    for (const [index, name] of ["a", "b", "c", "d", "e", "f"].entries()) {
      expect(heard[index]).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3, message: `${name} ${progress}` })));
    }
  });

  test(`a client that cancels ends the call at the server, and no other (${mode}) [gateway.cancel]`, async () => {
    const ended: Record<string, string> = {};
    const running: Record<string, () => void> = {};
    const wait = tool({
      description: "Waits",
      input: schema.Object({ name: schema.String() }),
      execute: ({ name }, { signal, progress }) =>
        new Promise<string>((resolve, reject) => {
          running[name] = () => resolve(name);
          signal.addEventListener("abort", () => {
            ended[name] = (signal.reason as { readonly code: string }).code;
            reject(signal.reason);
          });
          progress("waiting");
        }),
    });
    const started = await startGateway({ up: { mcp: await serve({ wait }) } }, { agents: { other: { tools: ["*"] } } });
    const { url, token } = started.gateway.agents.other as { readonly url: string; readonly token: string };
    const other = { url, headers: { authorization: `Bearer ${token}` } };
    const controller = new AbortController();
    // Of two clients with one token a handshake revision can't tell whose request "1" is meant: nobody has a session.
    const call = async (name: string, signal?: AbortSignal) =>
      (await connect(name === "kept" ? other : started, mode)).callTool(
        { name: "up__wait", arguments: { name } },
        { ...(signal === undefined ? {} : { signal }), onprogress() {} },
      );
    const cancelled = call("cancelled", controller.signal).catch((error: unknown) => error);
    const kept = call("kept");
    await expect.poll(() => Object.keys(running).sort()).toEqual(["cancelled", "kept"]);
    controller.abort();
    await expect.poll(() => ended.cancelled, { timeout: 1_000 }).toMatch(/client_disconnected|cancelled/);
    expect(ended.kept).toBeUndefined();
    running.kept?.();
    expect(textOf(await kept)).toBe("kept");
    expect(await cancelled).toBeInstanceOf(Error);
  });
}

test("a call is cut off at its source's deadline, which each progress starts again; the server is told", async () => {
  const ended: string[] = [];
  const until = (signal: AbortSignal, name: string) => signal.addEventListener("abort", () => ended.push(name));
  const silent = tool({
    description: "Says nothing",
    timeoutMs: 60_000,
    execute: (_args, { signal }) =>
      new Promise(() => {
        until(signal, "silent");
      }),
  });
  const talking = tool({
    description: "Says that it is there",
    timeoutMs: 60_000,
    async execute(_args, { progress }) {
      for (let step = 0; step < 5; step += 1) {
        await later(400);
        progress();
      }
      return "done";
    },
  });
  const started = await startGateway({ up: { mcp: await serve({ silent, talking }), timeoutMs: 1_000 } });
  const client = await connect(started);
  const [cut, whole] = await Promise.all([
    client.callTool({ name: "up__silent", arguments: {} }),
    client.callTool({ name: "up__talking", arguments: {} }),
  ]);
  expect(textOf(cut)).toMatch(/^tool up__silent timed out after 10\d\dms; the outcome is unknown/);
  expect(textOf(whole)).toBe("done");
  await expect.poll(() => ended).toEqual(["silent"]);
});

test("nothing is sent after the end of a call", async () => {
  let report: (() => void) | undefined;
  const leave = tool({
    description: "Goes on after its answer",
    execute(_args, { progress }) {
      report = () => progress("too late");
      return "done";
    },
  });
  const client = await connect(await startGateway({ up: { mcp: await serve({ leave }) } }));
  const messages: unknown[] = [];
  await client.callTool({ name: "up__leave", arguments: {} }, { onprogress: (progress) => void messages.push(progress) });
  report?.();
  await later(50);
  expect(messages).toEqual([]);
});

test("a server's question is asked of the caller, and its answer brought back [wire.asked-upstreams]", async () => {
  const refund = tool({
    description: "Refunds",
    input: schema.Object({ orderId: schema.String() }),
    ask: (_args, { answers }) =>
      [
        { key: "why", message: "Why?", form: schema.Object({ why: schema.String() }) },
        { key: "sure", message: "Sure?", form: schema.Object({ sure: schema.Boolean() }) },
      ][answers.length],
    execute: ({ orderId }, { answers, callId }) => ({ orderId, answers, callId }),
  });
  const started = await startGateway({ up: { mcp: await serve({ refund }) } });
  const client = await connect(started);
  const asked: string[] = [];
  client.setRequestHandler("elicitation/create", (({ params }: { params: { message: string } }) => {
    asked.push(params.message);
    return { action: "accept", content: params.message === "Why?" ? { why: "broken" } : { sure: true } };
  }) as never);
  const { structuredContent } = await client.callTool({ name: "up__refund", arguments: { orderId: "o-1" } });
  expect(structuredContent).toMatchObject({ orderId: "o-1", answers: [{ why: "broken" }, { sure: true }] });
  expect(asked).toEqual(["Why?", "Sure?"]);
});

test("a server's request for approval is passed on, and refused it does not run", async () => {
  const runs: string[] = [];
  const close = tool({
    description: "Closes the account",
    approval: "always",
    execute() {
      runs.push("closed");
      return "closed";
    },
  });
  const client = await connect(await startGateway({ up: { mcp: await serve({ close }) } }));
  let consent = false;
  client.setRequestHandler("elicitation/create", (() => ({ action: "accept", content: { approve: consent } })) as never);
  expect(textOf(await client.callTool({ name: "up__close", arguments: {} }))).toContain("did not run: it was not approved");
  consent = true;
  expect(textOf(await client.callTool({ name: "up__close", arguments: {} }))).toBe("closed");
  expect(runs).toEqual(["closed"]);
});

test("a caller who can't be asked is told what is missing, and nothing runs", async () => {
  const close = tool({ description: "Closes", approval: "always", execute: () => "closed" });
  const client = await connect(await startGateway({ up: { mcp: await serve({ close }) } }), "legacy");
  const result = await client.callTool({ name: "up__close", arguments: {} });
  expect(result.isError).toBe(true);
  expect(textOf(result)).toContain("did not run: it has to ask a person");
});

test("content of every kind arrives as it was", async () => {
  const image = content.image("iVBORw0KGgo=", "image/png");
  const mixed = tool({ description: "Mixes", execute: () => [content.text("a"), image, content.resource({ uri: "x://y", text: "z" })] });
  const client = await connect(await startGateway({ up: { mcp: await serve({ mixed }) } }));
  const result = await client.callTool({ name: "up__mixed", arguments: {} });
  expect(result.content).toEqual([
    { type: "text", text: "a" },
    { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
    { type: "resource", resource: { uri: "x://y", text: "z" } },
  ]);
});

test("a lost session is opened anew, once, and the call succeeds [gateway.sessions]", async () => {
  const { url, sessions, counts } = await serveCounter();
  const client = await connect(await startGateway({ counter: { mcp: url } }));
  const count = async () => textOf(await client.callTool({ name: "counter__increment", arguments: {} }));
  expect([await count(), await count()]).toEqual(["1", "2"]);
  const before = counts.initialize;
  sessions.clear();
  expect(await count()).toBe("1");
  expect(counts.initialize).toBe(before + 1);
});

test("a warm call opens no session", async () => {
  const { url, counts } = await serveCounter();
  const client = await connect(await startGateway({ counter: { mcp: url } }));
  for (let index = 0; index < 5; index += 1) await client.callTool({ name: "counter__increment", arguments: {} });
  // One that lists, one for the agent.
  expect(counts.initialize).toBe(2);
});
