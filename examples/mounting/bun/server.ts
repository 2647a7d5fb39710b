// examples/mounting/bun/server.ts
import { serveTools } from "@toolcrib/server";
import { greet } from "../tools.mjs";

const { RUNTIME_URL = "https://run.example.com", ORIGIN = "https://tools.example.com", PORT = "3000" } = process.env;
const handler = serveTools({ greet }, { runtime: RUNTIME_URL, tenant: "acme", origin: ORIGIN });

Bun.serve({ port: PORT, routes: { "/mcp": handler, "/staff/mcp": handler } });
