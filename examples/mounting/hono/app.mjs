// examples/mounting/hono/app.mjs
import { serveTools } from "@toolcrib/server";
import { Hono } from "hono";
import { greet } from "../tools.mjs";

const { RUNTIME_URL = "https://run.example.com", ORIGIN = "https://tools.example.com" } = process.env;
const handler = serveTools({ greet }, { runtime: RUNTIME_URL, tenant: "acme", origin: ORIGIN });

const mcp = new Hono().all("/mcp", (context) => handler(context.req.raw));
const app = new Hono().route("/", mcp).route("/staff", mcp);

export default app;
