// Clients that are programs of their own: a bridge from stdio, and the official inspector.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { CITY, CITY_HEADER, cityHeader, ORDERS, PROGRESS, startShop, TOOL_NAMES } from "./clients-server.ts";

const installed = (path: string) => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
const MCP_REMOTE = installed("mcp-remote/dist/proxy.js");
const INSPECTOR = installed("@modelcontextprotocol/inspector/clients/launcher/build/index.js");
const NODE_22 = installed("node22/bin/node");

/** A home of their own: both keep credentials and settings there. */
function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), "toolcrib-peer-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

test("mcp-remote: carries lists, calls, progress and failures from stdio to our server", async () => {
  const { client, messages } = await bridge((await startShop()).url);

  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
  expect(await client.callTool({ name: "search_orders", arguments: { text: "shoes" } })).toMatchObject({ structuredContent: ORDERS });
  expect(await client.callTool({ name: "deliver_to", arguments: { city: CITY } })).toMatchObject({
    content: [{ type: "text", text: `to ${CITY}` }],
  });
  await client.callTool({ name: "import_orders" }, undefined, { onprogress: () => {} });
  const progress = messages.filter((message) => "method" in message && message.method === "notifications/progress");
  expect(progress).toMatchObject(PROGRESS.map((message) => ({ params: { message } })));
  const failed = await client.callTool({ name: "close_account" });
  expect(failed.isError).toBe(true);
  expect(JSON.stringify(failed.content)).toContain("The account has an open order");
});

/** A client of the bridge, and every message the bridge sends it. */
async function bridge(url: string) {
  const home = makeHome();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MCP_REMOTE, url, "--allow-http", "--transport", "http-only", "--silent"],
    env: { HOME: home, MCP_REMOTE_CONFIG_DIR: home },
    stderr: "ignore",
  });
  const client = new Client({ name: "peer", version: "1" });
  onTestFinished(() => client.close());
  await client.connect(transport);
  // The SDK's own handler loses reports that come in one chunk with the result: it answers the call before it tells them.
  const messages: JSONRPCMessage[] = [];
  const receive = transport.onmessage;
  transport.onmessage = (message) => {
    messages.push(message);
    receive?.(message);
  };
  return { client, messages };
}

const hasNode22 = existsSync(NODE_22);
const why = hasNode22 ? "" : " (SKIPPED: needs Node 22, which is installed on linux x64 only)";

interface Inspection {
  readonly exitCode: number | null;
  readonly output: unknown;
}

const toCall = (name: string, args: object) => ["--method", "tools/call", "--tool-name", name, "--tool-args-json", JSON.stringify(args)];

/** Runs the inspector's command line once. It prints a result on stdout, or an error on stderr, as JSON. */
async function inspect(url: string, era: string, ...args: readonly string[]): Promise<Inspection> {
  const child = spawn(NODE_22, [INSPECTOR, "--cli", url, "--transport", "http", "--protocol-era", era, "--format", "json", ...args], {
    env: { HOME: makeHome(), MCP_INSPECTOR_SECRET_STORE: "memory" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill());
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (errors += chunk));
  const exitCode = await new Promise<number | null>((resolve, reject) => child.on("close", resolve).on("error", reject));
  return { exitCode, output: JSON.parse(output || errors.trim().split("\n").at(-1) || "null") };
}

describe.skipIf(!hasNode22).each([
  { era: "modern", header: CITY_HEADER },
  { era: "legacy", header: undefined },
  { era: "auto", header: CITY_HEADER },
])(`inspector, era $era${why}`, ({ era, header }) => {
  test("lists the tools in order, and finds nothing in their schemas that other clients could not take", async () => {
    const { exitCode, output } = await inspect((await startShop()).url, era, "--method", "tools/list", "--strict");

    expect(exitCode).toBe(0);
    expect(output).toMatchObject({ result: { tools: TOOL_NAMES.map((name) => ({ name })) } });
    expect(output).not.toHaveProperty("schemaFindings");
  });

  test("calls a tool, with an argument that is marked as a header", async () => {
    const shop = await startShop();

    const { exitCode, output } = await inspect(shop.url, era, ...toCall("deliver_to", { city: CITY }));

    expect(exitCode).toBe(0);
    expect(output).toMatchObject({ result: { content: [{ type: "text", text: `to ${CITY}` }] } });
    expect(shop.requests.at(-1)?.["mcp-param-city"]).toBe(cityHeader({ isRepeated: header !== undefined }));
  });

  test("ends with its exit code for a failed tool", async () => {
    const { exitCode, output } = await inspect((await startShop()).url, era, ...toCall("close_account", {}));

    expect(exitCode).toBe(5);
    expect(JSON.stringify(output)).toContain("The account has an open order");
  });
});
