// examples/mounting/workers/worker.ts
import { env } from "cloudflare:workers";
import { serveTools } from "@toolcrib/server";
import { greet } from "../tools.mjs";

const handler = serveTools({ greet }, { runtime: env.RUNTIME_URL, tenant: "acme", origin: env.ORIGIN });

export default { fetch: handler };
