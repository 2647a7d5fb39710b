// @modelcontextprotocol/sdk 1.x: the client that most of today's agents are built on.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { expect, onTestFinished, test } from "vitest";
import { CITY, IS_THROUGH_GATEWAY, ORDERS, PROGRESS, SEEN, startShop, TOOL_NAMES } from "./clients-server.ts";

async function connect(url: string): Promise<Client> {
  const client = new Client({ name: "peer", version: "1" }, { capabilities: { elicitation: {} } });
  onTestFinished(() => client.close());
  // The SDK's own types disagree with each other under exactOptionalPropertyTypes.
  await client.connect(new StreamableHTTPClientTransport(new URL(url)) as Transport);
  return client;
}

test("SDK v1 client: reads who serves it and lists the tools in order", async () => {
  const client = await connect((await startShop()).url);

  expect(client.getServerVersion()).toEqual(SEEN.serverInfo);
  expect(client.getInstructions()).toBe(SEEN.instructions);
  expect(client.getServerCapabilities()).toEqual({ tools: {} });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
});

test("SDK v1 client: gets structured content that fits the output schema it was shown", async () => {
  const client = await connect((await startShop()).url);
  // After a list the client checks structured content against the schema by itself.
  await client.listTools();

  const result = await client.callTool({ name: "search_orders", arguments: { text: "shoes" } });

  expect(result.structuredContent).toEqual(ORDERS);
  expect(result.content).toEqual([{ type: "text", text: JSON.stringify(ORDERS) }]);
});

test("SDK v1 client: hears every progress report in order", async () => {
  const client = await connect((await startShop()).url);
  const heard: unknown[] = [];

  const result = await client.callTool({ name: "import_orders" }, undefined, { onprogress: (progress) => heard.push(progress) });

  expect(heard).toEqual(PROGRESS.map((message, index) => ({ progress: index + 1, total: 3, message })));
  expect(result.content).toEqual([{ type: "text", text: "40 orders imported" }]);
});

test("SDK v1 client: reads a tool's failure, and which argument was wrong", async () => {
  const client = await connect((await startShop()).url);

  const failed = await client.callTool({ name: "close_account" });
  const refused = await client.callTool({ name: "search_orders", arguments: { text: 7 } });

  expect(failed.isError).toBe(true);
  expect(JSON.stringify(failed.content)).toContain("The account has an open order");
  expect(refused.isError).toBe(true);
  expect(JSON.stringify(refused.content)).toContain("/text: ");
  await expect(client.callTool({ name: "nope" })).rejects.toThrow(SEEN.unknown);
});

test("SDK v1 client: sends an argument marked as a header in the body alone, and a question ends as an error that says why", async () => {
  const shop = await startShop();
  const client = await connect(shop.url);

  const delivered = await client.callTool({ name: "deliver_to", arguments: { city: CITY } });
  const asked = await client.callTool({ name: "refund", arguments: { orderId: "o-1" } });

  expect(delivered.content).toEqual([{ type: "text", text: `to ${CITY}` }]);
  expect(shop.requests.some((headers) => "mcp-param-city" in headers)).toBe(IS_THROUGH_GATEWAY);
  expect(asked.isError).toBe(true);
  expect(JSON.stringify(asked.content)).toContain("2026-07-28");
});

test("SDK v1 client: aborting a call cancels it in the handler", async () => {
  const shop = await startShop();
  const client = await connect(shop.url);
  const abort = new AbortController();

  const call = client.callTool({ name: "wait_for_parcel" }, undefined, { signal: abort.signal });
  await shop.waiting;
  abort.abort("not needed any more");

  await expect(call).rejects.toThrow("not needed any more");
  expect(await shop.aborted).toBe(SEEN.cancelled);
});
