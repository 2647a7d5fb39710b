// examples/mounting/next/app/mcp/route.js
import { serveTools } from "@toolcrib/server";
import { greet } from "../../../tools.mjs";

const { RUNTIME_URL = "https://run.example.com", ORIGIN = "https://tools.example.com" } = process.env;
const handler = serveTools({ greet }, { runtime: RUNTIME_URL, tenant: "acme", origin: ORIGIN });

export { handler as GET, handler as POST };
