// Reports without a test that names them, and why: a test of ours says the same already, a later part brings it, or it
// is about something that is not done here.

export type Exception =
  | { readonly ids: readonly string[]; readonly reason: string; readonly file: string; readonly test: string }
  | { readonly ids: readonly string[]; readonly reason: string; readonly later: "oauth" | "ledger" | "search" }
  | { readonly ids: readonly string[]; readonly reason: string };

export const EXCEPTIONS: readonly Exception[] = [
  {
    ids: ["BerriAI/litellm#39172"],
    reason: "a repeated cursor leaves what came before it, and a line for the operator; pages have a cap",
    file: "tests/gateway/isolation-lying.test.ts",
    test: "lists that circle, never end, or have no measure are cut",
  },
  {
    ids: [
      "anomalyco/opencode#24965",
      "anomalyco/opencode#32477",
      "modelcontextprotocol/typescript-sdk#1870",
      "modelcontextprotocol/typescript-sdk#2136",
    ],
    reason: "every call upstream carries a progress token, whoever listens, and each progress starts the deadline again",
    file: "tests/gateway/plumbing.test.ts",
    test: "a call is cut off at its source's deadline, which each progress starts again",
  },
  {
    ids: ["PrefectHQ/fastmcp#4124", "lynnswap/XcodeMCPKit#210", "Kuadrant#422"],
    reason: "a cancellation ends the one call that is meant, at its own server, under the id that server knows it by",
    file: "tests/gateway/plumbing.test.ts",
    test: "a client that cancels ends the call at the server, and no other",
  },
  {
    ids: ["IBM/mcp-context-forge#4205", "IBM/mcp-context-forge#4283"],
    reason: "a server that keeps state has a session for each agent, which the others' calls never touch",
    file: "tests/gateway/sources.test.ts",
    test: "a stateful server keeps a session for each agent",
  },
  {
    ids: ["mark3labs/mcp-go#723", "kagent-dev/tools#84", "python-sdk#3300", "prowler#12235"],
    reason: "the gateway keeps nothing for a client between two requests, so there is nothing that a DELETE would end",
    file: "tests/gateway/isolation-leaks.test.ts",
    test: "ten thousand clients that greet and never say goodbye leave nothing behind",
  },
  {
    ids: ["supergateway#108", "supergateway#141", "supergateway#160"],
    reason: "a child process belongs to an agent, and not to a request, a client or its stream; it ends with the gateway",
    file: "tests/gateway/isolation-leaks.test.ts",
    test: "children don't multiply by request, client or agent's call",
  },
  {
    ids: ["BerriAI/litellm#31989"],
    reason: "what a caller is let in by is read for that alone; a source gets the operator's credentials for it, or none",
    file: "tests/gateway/catalog-access.test.ts",
    test: "a caller's own credentials, cookies and headers never travel upstream",
  },
  {
    ids: ["Arbiter#182", "worldmonitor#4674", "agent-os#875", "zcaceres/fetch-mcp#45", "Agenta#4911"],
    reason: "every address is judged as a number, in all its spellings, before anything is sent to it",
    file: "packages/gateway/test/outbound/cases.test.ts",
    test: "$title is refused, and no socket is asked for",
  },
  {
    ids: ["dify#35992", "dify#36197"],
    reason: "the address that is checked is the one that is connected to, on each connection anew",
    file: "packages/gateway/test/outbound/rebinding.test.ts",
    test: "a name that turns from a public address to 127.0.0.1 is refused the second time",
  },
  {
    ids: ["trueforge#769", "DeusData#1375", "tracecat#3105"],
    reason: "200 MB plain, chunked and packed, frames of 11 MiB and streams without an end are cut while they come",
    file: "tests/gateway/isolation-oversized.test.ts",
    test: "answers to calls of 200 MiB are cut, over every transport",
  },
  {
    ids: ["NousResearch/hermes-agent#50170", "mcpproxy-go#969", "mcpproxy-go#970", "confluentinc/mcp-confluent#558"],
    reason: "every tool that a model does not get has one of fourteen reasons, each with a way out",
    file: "tests/gateway/catalog-reasons.test.ts",
    test: "every reason is reached, with a way out",
  },
  {
    ids: ["metatool-ai/metamcp#142", "IBM/mcp-context-forge#1023", "pomerium#6282", "openai/codex#27165"],
    reason: "a source's token is the operator's own and is not refreshed yet; one refresh for all comes with OAuth upstream",
    later: "oauth",
  },
  { ids: ["PrefectHQ/fastmcp#2534"], reason: "no token of a source is refreshed yet, so no life of one is guessed", later: "oauth" },
  {
    ids: ["OWASP/AISVS#1100", "OWASP/AISVS#1102"],
    reason: "there is no OAuth client upstream yet, and so no consent that one caller could use of another's",
    later: "oauth",
  },
  {
    ids: ["agentrust-io/cmcp#571"],
    reason: "calls are not recorded yet; the ledger writes an attempt before it is made and its outcome after it",
    later: "ledger",
  },
  {
    ids: ["mcpproxy-go#984"],
    reason: "there is no tool that searches tools yet; its answers will keep to the results' bound",
    later: "search",
  },
  { ids: ["mcp-use#2474"], reason: "the gateway gathers tools alone: neither prompts nor resources of a source are passed on" },
];
