// A client of one MCP server, whichever era it speaks and whatever carries it: lists tools, calls one.

import {
  HEADER,
  type HeaderParameter,
  isObject,
  LIST_PAGES_MAX,
  STATELESS_REVISION,
  TOOLS_MAX,
  toHeaderValue,
  toParameterHeaders,
  UPSTREAM_LIST_MAX_CHARS,
  UPSTREAM_RESULT_MAX_CHARS,
} from "@toolcrib/core";
import type { AbortWatch } from "@toolcrib/tools/run";
import type { CallProof, Connection, Params } from "./connection.ts";
import { toStatelessMeta } from "./envelope.ts";
import { UpstreamError } from "./upstream-error.ts";

export interface UpstreamCall {
  readonly name: string;
  readonly args: Params;
  readonly meta: Params;
  readonly headerParameters: readonly HeaderParameter[];
  readonly proof: CallProof;
  readonly signal: AbortWatch;
  readonly onProgress: (params: Params) => void;
  /** Of a later round: what was asked, answered. */
  readonly inputResponses?: Params;
  readonly requestState?: string;
}

export interface McpClientParts {
  readonly connection: Connection;
  readonly revision: string;
  /** Cursors that went in circles, and lists that were cut. */
  readonly warn: (problem: string) => void;
}

export class McpClient {
  readonly #parts: McpClientParts;

  constructor(parts: McpClientParts) {
    this.#parts = parts;
  }

  get isStateless(): boolean {
    return this.#parts.revision === STATELESS_REVISION;
  }

  /** Every page of the list. A list that does not end is cut, and said to be. */
  async listTools(signal: AbortSignal): Promise<readonly unknown[]> {
    const tools: unknown[] = [];
    const seen = new Set<unknown>();
    let cursor: unknown;
    let chars = 0;
    for (let pages = 0; pages < LIST_PAGES_MAX; pages += 1) {
      const page = await this.#ask("tools/list", cursor === undefined ? {} : { cursor }, signal);
      // Taken for an empty list it would take away every tool there was.
      if (!Array.isArray(page.tools)) throw new UpstreamError("source_unreachable", "its answer to tools/list has no list of tools");
      for (const tool of page.tools.slice(0, TOOLS_MAX + 1)) tools.push(tool);
      if (tools.length > TOOLS_MAX) return this.#cut(tools, `it lists more than ${TOOLS_MAX} tools; the rest was left out`);
      cursor = page.nextCursor;
      if (cursor === undefined || cursor === null) return tools;
      if (seen.has(cursor)) return this.#cut(tools, "one cursor came twice, so the rest of its list was not asked for");
      // A page has a bound of its own; many that keep to it may not add up to more than one.
      chars += JSON.stringify(page.tools).length;
      if (chars > UPSTREAM_LIST_MAX_CHARS)
        return this.#cut(tools, `its list has more than ${UPSTREAM_LIST_MAX_CHARS} characters; the rest was left out`);
      seen.add(cursor);
    }
    return this.#cut(tools, `its list has more than ${LIST_PAGES_MAX} pages; the rest was left out`);
  }

  /** @returns the result as it came: complete, or asking for input */
  async callTool(call: UpstreamCall): Promise<Params> {
    const { name, args, meta, proof, signal, onProgress, inputResponses, requestState, headerParameters } = call;
    const params = {
      name,
      arguments: args,
      ...(inputResponses === undefined ? {} : { inputResponses }),
      ...(requestState === undefined ? {} : { requestState }),
      _meta: this.isStateless ? toStatelessMeta(meta, { mayAsk: true }) : meta,
    };
    const result = await this.#parts.connection.request({
      method: "tools/call",
      params,
      proof,
      signal,
      onProgress,
      maxChars: UPSTREAM_RESULT_MAX_CHARS,
      ...(this.isStateless ? { mirrors: { [HEADER.name]: toHeaderValue(name), ...toParameterHeaders(headerParameters, args) } } : {}),
    });
    const { resultType = "complete" } = result;
    if (resultType !== "complete" && resultType !== "input_required")
      throw new UpstreamError("source_unreachable", "it answered with a kind of result that is not known here", { wasSent: true });
    return result;
  }

  /** Asks whether the server still answers at all. */
  async ping(signal: AbortSignal): Promise<void> {
    await this.#ask(this.isStateless ? "server/discover" : "ping", {}, signal);
  }

  get connection(): Connection {
    return this.#parts.connection;
  }

  close(): Promise<void> {
    return this.#parts.connection.close();
  }

  #ask(method: string, params: Params, signal: AbortSignal): Promise<Params> {
    return this.#parts.connection.request({
      method,
      params: this.isStateless ? { ...params, _meta: toStatelessMeta({}, { mayAsk: false }) } : params,
      signal,
      maxChars: UPSTREAM_LIST_MAX_CHARS,
    });
  }

  #cut(tools: readonly unknown[], problem: string): readonly unknown[] {
    this.#parts.warn(problem);
    return tools.slice(0, TOOLS_MAX);
  }
}

/** The result of `server/discover` or `initialize`, as far as it is read. */
export function declaresListChanges(result: Params): boolean {
  const { capabilities } = result;
  return isObject(capabilities) && isObject(capabilities.tools) && capabilities.tools.listChanged === true;
}
