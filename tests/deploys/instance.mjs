// One instance of a server, as a deployment runs it: it listens, says where, and leaves on SIGTERM.

import { createServer } from "node:http";
import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import { tool } from "@toolcrib/tools";

const work = tool({
  description: "Takes a few milliseconds and gives back what it was given",
  input: { type: "object", properties: { number: { type: "integer" } }, required: ["number"], additionalProperties: false },
  effects: "none",
  async execute({ number }) {
    await new Promise((resolve) => setTimeout(resolve, number % 20));
    return { number, pid: process.pid };
  },
});

const listener = nodeListener(serveTools({ work }, { auth: "none", log() {} }));
const server = createServer(listener).listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => console.log(server.address().port));
listener.drainOnSigterm(server, { graceMs: 600 });
