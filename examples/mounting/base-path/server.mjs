// examples/mounting/base-path/server.mjs
import { createServer } from "node:http";
import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import { greet } from "../tools.mjs";

const { RUNTIME_URL = "https://run.example.com", AUDIENCE = "https://example.com/tools/mcp", PORT = "3000" } = process.env;
const handler = serveTools({ greet }, { runtime: RUNTIME_URL, tenant: "acme", audience: AUDIENCE });

createServer(nodeListener(handler)).listen(Number(PORT), "127.0.0.1");
