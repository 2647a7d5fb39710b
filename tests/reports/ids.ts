// Public reports about products like this one, pinned: issues, pull requests, commits and advisories that somebody
// filed because something broke. Each is replayed here as a test in our own terms, or stands in not-applicable.ts with
// the reason. The number is that of the kind of fault, so that reports of one kind stay together.

export const REPORTS: Readonly<Record<string, readonly string[]>> = {
  // Schemas, dialects, coercion
  "1: an old dialect is named": ["modelcontextprotocol/typescript-sdk#2721", "modelcontextprotocol/typescript-sdk#2084"],
  "2: a union at the root is lost": ["modelcontextprotocol/typescript-sdk#1643", "mastra-ai/mastra#18255"],
  "3: a plain JSON Schema is dropped": ["modelcontextprotocol/typescript-sdk#1585"],
  "4: a transform is lost": ["modelcontextprotocol/typescript-sdk#702"],
  "6: types too deep to check": [
    "modelcontextprotocol/typescript-sdk#1987",
    "vercel/ai#7160",
    "vercel/ai#8103",
    "langchain-ai/langchainjs#8468",
  ],
  "7: published and judged differ": ["firecrawl/firecrawl-mcp-server#373"],
  "8: a tool without arguments": ["vercel/ai#7924", "xpzouying/xiaohongshu-mcp#677"],
  "9: values of the wrong type": [
    "mpfaffenberger/code_puppy#506",
    "vectorize-io/hindsight#899",
    "jgravelle/jcodemunch-mcp#135",
    "NousResearch/hermes-agent#9728",
    "continuedev/continue#11852",
  ],
  "10: arguments nobody knows": ["yutori-ai/yutori-mcp#132", "daintreehq/daintree#6639", "prebid/salesagent#1161"],
  "11: a keyword that breaks clients": ["PrefectHQ/fastmcp#2459"],
  "12: approval of unread arguments": ["openai/openai-agents-js#1914", "openai/openai-agents-js#1511"],
  // Results and errors
  "14: an output schema without structure": ["mastra-ai/mastra#5488", "remotion-dev/remotion#6275"],
  "15: structure on an error": ["yamadashy/repomix#833", "ArcadeAI/arcade-mcp#817", "mongodb-js/mongodb-mcp-server#869"],
  "16: an error hidden by structure": ["openai/openai-agents-python#4224"],
  "17: isError or -32602": [
    "modelcontextprotocol/ruby-sdk#228",
    "modelcontextprotocol/ruby-sdk#285",
    "MongLong0214/logic-pro-mcp#216",
    "fr0ster/mcp-abap-adt#155",
  ],
  "18: a refusal that looks like success": ["github/github-mcp-server#1952"],
  "19: secrets in errors and logs": [
    "openai/openai-agents-js#1579",
    "openai/openai-agents-js#1512",
    "openai/openai-agents-js#1552",
    "openai/openai-agents-js#1551",
  ],
  // Auth, audience, proxies
  "21: a public URL behind a proxy": ["vercel/mcp-handler#110", "vercel/mcp-handler#136", "vercel/mcp-handler#163"],
  "22: spellings of an audience": [
    "sigbit/mcp-auth-proxy#123",
    "giantswarm/mcp-oauth#98",
    "electather/media-manager#294",
    "anthropics/claude-code#52871",
  ],
  "23: audience and mount path": ["MyrikLD/memlord#3", "PrefectHQ/fastmcp#2764", "tableau/tableau-mcp#369"],
  "24: a bad token that is no 401": [
    "adcontextprotocol/adcp#1131",
    "punkpeye/fastmcp#288",
    "punkpeye/fastmcp#180",
    "punkpeye/fastmcp#186",
    "PrefectHQ/fastmcp#2461",
    "PrefectHQ/fastmcp#3566",
  ],
  "25: a 401 that says nothing": ["punkpeye/fastmcp#143", "punkpeye/mcp-proxy#39", "PrefectHQ/fastmcp#3619"],
  "26: identities that mix": ["vercel/mcp-handler a9c7af5", "GHSA-345p-7cg4-v4c7", "cloudflare/agents#848"],
  "27: a door without a lock": ["punkpeye/fastmcp bf821f7"],
  "28: keys that can't be had": ["PrefectHQ/fastmcp#4412", "PrefectHQ/fastmcp#4292", "punkpeye/fastmcp#304"],
  // Mounting, HTTP, CORS
  "29: where a handler is mounted": ["vercel/mcp-handler#142", "vercel/mcp-handler#24", "cloudflare/agents#148"],
  "30: what a client accepts": ["bh-rat/context-awesome#11", "honojs/middleware#1774"],
  "31: browsers": ["punkpeye/fastmcp#240", "PrefectHQ/fastmcp#3122", "netdata/netdata#22258", "modelcontextprotocol/typescript-sdk#764"],
  "33: request ids": ["modelcontextprotocol/typescript-sdk#2654"],
  "34: batches": ["punkpeye/fastmcp#321"],
  // Streams, progress, aborts, timeouts
  "36: what resets a client's timer": [
    "anomalyco/opencode#32477",
    "ellistarn/muse#172",
    "can1357/oh-my-pi#12259",
    "modelcontextprotocol/typescript-sdk#1393",
  ],
  "37: proxies that cut silence": ["vfarcic/dot-ai#708", "punkpeye/fastmcp#317", "modelcontextprotocol/typescript-sdk#2541"],
  "38: a runtime that cuts silence": ["oven-sh/bun#27479", "oven-sh/bun#13392", "serac-labs/serac#173", "akutishevsky/withings-mcp#22"],
  "39: a client that vanished": ["joshuaswarren/remnic#1907", "honojs/node-server#107", "sveltejs/kit#16793"],
  "40: an abort that leaks": ["vercel/ai#16580", "dust-tt/dust#27986"],
  // Concurrency, memory
  "42: memory that grows with calls": [
    "modelcontextprotocol/typescript-sdk#2090",
    "garrytan/gbrain#2844",
    "modelcontextprotocol/python-sdk#756",
    "modelcontextprotocol/python-sdk#1221",
  ],
  "43: one client at a time": [
    "confluentinc/mcp-confluent#122",
    "perplexityai/modelcontextprotocol#117",
    "dynatrace-oss/dynatrace-mcp#383",
  ],
  // Packaging, runtimes
  "45: code made from strings": [
    "modelcontextprotocol/typescript-sdk#923",
    "mastra-ai/mastra#14503",
    "jsdelivr/globalping-mcp-server#25",
    "ajv-validator/ajv#2318",
    "ajv-validator/ajv#2491",
  ],
  "46: packages that don't load": [
    "modelcontextprotocol/typescript-sdk#1297",
    "modelcontextprotocol/typescript-sdk#1898",
    "modelcontextprotocol/typescript-sdk#1855",
    "modelcontextprotocol/typescript-sdk#2384",
    "modelcontextprotocol/typescript-sdk#2394",
    "vercel/mcp-handler c5c4ba5",
    "vercel/mcp-handler 15fded0",
    "vercel/mcp-handler 71c14ea",
  ],
  "47: an import that starts something": ["basementstudio/xmcp#659"],
  // Testing
  "49: no way to test": ["modelcontextprotocol/typescript-sdk#1126", "modelcontextprotocol/python-sdk#1252", "PrefectHQ/fastmcp#1162"],
};

export const REPORT_IDS: readonly string[] = Object.values(REPORTS).flat();
