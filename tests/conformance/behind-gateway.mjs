// The fixture server behind a gateway, as the suite wants to see it: under its own names.
//   node behind-gateway.mjs <URL of the fixture server>;  prints its own URL

import { createServer } from "node:http";
import { createGateway } from "@toolcrib/gateway";
import { nodeListener } from "@toolcrib/server/node";
import { startWithoutPrefix } from "../gateway/without-prefix.mjs";

const [url] = process.argv.slice(2);
const server = createServer();
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const definition = { tenant: "conformance", sources: { up: { mcp: url } }, agents: { suite: { tools: ["*"] } } };
const gateway = await createGateway(definition, { origin, allowLocal: true, log: (line) => console.error(line) });
server.on("request", nodeListener(gateway.fetch));
const shim = await startWithoutPrefix({ ...gateway.agents.suite, prefix: "up__" });
console.log(shim.url);
