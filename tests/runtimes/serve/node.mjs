import { createServer } from "node:http";
import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import { sayListening, toOptions } from "./options.mjs";
import { tools } from "./tools.mjs";

const server = createServer(nodeListener(serveTools(tools, { ...toOptions(process.env), log: () => {} })));
server.listen(0, "127.0.0.1", () => sayListening(server.address().port));
