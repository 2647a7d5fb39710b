import { serveTools } from "@toolcrib/server";
import { sayListening, toOptions } from "./options.mjs";
import { tools } from "./tools.mjs";

const handler = serveTools(tools, { ...toOptions(Deno.env.toObject()), log: () => {} });
Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: ({ port }) => sayListening(port) }, handler);
