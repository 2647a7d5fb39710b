// examples/mounting/express-json/server.mjs
import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import express from "express";
import { greet } from "../tools.mjs";

const { RUNTIME_URL = "https://run.example.com", ORIGIN = "https://tools.example.com", PORT = "3000" } = process.env;
const handler = serveTools({ greet }, { runtime: RUNTIME_URL, tenant: "acme", origin: ORIGIN });

const app = express();
app.use(express.json());
app.all("/mcp", nodeListener(handler));
app.use("/staff", express.Router().all("/mcp", nodeListener(handler)));
app.listen(Number(PORT));
