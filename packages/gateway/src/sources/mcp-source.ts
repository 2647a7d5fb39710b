// An MCP server as a source, whatever carries it. Sessions are opened when first needed: one for everybody where the
// server keeps no state, else one an agent; a lost one is opened anew once; an idle one is closed.

import {
  CallError,
  ERA_TTL_MS,
  type HeaderParameter,
  isObject,
  META,
  readHeaderParameters,
  SESSION_IDLE_MS,
  SESSION_OPEN_TIMEOUT_MS,
  SESSIONS_MAX,
  type SourceKind,
} from "@toolcrib/core";
import {
  type AbortWatch,
  abortWatchOf,
  forwardedAnswerOf,
  forwardQuestion,
  forwardResult,
  type ToolContext,
  toForwardedResult,
} from "@toolcrib/tools/run";
import type { Connected, Era } from "../upstream/connect.ts";
import type { Params } from "../upstream/connection.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { orAborted, within } from "../upstream/within.ts";
import { toSourceListing } from "./mcp-listing.ts";
import type { OfferedTool, Source, SourceListing } from "./source.ts";

export interface McpSourceParts {
  readonly kind: SourceKind;
  /** Opens a session. `onClose` is to be called when it ends by itself. */
  readonly connect: (known: Era | undefined, signal: AbortSignal, onClose: () => void) => Promise<Connected>;
  /** The server is one of ours: what it declares of its tools is believed. */
  readonly isTrusted: boolean;
  readonly now: () => number;
}

interface Session {
  readonly opening: Promise<Connected>;
  /** Ends the opening, if it is still under way. */
  readonly abandon: () => void;
  /** Set once it is open. */
  connected: Connected | undefined;
  usedAtMs: number;
  calls: number;
}

/** The session of no agent: for lists, and for calls where the server keeps no state. */
const SHARED = "";

export class McpSource implements Source {
  readonly kind: SourceKind;
  readonly #parts: McpSourceParts;
  readonly #sessions = new Map<string, Session>();
  readonly #headers = new WeakMap<OfferedTool, readonly HeaderParameter[]>();
  readonly #sweep: ReturnType<typeof setInterval>;
  #era: Era | undefined;
  #eraUntilMs = 0;
  #isStateful = false;
  #isClosed = false;

  constructor(parts: McpSourceParts) {
    this.#parts = parts;
    this.kind = parts.kind;
    this.#sweep = setInterval(() => this.#closeIdle(), SESSION_IDLE_MS / 4);
    this.#sweep.unref();
  }

  async list(signal: AbortSignal): Promise<SourceListing> {
    // Any session that is open will do; a new one would start a process, or a session nobody else needs.
    const open = [...this.#sessions.keys()][0] ?? SHARED;
    const entries = await this.#with(
      () => open,
      signal,
      ({ client }) => client.listTools(signal),
    );
    return toSourceListing(entries, this.#parts);
  }

  async call(tool: OfferedTool, args: Params, context: ToolContext): Promise<unknown> {
    const signal = abortWatchOf(context);
    const toKey = () => (this.#isStateful ? context.identity.agent : SHARED);
    const result = await this.#with(toKey, signal, ({ client }) =>
      client.callTool({
        name: tool.name,
        args,
        meta: toMeta(context),
        headerParameters: this.#headersOf(tool),
        proof: { ...context, tool: tool.name, args },
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
    const [key] = this.#sessions.keys();
    if (key === undefined) return true;
    return this.#with(
      () => key,
      signal,
      ({ client }) => client.ping(signal),
    ).then(
      () => true,
      () => false,
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweep);
    await this.reset();
  }

  /** Ends every session; the next call opens new ones. */
  async reset(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(
      sessions.map(({ opening, abandon }) => {
        abandon();
        return opening.then(({ client }) => client.close()).catch(() => {});
      }),
    );
  }

  /** Runs something over a session. A server that forgot the session did not look at the request, so it is sent again, once. */
  async #with<Value>(toKey: () => string, signal: AbortWatch, use: (connected: Connected) => Promise<Value>): Promise<Value> {
    for (let hasLost = false; ; ) {
      const key = toKey();
      const session = this.#session(key);
      session.calls += 1;
      try {
        const connected = session.connected ?? (await orAborted(session.opening, signal));
        // Whether a server keeps state shows once a session is open: this one may not be for this agent then.
        if (toKey() !== key) continue;
        return await use(connected);
      } catch (error) {
        const isLost = error instanceof UpstreamError && error.reason === "session_lost";
        if (isLost) this.#forget(key, session);
        if (!isLost || hasLost) throw error;
        hasLost = true;
      } finally {
        session.calls -= 1;
        session.usedAtMs = this.#parts.now();
      }
    }
  }

  #session(key: string): Session {
    if (this.#isClosed) throw new UpstreamError("source_unreachable", "the gateway is closing");
    const known = this.#sessions.get(key);
    if (known !== undefined) return known;
    if (this.#sessions.size >= SESSIONS_MAX)
      throw new UpstreamError(
        "source_unreachable",
        `it already has ${SESSIONS_MAX} sessions of this gateway, which is its capacity; try again later`,
      );
    // No caller's signal: others wait for the same session. What could not be opened is not remembered.
    const abandoning = new AbortController();
    const abandon = () => abandoning.abort(new UpstreamError("source_unreachable", "its session was closed"));
    const opening = within(SESSION_OPEN_TIMEOUT_MS, (signal) =>
      this.#open(AbortSignal.any([signal, abandoning.signal]), () => this.#forget(key, session)),
    );
    const session: Session = { opening, abandon, connected: undefined, usedAtMs: this.#parts.now(), calls: 0 };
    this.#sessions.set(key, session);
    opening.then(
      (connected) => {
        session.connected = connected;
      },
      () => this.#forget(key, session),
    );
    return session;
  }

  async #open(signal: AbortSignal, onClose: () => void): Promise<Connected> {
    const nowMs = this.#parts.now();
    // A newer server may have taken the place of the old one, and goes on answering the old way.
    const known = nowMs < this.#eraUntilMs ? this.#era : undefined;
    this.#era = undefined;
    const connected = await this.#parts.connect(known, signal, onClose);
    this.#era = connected.era;
    this.#eraUntilMs = known === undefined ? nowMs + ERA_TTL_MS : this.#eraUntilMs;
    this.#isStateful = connected.isStateful;
    return connected;
  }

  #forget(key: string, session: Session): void {
    if (this.#sessions.get(key) === session) this.#sessions.delete(key);
  }

  #closeIdle(): void {
    const before = this.#parts.now() - SESSION_IDLE_MS;
    for (const [key, session] of this.#sessions) {
      // The last one is kept: it hears of changes.
      if (session.calls > 0 || session.usedAtMs > before || this.#sessions.size === 1) continue;
      this.#forget(key, session);
      void session.opening.then(({ client }) => client.close()).catch(() => {});
    }
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
