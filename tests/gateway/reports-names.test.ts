// Reports about names: the same for two tools, others with each server, too long for a model's API.

import { expect, test } from "vitest";
import { reportsOf } from "./bad-servers.ts";
import { entry, serveChanging } from "./changing-server.ts";
import { connect, textOf } from "./client.ts";
import { startGateway } from "./gateway.ts";

test("docker/mcp-gateway#11, langchain-mcp-adapters#605, MoonshotAI/kimi-code#575: two servers' tools of one name are both there, and each is called at its own", async () => {
  const servers = await Promise.all(["work", "home"].map(() => serveChanging([entry("send_email")])));
  const [work, home] = servers;
  for (const [index, server] of servers.entries()) server.result = () => ({ content: [{ type: "text", text: `server ${index}` }] });
  const client = await connect(await startGateway({ work: { mcp: work?.url }, home: { mcp: home?.url } }));
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["home__send_email", "work__send_email"]);
  expect(textOf(await client.callTool({ name: "work__send_email", arguments: {} }))).toBe("server 0");
  expect(textOf(await client.callTool({ name: "home__send_email", arguments: {} }))).toBe("server 1");
});

test("agentgateway#495, agentgateway#2531, envoyproxy/ai-gateway#2425: names are the same with one source and with three, and a call asks its own server alone", async () => {
  const servers = await Promise.all([1, 2, 3].map(() => serveChanging([entry("search"), entry("fetch.all")])));
  const sources = servers.map(({ url }, index) => [`s${index}`, { mcp: url }] as const);
  const namesOf = async (count: number) => {
    const client = await connect(await startGateway(Object.fromEntries(sources.slice(0, count))));
    return { client, names: (await client.listTools()).tools.map(({ name }) => name) };
  };
  const one = await namesOf(1);
  const three = await namesOf(3);
  expect(three.names.slice(0, 2)).toEqual(one.names);
  const before = servers.map(({ requests }) => requests.length);
  for (const name of one.names) await three.client.callTool({ name, arguments: {} });
  expect(servers.map(({ requests }, index) => requests.slice(before[index]).map(({ method }) => method))).toEqual([
    ["tools/call", "tools/call"],
    [],
    [],
  ]);
});

test("microsoft/vscode#243602, anthropics/claude-code#19882, PrefectHQ/fastmcp#2596, obot#6429, IBM/mcp-context-forge#4650, IBM/mcp-context-forge#4656, BerriAI/litellm#32319: names at each bound fit one of 64 characters, differ, last, and are reported", async () => {
  const lengths = [62, 63, 64, 65, 127, 128, 129, 300];
  // `kb__` is four characters more; two of each length are alike but for their end.
  const names = lengths
    .flatMap((length) => ["a", "b"].map((end) => `${"x".repeat(length - 5)}${end}`))
    .concat("getUser", "get_user", "get.user");
  const listed = async () => {
    const server = await serveChanging(names.map((name) => entry(name)));
    const started = await startGateway({ kb: { mcp: server.url } });
    const client = await connect(started);
    return { started, client, tools: (await client.listTools()).tools.map(({ name }) => name) };
  };
  const { started, client, tools } = await listed();
  expect(new Set(tools).size).toBe(names.length);
  expect(tools.filter((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(name))).toEqual([]);
  expect((await listed()).tools).toEqual(tools);
  const { kb } = await reportsOf(started);
  const shortened = kb?.tools.filter(({ reason }) => reason === "name_shortened").map(({ sourceName }) => sourceName) ?? [];
  expect(shortened.sort()).toEqual(names.filter((name) => name.length > 60 || name.includes(".")).sort());
  for (const { name, sourceName, isGiven } of kb?.tools ?? []) {
    expect(isGiven).toBe(true);
    expect(textOf(await client.callTool({ name, arguments: {} }))).toBe(`${sourceName} done`);
  }
});
