// Public reports about what a real client does with an answer: the official SDK's, of both lines, over a socket.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { nodeListener } from "@toolcrib/server/node";
import { schema, tool } from "@toolcrib/tools";
import type { Tool } from "@toolcrib/tools/run";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { serve } from "../../packages/server/test/mcp.ts";

/** What of either line's client these tests use. */
interface Peer {
  listTools(): Promise<{
    readonly tools: readonly { readonly name: string; readonly inputSchema: object; readonly outputSchema?: object | undefined }[];
  }>;
  call(
    name: string,
    args?: object,
    options?: { timeout?: number; resetTimeoutOnProgress?: boolean; onprogress?: () => void; signal?: AbortSignal },
  ): Promise<unknown>;
}

async function connectV1(url: URL): Promise<Peer> {
  const client = new ClientV1({ name: "peer", version: "1" });
  onTestFinished(() => client.close());
  // The SDK's own types disagree with each other under exactOptionalPropertyTypes.
  await client.connect(new TransportV1(url) as Transport);
  return {
    listTools: () => client.listTools(),
    call: (name, args = {}, options) => client.callTool({ name, arguments: { ...args } }, undefined, options),
  };
}

const connectV2 =
  (pin?: string) =>
  async (url: URL): Promise<Peer> => {
    const client = new ClientV2({ name: "peer", version: "1" }, pin === undefined ? {} : { versionNegotiation: { mode: { pin } } });
    onTestFinished(() => client.close());
    await client.connect(new TransportV2(url));
    return {
      listTools: () => client.listTools(),
      call: (name, args = {}, options) => client.callTool({ name, arguments: { ...args } }, options),
    };
  };

const CLIENTS: readonly (readonly [string, (url: URL) => Promise<Peer>])[] = [
  ["SDK v1", connectV1],
  ["SDK v2", connectV2()],
  ["SDK v2, pinned to 2026-07-28", connectV2("2026-07-28")],
];

async function start(tools: Readonly<Record<string, Tool>>): Promise<URL> {
  const handler = serve(tools);
  const server = createServer(nodeListener(handler));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    handler.close();
    server.close();
    server.closeAllConnections();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

describe.each(CLIENTS)("%s", (_name, connect) => {
  test("PrefectHQ/fastmcp#2459: an output schema whose additionalProperties is a schema of its own passes through the client, and so does what it judges", async () => {
    const output = schema.Record(schema.String(), schema.Object({ n: schema.Number() }));
    const nested = z.object({ rows: z.record(z.string(), z.array(z.number())) });
    const client = await connect(
      await start({
        flat: tool({ description: "x", output, execute: () => ({ a: { n: 1 } }) }),
        nested: tool({ description: "x", output: nested, execute: () => ({ rows: { a: [1] } }) }),
      }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name, outputSchema }) => [name, outputSchema !== undefined])).toEqual([
      ["flat", true],
      ["nested", true],
    ]);
    expect(await client.call("flat")).toMatchObject({ structuredContent: { a: { n: 1 } } });
    expect(await client.call("nested")).toMatchObject({ structuredContent: { rows: { a: [1] } } });
  });

  test("modelcontextprotocol/typescript-sdk#1643, mastra-ai/mastra#18255: one tool with a union at its root costs nobody the list", async () => {
    const either = [schema.Object({ id: schema.String() }), schema.Object({ name: schema.String() })];
    const client = await connect(
      await start({
        find: tool({ description: "x", input: schema.Union(either), execute: (args) => args }),
        plain: tool({
          description: "x",
          input: z.discriminatedUnion("k", [z.object({ k: z.literal("a") }), z.object({ k: z.literal("b"), n: z.number() })]),
          execute: (args) => args,
        }),
        other: tool({ description: "x", execute: () => "ok" }),
      }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["find", "other", "plain"]);
    expect(await client.call("find", { name: "a" })).toMatchObject({ structuredContent: { name: "a" } });
    expect(await client.call("plain", { k: "b", n: 1 })).toMatchObject({ structuredContent: { k: "b", n: 1 } });
  });

  test("yamadashy/repomix#833, ArcadeAI/arcade-mcp#817, mongodb-js/mongodb-mcp-server#869: a client that checks structure by the schema it was shown reads a failure as a failure", async () => {
    const fails = tool({
      description: "x",
      output: schema.Object({ n: schema.Number() }),
      execute: () => Promise.reject(new Error("out of stock")),
    });
    const client = await connect(await start({ fails }));
    await client.listTools();
    expect(await client.call("fails")).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("out of stock") }] });
  });

  test("anomalyco/opencode#32477, ellistarn/muse#172, can1357/oh-my-pi#12259, modelcontextprotocol/typescript-sdk#1393: a call that outlives the client's timer is kept by what its tool reports", async () => {
    const STEP_MS = 250;
    const works = tool({
      description: "x",
      execute: async (_args, { progress }) => {
        // Twice as long in all as the client waits for any one thing.
        for (let step = 0; step < 8; step += 1) {
          progress(`step ${step}`);
          await new Promise((resolve) => setTimeout(resolve, STEP_MS));
        }
        return "done";
      },
    });
    const client = await connect(await start({ works }));
    let heard = 0;
    const options = { timeout: 4 * STEP_MS, resetTimeoutOnProgress: true, onprogress: () => void (heard += 1) };
    expect(await client.call("works", {}, options)).toMatchObject({ content: [{ text: "done" }] });
    expect(heard).toBe(8);
  });

  test("modelcontextprotocol/typescript-sdk#2654: every call of a client can be stopped, its first one too", async () => {
    let start_: () => void = () => {};
    const reasons: unknown[] = [];
    let stop: () => void = () => {};
    const wait = tool({
      description: "x",
      execute: (_args, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            reasons.push(signal.reason.code);
            stop();
            reject(signal.reason);
          });
          start_();
        }),
    });
    const client = await connect(await start({ wait }));
    for (let turn = 0; turn < 3; turn += 1) {
      const abort = new AbortController();
      const started = new Promise<void>((resolve) => void (start_ = resolve));
      const stopped = new Promise<void>((resolve) => void (stop = resolve));
      const call = client.call("wait", {}, { signal: abort.signal });
      call.catch(() => {});
      await started;
      abort.abort("no longer needed");
      await stopped;
      await expect(call).rejects.toThrow();
    }
    expect(reasons.every((code) => code === "cancelled" || code === "client_disconnected")).toBe(true);
    expect(reasons).toHaveLength(3);
  });

  test("confluentinc/mcp-confluent#122, perplexityai/modelcontextprotocol#117, dynatrace-oss/dynatrace-mcp#383: a second client, and a hundredth, is served like the first, while the others stay connected", async () => {
    const url = await start({ echo: tool({ description: "x", input: schema.Object({ n: schema.Integer() }), execute: (args) => args }) });
    const clients = await Promise.all(Array.from({ length: 100 }, () => connect(url)));
    const answers = await Promise.all(clients.map((client, n) => client.call("echo", { n })));
    expect(answers).toEqual(clients.map((_client, n) => expect.objectContaining({ structuredContent: { n } })));
    expect(await clients[0]?.call("echo", { n: 0 })).toMatchObject({ structuredContent: { n: 0 } });
  });
});
