// @modelcontextprotocol/client 2.x, in each of its ways to find out what a server speaks.

import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { CITY, cityHeader, ORDERS, PROGRESS, SEEN, startShop, TOOL_NAMES } from "./clients-server.ts";

const STATELESS = "2026-07-28";
const HANDSHAKE = "2025-11-25";
const PINNED = { mode: { pin: STATELESS } };

type Negotiation = ClientOptions["versionNegotiation"];

/** A client that answers whatever it is asked with what `answer` gives. */
async function connect(url: string, negotiation: Negotiation, answer?: (message: string) => Record<string, string | boolean> | "decline") {
  const client = new Client(
    { name: "peer", version: "1" },
    {
      capabilities: answer === undefined ? {} : { elicitation: { form: {} } },
      ...(negotiation === undefined ? {} : { versionNegotiation: negotiation }),
    },
  );
  if (answer !== undefined) {
    client.setRequestHandler("elicitation/create", ({ params }) => {
      const given = answer(params.message);
      return given === "decline" ? { action: "decline" } : { action: "accept", content: given };
    });
  }
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

describe.each<{ mode: string; negotiation: Negotiation; revision: string }>([
  { mode: "as it comes", negotiation: undefined, revision: HANDSHAKE },
  { mode: "auto", negotiation: { mode: "auto" }, revision: STATELESS },
  { mode: "legacy", negotiation: { mode: "legacy" }, revision: HANDSHAKE },
  { mode: "pinned to 2026-07-28", negotiation: PINNED, revision: STATELESS },
])("SDK v2 client, $mode", ({ negotiation, revision }) => {
  test(`speaks ${revision} and lists the tools in order`, async () => {
    const client = await connect((await startShop()).url, negotiation);

    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerVersion()).toEqual(SEEN.serverInfo);
    expect(client.getInstructions()).toBe(SEEN.instructions);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
  });

  test("gets structured content, a failure in words, and an error for a tool that is not there", async () => {
    const client = await connect((await startShop()).url, negotiation);
    await client.listTools();

    const found = await client.callTool({ name: "search_orders", arguments: { text: "shoes" } });
    const failed = await client.callTool({ name: "close_account" });

    expect(found.structuredContent).toEqual(ORDERS);
    expect(failed.isError).toBe(true);
    expect(JSON.stringify(failed.content)).toContain("The account has an open order");
    await expect(client.callTool({ name: "nope" })).rejects.toThrow(SEEN.unknown);
  });

  test("hears every progress report in order", async () => {
    const client = await connect((await startShop()).url, negotiation);
    const heard: unknown[] = [];

    const result = await client.callTool({ name: "import_orders" }, { onprogress: (progress) => heard.push(progress) });

    expect(heard).toEqual(PROGRESS.map((message, index) => ({ progress: index + 1, total: 3, message })));
    expect(result.content).toEqual([{ type: "text", text: "40 orders imported" }]);
  });

  test(`${revision === STATELESS ? "repeats" : "does not repeat"} an argument marked as a header`, async () => {
    const shop = await startShop();
    const client = await connect(shop.url, negotiation);
    await client.listTools();

    const result = await client.callTool({ name: "deliver_to", arguments: { city: CITY } });

    expect(result.content).toEqual([{ type: "text", text: `to ${CITY}` }]);
    expect(shop.requests.at(-1)?.["mcp-param-city"]).toBe(cityHeader({ isRepeated: revision === STATELESS }));
  });

  test("aborting a call aborts it in the handler", async () => {
    const shop = await startShop();
    const client = await connect(shop.url, negotiation);
    const abort = new AbortController();

    const call = client.callTool({ name: "wait_for_parcel" }, { signal: abort.signal });
    await shop.waiting;
    abort.abort("not needed any more");

    await expect(call).rejects.toThrow("not needed any more");
    // Before 2026-07-28 cancelling is a message of its own; since then it is the end of the connection.
    expect(await shop.aborted).toBe(revision === STATELESS ? "client_disconnected" : SEEN.cancelled);
  });
});

test("SDK v2 client, pinned to 2026-07-28: a person is asked twice and the tool runs with both answers", async () => {
  const asked: string[] = [];
  const client = await connect((await startShop()).url, PINNED, (message) => {
    asked.push(message);
    return message === "Really?" ? { sure: true } : { why: "It arrived broken" };
  });

  const result = await client.callTool({ name: "refund", arguments: { orderId: "o-1" } });

  expect(asked).toEqual(["Why is o-1 refunded?", "Really?"]);
  expect(result.structuredContent).toEqual({ orderId: "o-1", answers: [{ why: "It arrived broken" }, { sure: true }] });
});

test("SDK v2 client, pinned to 2026-07-28: a person who declines keeps the tool from running", async () => {
  const client = await connect((await startShop()).url, PINNED, () => "decline");

  const result = await client.callTool({ name: "refund", arguments: { orderId: "o-1" } });

  expect(result.isError).toBe(true);
  expect(JSON.stringify(result.content)).toContain("its question was declined");
});

test("SDK v2 client, pinned to 2026-07-28: without elicitation the call is refused and names what is missing", async () => {
  const client = await connect((await startShop()).url, PINNED);

  const call = client.callTool({ name: "refund", arguments: { orderId: "o-1" } });

  await expect(call).rejects.toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: {} } } });
});

test("SDK v2 client, legacy: a question ends the call with an error that says what would be needed", async () => {
  const client = await connect((await startShop()).url, { mode: "legacy" }, () => ({ sure: true }));

  const result = await client.callTool({ name: "refund", arguments: { orderId: "o-1" } });

  expect(result.isError).toBe(true);
  expect(JSON.stringify(result.content)).toContain("2026-07-28");
});

test("SDK v2 client, auto: one that would rather speak a later revision settles for ours", async () => {
  const { url } = await startShop();
  const client = new Client(
    { name: "peer", version: "1" },
    { supportedProtocolVersions: ["2099-01-01", STATELESS], versionNegotiation: { mode: "auto" } },
  );
  onTestFinished(() => client.close());

  await client.connect(new StreamableHTTPClientTransport(new URL(url)));

  expect(client.getNegotiatedProtocolVersion()).toBe(STATELESS);
});
