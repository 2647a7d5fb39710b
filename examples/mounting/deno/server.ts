// examples/mounting/deno/server.ts
import { serveTools } from "@toolcrib/server";
import { greet } from "../tools.mjs";

const { RUNTIME_URL = "https://run.example.com", ORIGIN = "https://tools.example.com", PORT = "3000" } = Deno.env.toObject();
const handler = serveTools({ greet }, { runtime: RUNTIME_URL, tenant: "acme", origin: ORIGIN });

Deno.serve({ port: Number(PORT) }, handler);
