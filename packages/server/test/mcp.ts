// The two dialects a test speaks: 2026-07-28, where every request stands alone, and the handshake revisions.

import { type ServeOptions, serveTools, type ToolHandler } from "@toolcrib/server";
import type { Tool } from "@toolcrib/tools/run";

export const URL_OF_TESTS = "http://localhost/mcp";

/** Whatever the wire holds. A test names the members it wants to see; one that is not there is undefined and fails it. */
export interface Wire {
  readonly [member: string]: Wire;
}

export interface RpcAnswer {
  readonly jsonrpc: string;
  readonly id?: string | number | null;
  readonly result: Wire;
  readonly error: Wire;
  readonly method?: string;
  readonly params: Wire;
}

export interface Options {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly id?: string | number;
  readonly meta?: object;
  readonly capabilities?: object;
  readonly signal?: AbortSignal;
}

export function serve(tools: Readonly<Record<string, Tool>>, options: Partial<ServeOptions> = {}): ToolHandler {
  return serveTools(tools, { auth: "none", log: () => {}, ...options });
}

/** A POST with the headers every client sends; a header set to undefined is left out. */
export function post(body: unknown, headers: Options["headers"] = {}, signal?: AbortSignal): Request {
  const all = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers };
  const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new Request(URL_OF_TESTS, {
    method: "POST",
    headers: present,
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** A request of the handshake revisions; no version header means 2025-03-26. */
export function handshake(
  method: string,
  params: object = {},
  { headers = { "mcp-protocol-version": "2025-11-25" }, id = 1, meta, signal }: Options = {},
): Request {
  return post({ jsonrpc: "2.0", id, method, params: { ...params, ...(meta === undefined ? {} : { _meta: meta }) } }, headers, signal);
}

/** A request of 2026-07-28, with its envelope and the headers that repeat it. */
export function stateless(
  method: string,
  params: { readonly name?: string; readonly [member: string]: unknown } = {},
  { headers = {}, id = 1, meta = {}, capabilities = {}, signal }: Options = {},
): Request {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": capabilities,
    ...meta,
  };
  const mirrored = {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(params.name === undefined ? {} : { "mcp-name": params.name }),
  };
  return post({ jsonrpc: "2.0", id, method, params: { ...params, _meta } }, { ...mirrored, ...headers }, signal);
}

/** A tool call in either dialect. */
export const call = (name: string, args: object = {}, options: Options = {}) => stateless("tools/call", { name, arguments: args }, options);
export const handshakeCall = (name: string, args: object = {}, options: Options = {}) =>
  handshake("tools/call", { name, arguments: args }, options);

export async function json(response: Response | Promise<Response>): Promise<RpcAnswer> {
  return (await (await response).json()) as RpcAnswer;
}

/** The messages of a stream that ended, comments left out. */
export async function events(response: Response | Promise<Response>): Promise<readonly RpcAnswer[]> {
  const text = await (await response).text();
  return text
    .split("\n\n")
    .filter((event) => event.startsWith("event: message\n"))
    .map((event) => JSON.parse(event.slice("event: message\ndata: ".length)) as RpcAnswer);
}
