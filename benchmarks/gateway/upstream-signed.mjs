// Our own server behind the gateway: every call is verified.  node upstream-signed.mjs <issuer>;  sends its URL.

import { createServer } from "node:http";
import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import { tool } from "@toolcrib/tools";

const [runtime] = process.argv.slice(2);
const echo = tool({
  description: "Gives the text back",
  input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  execute: ({ text }) => text,
});
const server = createServer();
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const url = `http://127.0.0.1:${server.address().port}/mcp`;
  server.on("request", nodeListener(serveTools({ echo }, { runtime, tenant: "bench", audience: url, log() {} })));
  process.send({ url });
});
process.once("disconnect", () => process.exit());
