// What the tools of a document publish and send, for tests that ask one question of one operation. `fetch` is an argument
// of ours and is given one that keeps what it gets; the same over sockets is `pnpm openapi-wire`.

import { type OpenApiOptions, openApiTools } from "@toolcrib/openapi";
import { serveTools } from "@toolcrib/server";
import type { Tool, ToolContext } from "@toolcrib/tools/run";

export interface Sent {
  readonly method: string;
  /** As it is written, before anything parses it. */
  readonly written: string;
  readonly url: URL;
  /** Path and query, as they are written. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

export interface Api {
  readonly tools: Readonly<Record<string, Tool>>;
  readonly codes: readonly string[];
  /** Every request so far. */
  readonly sent: readonly Sent[];
  /** Calls a tool, the first unless it is named, and gives the one request that was sent for it. */
  call(args: object, tool?: string): Promise<Sent>;
}

/** @param answer of the API; `{}` unless it is said */
export async function apiOf(
  document: object | string,
  options: Partial<OpenApiOptions> = {},
  answer: (url: string) => Response = () => Response.json({}),
): Promise<Api> {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const url = new URL(String(input));
    const { method = "GET", headers, body } = init;
    sent.push({
      method,
      written: String(input),
      url,
      target: url.pathname + url.search,
      headers: new Headers(headers),
      body: body === undefined || body === null ? undefined : await new Response(body).text(),
    });
    return answer(url.href);
  };
  const { tools, diagnostics } = await openApiTools(document, { fetch, ...options });
  return {
    tools,
    codes: diagnostics.map(({ code }) => code),
    sent,
    async call(args, name = Object.keys(tools)[0] ?? "") {
      const before = sent.length;
      await tools[name]?.execute(args as never, CONTEXT as never);
      const [request, more] = sent.slice(before);
      if (request === undefined || more !== undefined) throw new Error(`${sent.length - before} requests were sent for ${name}`);
      return request;
    },
  };
}

const CONTEXT: Partial<ToolContext> = {
  callId: "call-1",
  idempotencyKey: "key-1",
  signal: new AbortController().signal,
  answers: [],
  env: {},
  progress() {},
};

/** A document of one operation at `https://api.test/v1`. */
export function documentOf(
  operation: object,
  { path = "/it", method = "get", version = "3.1.1", root = {} }: { path?: string; method?: string; version?: string; root?: object } = {},
): object {
  return {
    openapi: version,
    info: { title: "x", version: "1" },
    servers: [{ url: "https://api.test/v1" }],
    ...root,
    paths: { [path]: { [method]: { responses: {}, ...operation } } },
  };
}

/** The arguments' schema of a tool. */
export function inputOf(tool: Tool | undefined): Published {
  return (tool?.input ?? {}) as Published;
}

/** As much of a schema as tests look at. */
export interface Published {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Published>>;
  readonly required?: readonly string[];
  readonly items?: Published;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Published>>;
  readonly [keyword: string]: unknown;
}

/** `tools/list`, as a client of today reads it. */
export async function listed(
  tools: Readonly<Record<string, Tool>>,
): Promise<readonly { name: string; inputSchema: Published; outputSchema?: object }[]> {
  const { result } = await ask(tools, "tools/list", {});
  return result.tools as never;
}

/** The result of a call over MCP. */
export async function served(
  tools: Readonly<Record<string, Tool>>,
  name: string,
  args: object,
): Promise<{ isError?: boolean; structuredContent?: unknown; content: readonly { text?: string }[] }> {
  const { result } = await ask(tools, "tools/call", { name, arguments: args });
  return result as never;
}

async function ask(tools: Readonly<Record<string, Tool>>, method: string, params: object): Promise<{ result: Record<string, unknown> }> {
  const handler = serveTools(tools, { auth: "none", log() {} });
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-11-25",
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return (await handler(new Request("http://localhost/mcp", { method: "POST", headers, body }))).json() as never;
}
