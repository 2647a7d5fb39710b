// examples/mounting/fastify/server.mjs
import { serveTools } from "@toolcrib/server";
import { nodeListener } from "@toolcrib/server/node";
import fastify from "fastify";
import { greet } from "../tools.mjs";

const { RUNTIME_URL = "https://run.example.com", ORIGIN = "https://tools.example.com", PORT = "3000" } = process.env;
const handler = serveTools({ greet }, { runtime: RUNTIME_URL, tenant: "acme", origin: ORIGIN });
const listener = nodeListener(handler);

const app = fastify();
app.register(async (unparsed) => {
  // In this plugin alone the body stays unread, for the listener to read.
  unparsed.removeAllContentTypeParsers();
  unparsed.addContentTypeParser("*", (_request, _payload, done) => done(null));
  for (const path of ["/mcp", "/staff/mcp"]) {
    unparsed.all(path, (request, reply) => {
      reply.hijack();
      listener(request.raw, reply.raw);
    });
  }
});
await app.listen({ port: Number(PORT) });
