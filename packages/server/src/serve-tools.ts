// serveTools: a toolset behind a web-standard fetch handler.

import { createRequestStateCodec, isLoopbackHost } from "@toolcrib/core";
import { createToolset, type Tool, type Toolset } from "@toolcrib/tools/run";
import { createVerification, VERIFY_NOBODY } from "./auth/verification.ts";
import { CallRegistry } from "./engine/call-registry.ts";
import { createEngine, type Engine } from "./engine/engine.ts";
import { SpentApprovals } from "./engine/spent-approvals.ts";
import { SubscriptionRegistry } from "./engine/subscription-registry.ts";
import { toFetchHandler } from "./fetch.ts";
import type { LiveTools } from "./live-tools.ts";
import { type CheckedOptions, checkOptions, isVerified, type ServeOptions } from "./serve-options.ts";

const ENGINE = Symbol.for("toolcrib.engine");

/** A fetch handler for Bun, Deno, Workers, and every framework that speaks `Request` and `Response`; on Node, see `nodeListener`. */
export interface ToolHandler {
  (request: Request): Promise<Response>;
  /** Loads what verifying needs ahead of the first call. */
  ready(): Promise<void>;
  /** Ends open subscriptions with a result. Running calls end by themselves. */
  close(): void;
  readonly [ENGINE]: ServedEngine;
}

/** An engine, and what an adapter has to know of its public URL. */
export interface ServedEngine extends Engine {
  /** The origin that was configured, if one was. */
  readonly origin: string | undefined;
}

/**
 * Serves tools over MCP.
 * @param tools by name: `serveTools({ refund }, { runtime: "https://run.example.com", tenant: "acme" })`
 * @throws StartError `tools_invalid` with every problem of every tool; `options_invalid` for unusable options
 */
export function serveTools(tools: Readonly<Record<string, Tool>>, options: ServeOptions): ToolHandler {
  const checked = checkOptions(options);
  return serve({ toolset: createToolset(tools, options.env) }, options, checked);
}

/** Serves tools that change while they are served. */
export function serveLiveTools(live: LiveTools, options: ServeOptions): ToolHandler {
  return serve({ live }, options, checkOptions(options));
}

function serve(
  tools: { readonly toolset: Toolset } | { readonly live: LiveTools },
  options: ServeOptions,
  checked: CheckedOptions,
): ToolHandler {
  const log = options.log ?? ((line: string) => console.warn(line));
  const live = "live" in tools ? tools.live : undefined;
  const fixed = "toolset" in tools ? tools.toolset : (new Map() as Toolset);
  if (live === undefined) sayAtStart(fixed, options, checked, log);
  const subscriptions = new SubscriptionRegistry();
  live?.onChange(() => subscriptions.tellToolsChanged());

  const { ready, refuseBody, ...admission } = isVerified(options) ? createVerification(options, checked.audiences, log) : VERIFY_NOBODY;
  const serverInfo = options.serverInfo ?? { name: "toolcrib", version: "0" };
  const engine = createEngine(
    {
      get toolset() {
        return live === undefined ? fixed : live.current;
      },
      live,
      serverInfo,
      serverInfoJson: JSON.stringify(serverInfo),
      instructions: options.instructions,
      requestStates: createRequestStateCodec(checked.stateKeys),
      calls: new CallRegistry(),
      subscriptions,
      spentApprovals: new SpentApprovals(),
      now: options.now ?? Date.now,
      newCallId: () => crypto.randomUUID(),
      refuseBody,
      onError: options.onError,
    },
    {
      ...admission,
      // Whoever is served from a loopback origin addresses a loopback host; another name there is a rebound one.
      loopbackOnly: admission.loopbackOnly || (live !== undefined && isVerified(options) && isLoopback(options.origin)),
      origins: options.cors?.origins ?? [],
      parameterHeaders: [...fixed.values()].flatMap((tool) => tool.headerParameters.map(({ header }) => header)),
    },
  );
  return toToolHandler({ ...engine, origin: isVerified(options) ? options.origin : undefined }, ready);
}

/** A served engine as a handler. */
export function toToolHandler(served: ServedEngine, ready: () => Promise<void>): ToolHandler {
  return Object.assign(toFetchHandler(served), { ready, close: () => served.close(), [ENGINE]: served });
}

/** The engine behind a handler. */
export function engineOf(handler: ToolHandler): ServedEngine {
  return handler[ENGINE];
}

function isLoopback(origin: string | undefined): boolean {
  return origin !== undefined && isLoopbackHost(new URL(origin).host);
}

function sayAtStart(toolset: Toolset, options: ServeOptions, { stateKeys }: CheckedOptions, log: (line: string) => void): void {
  const contracts = [...toolset.values()].map(({ contract }) => contract);
  if (!isVerified(options)) {
    log('toolcrib: callers are not verified (auth: "none"); only requests that address a loopback host are answered');
  } else if (contracts.some(({ effects }) => effects === "external")) {
    log(
      "toolcrib: calls are not recorded here, so a request that is sent twice runs twice, under one idempotency key; tools with external effects must pass it on",
    );
  }
  if (stateKeys.length > 0 && contracts.some(({ approval }) => approval !== "never")) {
    log(
      "toolcrib: a used approval is remembered by this process alone; sent to another instance within ten minutes, the call runs again under the same key",
    );
  }
  if (stateKeys.length === 0 && contracts.some(({ asks, approval }) => asks === true || approval !== "never")) {
    log("toolcrib: no stateKeys, so a random key signs the state of questions; another instance of this server can't read it");
  }
}
