// The MCP clients inside three agent frameworks, asked for what the framework then hands to a model.

import { createMCPClient } from "@ai-sdk/mcp";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { MCPServerStreamableHttp, setTracingDisabled } from "@openai/agents";
import { expect, onTestFinished, test } from "vitest";
import { CITY, ORDERS, PROGRESS, SEEN, startShop, TOOL_NAMES } from "./clients-server.ts";

// Frameworks that would report what runs in them to their makers, if a developer's environment says so.
setTracingDisabled(true);
process.env.LANGSMITH_TRACING = "false";
process.env.LANGCHAIN_TRACING_V2 = "false";

test("AI SDK: lists the tools in order and runs them", async () => {
  const shop = await startShop();
  const client = await createMCPClient({ transport: { type: "http", url: shop.url } });
  onTestFinished(() => client.close());
  const tools = await client.tools();
  const run = (name: string, args: object) => tools[name]?.execute(args, { toolCallId: "1", messages: [] });

  expect(client.serverInfo).toMatchObject(SEEN.serverInfo);
  expect(Object.keys(tools)).toEqual(TOOL_NAMES);
  expect(await run("search_orders", { text: "shoes" })).toMatchObject({ structuredContent: ORDERS });
  expect(await run("deliver_to", { city: CITY })).toMatchObject({ content: [{ type: "text", text: `to ${CITY}` }] });
  expect(await run("import_orders", {})).toMatchObject({ content: [{ type: "text", text: "40 orders imported" }] });
});

test("AI SDK: a model reads why a tool failed", async () => {
  const client = await createMCPClient({ transport: { type: "http", url: (await startShop()).url } });
  onTestFinished(() => client.close());
  const tools = await client.tools();

  const result = await tools.close_account?.execute({}, { toolCallId: "1", messages: [] });

  expect(result).toMatchObject({ isError: true });
  expect(JSON.stringify(result)).toContain("The account has an open order");
});

test("AI SDK: aborting a call aborts it in the handler", async () => {
  const shop = await startShop();
  const client = await createMCPClient({ transport: { type: "http", url: shop.url } });
  onTestFinished(() => client.close());
  const tools = await client.tools();
  const abort = new AbortController();

  const call = tools.wait_for_parcel?.execute({}, { toolCallId: "1", messages: [], abortSignal: abort.signal });
  await shop.waiting;
  abort.abort();

  await expect(call).rejects.toThrow();
  // It closes the connection and sends no message.
  expect(await shop.aborted).toBe("client_disconnected");
});

/** LangChain's tools, run as an agent runs them: what comes back is the message that the model reads. */
async function loadLangChain(url: string) {
  const heard: unknown[] = [];
  const client = new MultiServerMCPClient({
    mcpServers: { shop: { transport: "http", url } },
    onProgress: ({ progress, total, message }) => {
      heard.push({ progress, total, message });
    },
  });
  onTestFinished(() => client.close());
  const tools = await client.getTools();
  const run = async (name: string, args: Record<string, unknown>): Promise<string> => {
    const message = await tools.find((tool) => tool.name === name)?.invoke({ type: "tool_call", id: "1", name, args });
    return String(message.content);
  };
  return { names: tools.map(({ name }) => name), run, heard };
}

test("LangChain: lists the tools in order, runs them and hears their progress", async () => {
  const { names, run, heard } = await loadLangChain((await startShop()).url);

  expect(names).toEqual(TOOL_NAMES);
  expect(await run("deliver_to", { city: CITY })).toContain(`to ${CITY}`);
  expect(await run("search_orders", { text: "shoes" })).toContain("o-1");
  expect(await run("import_orders", {})).toContain("40 orders imported");
  expect(heard).toEqual(PROGRESS.map((message, index) => ({ progress: index + 1, total: 3, message })));
});

test("LangChain: a model reads why a tool failed", async () => {
  const { run } = await loadLangChain((await startShop()).url);

  await expect(run("close_account", {})).rejects.toThrow("The account has an open order");
});

test("OpenAI Agents: lists the tools in order, runs them, and reads why one failed", async () => {
  const server = new MCPServerStreamableHttp({ url: (await startShop()).url, name: "shop" });
  await server.connect();
  onTestFinished(() => server.close());

  expect((await server.listTools()).map(({ name }) => name)).toEqual(TOOL_NAMES);
  expect(await server.callTool("deliver_to", { city: CITY })).toEqual([{ type: "text", text: `to ${CITY}` }]);
  expect(await server.callToolResult("search_orders", { text: "shoes" })).toMatchObject({ structuredContent: ORDERS });
  const failed = await server.callToolResult("close_account", {});
  expect(failed.isError).toBe(true);
  expect(JSON.stringify(failed.content)).toContain("The account has an open order");
});
