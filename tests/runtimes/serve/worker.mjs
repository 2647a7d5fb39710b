// Served while the module is loaded, as an author would, where Workers allow neither randomness nor timers.

import { env } from "cloudflare:workers";
import { serveTools } from "@toolcrib/server";
import { toOptions } from "./options.mjs";
import { tools } from "./tools.mjs";

const handler = serveTools(tools, { ...toOptions(env), log: () => {} });

export default { fetch: (request) => handler(request) };
