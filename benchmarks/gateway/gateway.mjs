// Our gateway in a process of its own.  node gateway.mjs <port> <sources as JSON>;  sends its URL and token.

import { createServer } from "node:http";
import { createGateway } from "@toolcrib/gateway";
import { nodeListener } from "@toolcrib/server/node";

const [port, sources] = process.argv.slice(2);
const server = createServer();
server.keepAliveTimeout = 60_000;
server.listen(Number(port), "127.0.0.1", async () => {
  const origin = `http://127.0.0.1:${server.address().port}`;
  const agents = { bench: { tools: ["*"] } };
  const gateway = await createGateway({ tenant: "bench", sources: JSON.parse(sources), agents }, { origin, allowLocal: true, log() {} });
  server.on("request", nodeListener(gateway.fetch));
  const { url, token } = gateway.agents.bench;
  process.send({ url, headers: { authorization: `Bearer ${token}` } });
});
process.once("disconnect", () => process.exit());
