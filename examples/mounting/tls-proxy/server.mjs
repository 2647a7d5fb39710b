// examples/mounting/tls-proxy/server.mjs
import { createServer } from "node:http";
import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import { greet } from "../tools.mjs";

const { RUNTIME_URL = "https://run.example.com", ORIGIN, PORT = "3000" } = process.env;
const handler = serveTools({ greet }, { runtime: RUNTIME_URL, tenant: "acme" });

// One public name: say it. Several: take it from the proxy, if the proxy overwrites what callers send.
const options = ORIGIN === undefined ? { trustProxy: true } : { origin: ORIGIN };
createServer(nodeListener(handler, options)).listen(Number(PORT), "127.0.0.1");
