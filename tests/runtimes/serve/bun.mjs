import { dirname } from "node:path";
import { serveTools } from "@toolcrib/server";
import { sayListening, toOptions } from "./options.mjs";
import { tools } from "./tools.mjs";

const core = Bun.resolveSync("@toolcrib/core", dirname(Bun.resolveSync("@toolcrib/server", import.meta.dir)));
if (core.endsWith(".ts")) throw new Error(`Bun would run ${core}, not what was built of it`);

const handler = serveTools(tools, { ...toOptions(process.env), log: () => {} });
// `idleTimeout` stays at its default of ten seconds: the heartbeat has to do.
const server = Bun.serve({ fetch: handler, port: 0, hostname: "127.0.0.1" });
sayListening(server.port);
