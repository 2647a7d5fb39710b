// Public reports about products that gather MCP servers, pinned: each is replayed here as a test in our own terms, or
// stands in report-exceptions.ts with the reason. The number is that of the kind of fault.

export const REPORTS: Readonly<Record<string, readonly string[]>> = {
  // Isolation
  "1: one dead target fails all": ["agentgateway#138", "agentgateway#1266", "agentgateway#1029"],
  "2: a timeout takes the others along": ["portofcontext/pctx#119"],
  "3: all are waited for": ["T4cceptor/centian#41"],
  "4: a list waits for what can't start": ["metatool-ai/metamcp#140"],
  "6: a timeout without a name": ["BerriAI/litellm#36675"],
  "7: one after the other": ["envoyproxy/ai-gateway#1939"],
  // Sessions
  "8: a session for each method": ["PrefectHQ/fastmcp#3466"],
  "9: a stale session for ever": ["sparfenyuk/mcp-proxy#149", "sparfenyuk/mcp-proxy#241", "punkpeye/mcp-remote#106"],
  "11: once offline, never retried": ["samanhappy/mcphub#906", "samanhappy/mcphub#1111"],
  "12: each cached session goes stale alone": ["metatool-ai/metamcp#294", "metatool-ai/metamcp#166", "metatool-ai/metamcp#283"],
  "13: a failure that is kept": ["metatool-ai/metamcp#264", "metatool-ai/metamcp#311"],
  "14: capacity told as an unknown tool": ["metatool-ai/metamcp#318"],
  // Lists
  "16: the first page alone": ["agentgateway#3476"],
  "17: a cursor that repeats": ["BerriAI/litellm#39172"],
  "18: a varying subset without a word": ["IBM/mcp-context-forge#4304"],
  "20: changes relayed that are none": ["apify/apify-mcp-server#1233"],
  "21: a stream that dies in silence": ["nicobailon/pi-mcp-adapter#369"],
  // Names
  "22: the last of one name wins": ["docker/mcp-gateway#11", "langchain-mcp-adapters#605", "MoonshotAI/kimi-code#575"],
  "23: a second server renames all": ["agentgateway#495", "agentgateway#2531", "envoyproxy/ai-gateway#2425"],
  "24: names that are too long": [
    "microsoft/vscode#243602",
    "anthropics/claude-code#19882",
    "PrefectHQ/fastmcp#2596",
    "obot#6429",
    "IBM/mcp-context-forge#4650",
    "IBM/mcp-context-forge#4656",
    "BerriAI/litellm#32319",
  ],
  // Calls
  "26: progress that resets nothing": [
    "anomalyco/opencode#24965",
    "anomalyco/opencode#32477",
    "modelcontextprotocol/typescript-sdk#1870",
    "modelcontextprotocol/typescript-sdk#2136",
  ],
  "28: a cancellation that goes astray": ["PrefectHQ/fastmcp#4124", "lynnswap/XcodeMCPKit#210", "Kuadrant#422"],
  "30: one session for all": ["IBM/mcp-context-forge#4205", "IBM/mcp-context-forge#4283"],
  "32: memory of clients that never leave": ["mark3labs/mcp-go#723", "kagent-dev/tools#84", "python-sdk#3300", "prowler#12235"],
  "33: children by request": ["supergateway#108", "supergateway#141", "supergateway#160"],
  // Credentials
  "34: refresh tokens that nobody uses, or all at once": [
    "metatool-ai/metamcp#142",
    "IBM/mcp-context-forge#1023",
    "pomerium#6282",
    "openai/codex#27165",
  ],
  "35: a life that is guessed": ["PrefectHQ/fastmcp#2534"],
  "36: a caller's token upstream": ["BerriAI/litellm#31989"],
  "38: one consent for all": ["OWASP/AISVS#1100", "OWASP/AISVS#1102"],
  "39: addresses checked as text": [
    "Arbiter#182",
    "worldmonitor#4674",
    "dify#35992",
    "dify#36197",
    "agent-os#875",
    "zcaceres/fetch-mcp#45",
    "Agenta#4911",
  ],
  "40: a path that climbs, a list that promises": ["Kong/ai-mcp-proxy#3.13"],
  // Effects
  "41: a call that runs twice": ["Composio#3654", "AutoGPT#14302", "hostinger/api-mcp-server#68", "currents-mcp#163", "agentmail-mcp#49"],
  "42: no key for a call": ["modelcontextprotocol#3182"],
  "43: an outcome that nobody wrote down": ["agentrust-io/cmcp#571"],
  "45: answers without a bound": ["trueforge#769", "DeusData#1375", "tracecat#3105"],
  "46: a search that is longer than its limit": ["mcpproxy-go#984"],
  // Reasons
  "48: tools that are absent without a reason": [
    "NousResearch/hermes-agent#50170",
    "mcpproxy-go#969",
    "mcpproxy-go#970",
    "confluentinc/mcp-confluent#558",
  ],
  "49: no list of what is active": ["docker/mcp-gateway#420"],
  "50: prompts that can't be cancelled": ["mcp-use#2474"],
  "52: questions over a shared connection": ["mcp-proxy#README"],
};

export const REPORT_IDS: readonly string[] = Object.values(REPORTS).flat();
