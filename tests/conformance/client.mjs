// The client that the conformance suite drives: our gateway over the suite's server, and an agent that lists its tools
// and calls them.  node client.mjs <URL of the suite's server>

import { readHeaderParameters, toParameterHeaders } from "@toolcrib/core";
import { createGateway } from "@toolcrib/gateway";
import { sampleArguments } from "./sample-arguments.mjs";

const url = process.argv.at(-1);
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? "";
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");
const ORIGIN = "http://127.0.0.1:1";
const PROTOCOL = "2026-07-28";

const gateway = await createGateway(
  { tenant: "conformance", sources: { suite: { mcp: url } }, agents: { all: { tools: ["*"] } } },
  { origin: ORIGIN, allowLocal: true, log: (line) => console.error(line) },
);
await gateway.ready();
const { tools } = await ask("tools/list", {});
console.log(`${scenario}: ${tools.map(({ name }) => name).join(", ") || "no tools"}`);
for (const { name, args } of callsOf(tools)) console.log(name, JSON.stringify(await call(name, args)));
await gateway.close();

/** What the suite wants called, else every tool once. One wants the schema of another, as it was listed. */
function callsOf(listed) {
  const focal = listed.find(({ name }) => name === "suite__json_schema_2020_12_tool");
  if (focal !== undefined) return [{ name: "suite__json_schema_echo", args: { schema: focal.inputSchema } }];
  const asked =
    context.toolCalls ??
    listed.map(({ name, inputSchema }) => ({ name: name.slice("suite__".length), arguments: sampleArguments(inputSchema) }));
  return asked.map((one) => ({ name: `suite__${one.name}`, args: one.arguments ?? {} }));
}

/** A call, with an answer to each question that it asks. */
async function call(name, args) {
  const { inputSchema } = tools.find((tool) => tool.name === name) ?? {};
  const headers = { "mcp-name": name, ...toParameterHeaders(readHeaderParameters(inputSchema ?? {}).parameters, args) };
  let more = {};
  for (let round = 0; round < 8; round += 1) {
    const result = await ask("tools/call", { name, arguments: args, ...more }, headers);
    if (result?.resultType !== "input_required") return result;
    const entries = Object.entries(result.inputRequests ?? {}).map(([key, { params }]) => [
      key,
      { action: "accept", content: sampleArguments(params.requestedSchema) },
    ]);
    more = {
      inputResponses: Object.fromEntries(entries),
      ...(result.requestState === undefined ? {} : { requestState: result.requestState }),
    };
  }
  throw new Error(`${name} asks without end`);
}

async function ask(method, params, headers = {}) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": PROTOCOL,
    "io.modelcontextprotocol/clientInfo": { name: "conformance", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
  };
  const request = new Request(`${ORIGIN}/agents/all/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${gateway.agents.all.token}`,
      "mcp-protocol-version": PROTOCOL,
      "mcp-method": method,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
  });
  const text = await (await gateway.fetch(request)).text();
  const lines = text.startsWith("{") ? [text] : text.split("\n").flatMap((line) => (line.startsWith("data: {") ? [line.slice(6)] : []));
  const { result, error } = JSON.parse(lines.at(-1));
  return result ?? { error };
}
