// The same tools served twice: by us, and by the official SDK's second line, the oracle.

import { createMcpHandler, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { serveTools } from "@toolcrib/server";
import { schema, tool } from "@toolcrib/tools";
import { z } from "zod";

type Handler = (request: Request) => Promise<Response>;

const BIG_RESULT = "x".repeat(2 * 1_048_576);

/** Ours. Tools stand in the order of their names, on both sides: a list is sorted here and registered there. */
export function ours(): Handler {
  const none = schema.Object({});
  return serveTools(
    {
      asks: tool({
        description: "Asks before it runs",
        input: none,
        ask: (_args, { answers }) =>
          answers.length === 0 ? { message: "Really?", form: { type: "object", properties: { sure: { type: "boolean" } } } } : undefined,
        execute: () => "asked",
      }),
      big: tool({ description: "Returns 2 MiB", input: none, execute: () => BIG_RESULT }),
      echo: tool({ description: "Says it again", input: schema.Object({ text: schema.String() }), execute: ({ text }) => text }),
      fails: tool({
        description: "Throws",
        input: none,
        execute: () => {
          throw new Error("out of stock");
        },
      }),
      lies: tool({
        description: "Breaks its output schema",
        input: none,
        output: { type: "object", properties: { total: { type: "number" } } },
        execute: () => ({ total: "many" }),
      }),
      lists: tool({ description: "Returns an array", input: none, execute: () => [1, 2] }),
      route: tool({
        description: "Repeats arguments as headers",
        input: schema.Object({
          region: schema.Optional(schema.Union([schema.String(), schema.Null()], { type: "string", "x-mcp-header": "Region" })),
          limit: schema.Optional(schema.Integer({ "x-mcp-header": "Limit" })),
          dry: schema.Optional(schema.Boolean({ "x-mcp-header": "Dry" })),
        }),
        execute: ({ region }) => `to ${region}`,
      }),
      steps: tool({
        description: "Reports twice",
        input: none,
        execute: (_args, context) => {
          context.progress("one");
          context.progress("two");
          return "done";
        },
      }),
    },
    { auth: "none", log: () => {} },
  );
}

/** Theirs, a server for each request, as its documentation has it. */
export function theirs(): Handler {
  return createMcpHandler(buildServer).fetch;
}

function buildServer(): McpServer {
  const none = z.strictObject({});
  const says = (text: string) => ({ content: [{ type: "text" as const, text }] });
  const server = new McpServer({ name: "oracle", version: "1.0.0" });
  server.registerTool("asks", { description: "Asks before it runs", inputSchema: none }, () =>
    inputRequired({
      inputRequests: {
        answer: inputRequired.elicit({
          message: "Really?",
          requestedSchema: { type: "object", properties: { sure: { type: "boolean" } } },
        }),
      },
    }),
  );
  server.registerTool("big", { description: "Returns 2 MiB", inputSchema: none }, () => says(BIG_RESULT));
  server.registerTool("echo", { description: "Says it again", inputSchema: z.strictObject({ text: z.string() }) }, ({ text }) =>
    says(text),
  );
  server.registerTool("fails", { description: "Throws", inputSchema: none }, () => {
    throw new Error("out of stock");
  });
  server.registerTool(
    "lies",
    { description: "Breaks its output schema", inputSchema: none, outputSchema: z.object({ total: z.number() }) },
    () => ({ ...says("many"), structuredContent: { total: "many" } }),
  );
  server.registerTool("lists", { description: "Returns an array", inputSchema: none, outputSchema: z.array(z.number()) }, () => ({
    ...says("[1,2]"),
    structuredContent: [1, 2],
  }));
  const region = z.string().optional().meta({ "x-mcp-header": "Region" });
  const limit = z.int().optional().meta({ "x-mcp-header": "Limit" });
  const dry = z.boolean().optional().meta({ "x-mcp-header": "Dry" });
  server.registerTool(
    "route",
    { description: "Repeats arguments as headers", inputSchema: z.strictObject({ region, limit, dry }) },
    (args) => says(`to ${args.region}`),
  );
  server.registerTool("steps", { description: "Reports twice", inputSchema: none }, async (_args, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [1, 2]) {
      if (progressToken !== undefined) await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress } });
    }
    return says("done");
  });
  return server;
}
