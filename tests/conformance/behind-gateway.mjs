// The fixture server behind a gateway, as the suite wants to see it: a shim in front takes the source's name off the
// tools it lists and puts it onto those it calls, and adds the agent's token. Nothing else of a message is touched.
//   node behind-gateway.mjs <URL of the fixture server>;  prints its own URL

import { createServer, request as send } from "node:http";
import { createGateway } from "@toolcrib/gateway";
import { nodeListener } from "@toolcrib/server/node";

const [url] = process.argv.slice(2);
const PREFIX = "up__";

const behind = createServer();
await new Promise((resolve) => behind.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${behind.address().port}`;
const definition = { tenant: "conformance", sources: { up: { mcp: url } }, agents: { suite: { tools: ["*"] } } };
const gateway = await createGateway(definition, { origin, allowLocal: true, log: (line) => console.error(line) });
behind.on("request", nodeListener(gateway.fetch));
const { url: agentUrl, token } = gateway.agents.suite;

const front = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const body = toGateway(Buffer.concat(chunks).toString("utf8"));
    const { host: _host, "content-length": _length, ...headers } = request.headers;
    const named = headers["mcp-name"] === undefined ? {} : { "mcp-name": `${PREFIX}${headers["mcp-name"]}` };
    const options = { method: request.method, headers: { ...headers, ...named, authorization: `Bearer ${token}` } };
    const onward = send(agentUrl, options, (answer) => {
      const { "content-length": _stale, ...answered } = answer.headers;
      response.writeHead(answer.statusCode, answered);
      answer.on("data", (chunk) => response.write(fromGateway(chunk.toString("utf8"))));
      answer.on("end", () => response.end());
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    onward.end(body);
  });
});
front.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${front.address().port}/mcp`));

function toGateway(text) {
  try {
    const message = JSON.parse(text);
    const { method, params } = message;
    if (method !== "tools/call" || typeof params?.name !== "string") return text;
    return JSON.stringify({ ...message, params: { ...params, name: `${PREFIX}${params.name}` } });
  } catch {
    return text;
  }
}

function fromGateway(text) {
  return text.replaceAll(`"name":"${PREFIX}`, '"name":"');
}
