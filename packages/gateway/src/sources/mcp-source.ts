// An MCP server as a source, whatever carries it: one session for everybody where the server keeps no state, else one an
// agent.

import { CallError, type HeaderParameter, isObject, META, readHeaderParameters, type SourceKind } from "@toolcrib/core";
import { abortWatchOf, forwardedAnswerOf, forwardQuestion, forwardResult, type ToolContext, toForwardedResult } from "@toolcrib/tools/run";
import type { Params } from "../upstream/connection.ts";
import { Sessions, type SessionsParts } from "../upstream/sessions.ts";
import { toSourceListing } from "./mcp-listing.ts";
import type { OfferedTool, Source, SourceListing } from "./source.ts";

export interface McpSourceParts extends SessionsParts {
  readonly kind: SourceKind;
  /** The server is one of ours: what it declares of its tools is believed. */
  readonly isTrusted: boolean;
}

/** The session of no agent: for lists, and for calls where the server keeps no state. */
const SHARED = "";

export class McpSource implements Source {
  readonly kind: SourceKind;
  readonly #parts: McpSourceParts;
  readonly #sessions: Sessions;
  readonly #headers = new WeakMap<OfferedTool, readonly HeaderParameter[]>();

  constructor(parts: McpSourceParts) {
    this.#parts = parts;
    this.kind = parts.kind;
    this.#sessions = new Sessions(parts);
  }

  async list(signal: AbortSignal): Promise<SourceListing> {
    // Any session that is open will do; a new one would start a process, or a session nobody else needs.
    const open = this.#sessions.newestKey ?? SHARED;
    const entries = await this.#sessions.use(
      () => open,
      signal,
      ({ client }) => client.listTools(signal),
    );
    return toSourceListing(entries, this.#parts);
  }

  async call(tool: OfferedTool, args: Params, context: ToolContext): Promise<unknown> {
    const signal = abortWatchOf(context);
    const { callId, idempotencyKey, identity } = context;
    const toKey = () => (this.#sessions.isStateful ? identity.agent : SHARED);
    const result = await this.#sessions.use(toKey, signal, ({ client }) =>
      client.callTool({
        name: tool.name,
        args,
        meta: toMeta(context),
        headerParameters: this.#headersOf(tool),
        proof: { tool: tool.name, args, callId, idempotencyKey, identity },
        signal,
        onProgress: (params) => passProgress(params, context),
        ...toAnswer(context),
      }),
    );
    if (result.resultType !== "input_required") return forwardResult(toForwardedResult(result));
    return forwardQuestion(toQuestion(result));
  }

  /** Whether the server still answers, over a session that is open. */
  async isAnswering(signal: AbortSignal): Promise<boolean> {
    const key = this.#sessions.newestKey;
    if (key === undefined) return true;
    return this.#sessions
      .use(
        () => key,
        signal,
        ({ client }) => client.ping(signal),
      )
      .then(
        () => true,
        () => false,
      );
  }

  async close(): Promise<void> {
    await this.#sessions.close();
  }

  /** Ends every session; the next call opens new ones. */
  async reset(): Promise<void> {
    await this.#sessions.reset();
  }

  #headersOf(tool: OfferedTool): readonly HeaderParameter[] {
    const known = this.#headers.get(tool);
    if (known !== undefined) return known;
    const { parameters } = readHeaderParameters(tool.inputSchema);
    this.#headers.set(tool, parameters);
    return parameters;
  }
}

/** What a call travels with besides its arguments. */
function toMeta({ idempotencyKey, callId, identity }: ToolContext): Params {
  return {
    [META.idempotencyKey]: idempotencyKey,
    [META.callId]: callId,
    ...(identity.run === undefined ? {} : { [META.runId]: identity.run }),
    [META.actor]: identity.actor,
    [META.origin]: "client",
  };
}

function passProgress({ progress, total, message }: Params, context: ToolContext): void {
  const amount = typeof progress === "number" ? { progress, ...(typeof total === "number" ? { total } : {}) } : undefined;
  context.progress(typeof message === "string" ? message : undefined, amount);
}

function toAnswer(context: ToolContext): { readonly inputResponses?: Params; readonly requestState?: string } {
  const answer = forwardedAnswerOf(context);
  if (answer === undefined) return {};
  const { inputResponses, upstreamState } = answer;
  return { inputResponses, ...(upstreamState === undefined ? {} : { requestState: upstreamState }) };
}

/** Only questions to a person are passed on: nothing else was declared. */
function toQuestion({ inputRequests, requestState }: Params): { readonly inputRequests: Params; readonly upstreamState?: string } {
  const requests = isObject(inputRequests) ? inputRequests : {};
  const isAsking = Object.values(requests).every((request) => isObject(request) && request.method === "elicitation/create");
  if (!isAsking) throw new CallError("the server asked for something that is not passed on", { code: "not_configured" });
  return { inputRequests: requests, ...(typeof requestState === "string" ? { upstreamState: requestState } : {}) };
}
