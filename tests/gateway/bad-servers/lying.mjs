// Servers that don't say what the protocol has them say.

const tool = (name, extra) => ({ name, description: "A tool", inputSchema: { type: "object" }, ...extra });
const listOf = (toResult) => ({
  "tools/list": ({ message, json }) => json({ jsonrpc: "2.0", id: message.id, result: toResult(message) }),
});
const answerAll = (method, answer) => ({ [method]: ({ json, message }) => json(answer(message)) });

let lists = 0;
let pages = 0;
let asked = 0;

function stream(response, ...messages) {
  if (!response.headersSent) response.setHeader("content-type", "text/event-stream");
  for (const message of messages) response.write(`data: ${JSON.stringify(message)}\n\n`);
}

const text = (id, said) => ({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: said }] } });
const progress = (progressToken, said) => ({
  jsonrpc: "2.0",
  method: "notifications/progress",
  params: { progressToken, progress: 1, message: said },
});

/** Entries of a list that nobody can use, or hardly; `echo` among them is as it should be. */
const ODD_TOOLS = [
  null,
  7,
  "echo",
  {},
  { name: "no-schema" },
  { name: 5, inputSchema: { type: "object" } },
  { description: "no name", inputSchema: { type: "object" } },
  tool("schema-null", { inputSchema: null }),
  tool("schema-text", { inputSchema: "object" }),
  tool("schema-list", { inputSchema: [] }),
  tool("schema-no-object", { inputSchema: { type: "string" } }),
  tool("schema-unknown-type", { inputSchema: { type: "object", properties: { a: { type: "strnig" } } } }),
  tool("schema-bad-pattern", { inputSchema: { type: "object", properties: { a: { type: "string", pattern: "(" } } } }),
  tool("schema-lost-reference", { inputSchema: { type: "object", properties: { a: { $ref: "#/$defs/none" } } } }),
  tool("schema-boolean", { inputSchema: { type: "object", properties: { a: true } } }),
  tool("schema-required-text", { inputSchema: { type: "object", required: "a" } }),
  tool("schema-properties-list", { inputSchema: { type: "object", properties: [] } }),
  tool("schema-properties-null", { inputSchema: { type: "object", properties: { a: null } } }),
  tool("schema-type-list", { inputSchema: { type: ["object", "null"] } }),
  tool("schema-named-number", { inputSchema: { $schema: 7, $id: 5, type: "object" } }),
  tool("schema-old-dialect", {
    inputSchema: {
      $schema: "http://json-schema.org/draft-04/schema#",
      type: "object",
      properties: { a: { minimum: 1, exclusiveMinimum: true } },
    },
  }),
  tool("schema-far-reference", { inputSchema: { type: "object", properties: { a: { $ref: "http://127.0.0.1:1/schema.json" } } } }),
  tool("schema-deep", { inputSchema: JSON.parse(`${'{"type":"object","properties":{"a":'.repeat(500)}{}${"}}".repeat(500)}`) }),
  tool("schema-union-root", { inputSchema: { anyOf: [{ type: "object", properties: { a: {} } }, { type: "object" }] } }),
  tool("header-invalid", { inputSchema: { type: "object", properties: { a: { type: "string", "x-mcp-header": "a b\r\nc" } } } }),
  tool("header-twice", {
    inputSchema: {
      type: "object",
      properties: { a: { type: "string", "x-mcp-header": "Same" }, b: { type: "string", "x-mcp-header": "same" } },
    },
  }),
  tool("output-text", { outputSchema: "object" }),
  tool("output-list", { outputSchema: { type: "array", items: {} } }),
  tool("output-empty", { outputSchema: {} }),
  tool("output-null", { outputSchema: null }),
  tool("output-bad", { outputSchema: { type: "object", properties: { a: { type: 5 } } } }),
  tool("title-odd", { title: 5, description: { text: "no" }, icons: "none", annotations: "none", _meta: "none" }),
  tool("icons-odd", { icons: [5, { src: 7 }], annotations: { title: 5, readOnlyHint: "yes" } }),
  tool("twice", { description: "The first" }),
  tool("twice", { description: "The second" }),
  tool("", {}),
  tool("\u0000\u202e name with spaces / and ünïcode 🐙", {}),
  tool("x".repeat(100_000), {}),
  tool("__proto__", {}),
  tool("constructor", {}),
  tool("echo", { inputSchema: { type: "object", properties: { text: { type: "string" } } } }),
];

export const LYING = {
  "no-json": answerAll("tools/list", () => "{ this is no JSON"),
  "html-page": {
    "tools/list": ({ response }) => response.writeHead(200, { "content-type": "text/html" }).end("<html><body>Sign in</body></html>"),
  },
  "wrong-id": answerAll("tools/list", () => ({ jsonrpc: "2.0", id: 4711, result: { tools: [tool("a")] } })),
  "no-result": answerAll("tools/list", ({ id }) => ({ jsonrpc: "2.0", id })),
  "empty-body": { "tools/list": ({ response }) => response.writeHead(200).end() },
  "list-missing": listOf(() => ({})),
  "list-text": listOf(() => ({ tools: "none" })),
  "odd-tools": listOf(() => ({ tools: ODD_TOOLS })),
  "changing-list": listOf(() => {
    lists += 1;
    return { tools: [tool("echo", { description: `Version ${lists}` })] };
  }),
  "circling-cursor": listOf(({ params }) => ({
    tools: [tool(`after_${params?.cursor ?? "start"}`)],
    nextCursor: { a: "b", b: "c" }[params?.cursor ?? ""] ?? "a",
  })),
  "endless-pages": listOf(() => {
    pages += 1;
    return { tools: [tool(`page_${pages}`)], nextCursor: `cursor-${pages}` };
  }),
  "countless-tools": listOf(() => ({ tools: Array.from({ length: 200_000 }, (_, index) => tool(`t${index}`)) })),
  "unknown-revision": {
    initialize: ({ json, message }) =>
      json({ jsonrpc: "2.0", id: message.id, result: { protocolVersion: "1999-01-01", capabilities: {}, serverInfo: {} } }),
  },
  "always-changing": {
    // Each list says on the way that there is another one.
    "tools/list": ({ message, response }) => {
      lists += 1;
      const changed = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };
      stream(response, changed, { jsonrpc: "2.0", id: message.id, result: { tools: [tool("echo"), tool(`count_${lists}`)] } });
      response.end();
    },
  },
  "call-empty": answerAll("tools/call", ({ id }) => ({ jsonrpc: "2.0", id, result: {} })),
  "call-odd": answerAll("tools/call", ({ id }) => ({ jsonrpc: "2.0", id, result: { content: "text", isError: "no", _meta: [] } })),
  "call-list": answerAll("tools/call", ({ id }) => ({ jsonrpc: "2.0", id, result: [1] })),
  "call-unknown-kind": answerAll("tools/call", ({ id }) => ({ jsonrpc: "2.0", id, result: { resultType: "later" } })),
  "call-wrong-id": answerAll("tools/call", () => text(4711, "for somebody else")),
  "call-odd-error": answerAll("tools/call", ({ id }) => ({ jsonrpc: "2.0", id, error: "no" })),
  "foreign-progress": {
    "tools/call": ({ message, response }) => {
      stream(response, progress("another", "not yours"), progress(4711, "not yours"), progress(undefined, "nobody's"));
      stream(response, text(4711, "not yours"), text(message.id, "yours"));
      response.end();
    },
  },
  "asks-without-end": {
    "tools/call": ({ message, response }) => {
      asked = 0;
      stream(response, ...Array.from({ length: 2_000 }, (_, id) => ({ jsonrpc: "2.0", id: `q${id}`, method: "ping" })));
      setTimeout(() => {
        stream(response, text(message.id, `${asked > 16 ? asked : "at most 16"} answers at a time`));
        response.end();
      }, 300);
    },
    // An answer to one of its own requests has no method; none of them is ever received.
    undefined: () => {
      asked += 1;
    },
  },
  "answers-twice": {
    "tools/call": ({ message, response }) => {
      stream(response, text(message.id, "first"), text(message.id, "second"), progress(message.params._meta.progressToken, "late"));
      setTimeout(() => response.end(), 100);
    },
  },
};
