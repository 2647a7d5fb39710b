// One server of the official SDK v2, served in three ways: at /mcp and /context by Cloudflare's `agents` with
// runtimeAuth in front, at /tools by serveTools over fromMcpServer, while the module is loaded.
//
// `agents` takes `authInfo` through `fetch(request, { authInfo })`. Called as `handler(request, env, ctx)` it hands on
// nothing but the `authContext` it was made with, which its handlers read with getMcpAuthContext().

import { env } from "cloudflare:workers";
import { McpServer } from "@modelcontextprotocol/server";
import { runtimeAuth, runtimeIdentity, serveTools } from "@toolcrib/server";
import { fromMcpServer } from "@toolcrib/server/mcp";
import { createMcpHandler, getMcpAuthContext } from "agents/mcp/server";
import { z } from "zod";
import { toOptions } from "./options.mjs";

const options = toOptions(env);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
let starts = 0;

function createServer() {
  const server = new McpServer({ name: "peer", version: "1" });
  server.registerTool("who", { inputSchema: z.object({ waitMs: z.number() }) }, async ({ waitMs }, context) => {
    starts += 1;
    await sleep(waitMs);
    return { content: [{ type: "text", text: runtimeIdentity(getMcpAuthContext() ?? context).subject }] };
  });
  server.registerTool("starts", { inputSchema: z.object({}) }, () => ({ content: [{ type: "text", text: String(starts) }] }));
  return server;
}

const agents = createMcpHandler(createServer);
const tools = serveTools(await fromMcpServer(createServer()), { ...options, log: () => {} });

export default {
  async fetch(request, bindings, context) {
    const { pathname } = new URL(request.url);
    if (pathname === "/tools") return tools(request);
    const { authInfo, response } = await runtimeAuth(request, options);
    if (response !== undefined) return response;
    if (pathname !== "/context") return agents.fetch(request, { authInfo });
    const handler = createMcpHandler(createServer, { route: "/context", authContext: { props: authInfo.extra } });
    return handler(request, bindings, context);
  },
};
