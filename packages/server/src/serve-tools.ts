// serveTools: a toolset behind a web-standard fetch handler.

import { AuthError, createRequestStateCodec } from "@toolcrib/core";
import { createToolset, type Tool, type Toolset } from "@toolcrib/tools/run";
import { toRefusal } from "./auth/challenge.ts";
import { identifyNobody } from "./auth/nobody.ts";
import { createRuntimeKeys } from "./auth/runtime-keys.ts";
import { checkBodyClaims, verifyRuntimeCaller } from "./auth/runtime-verifier.ts";
import type { AdmissionOptions } from "./engine/admit.ts";
import { CallRegistry } from "./engine/call-registry.ts";
import { createEngine, type Engine } from "./engine/engine.ts";
import type { EngineParts } from "./engine/exchange.ts";
import { SpentApprovals } from "./engine/spent-approvals.ts";
import { SubscriptionRegistry } from "./engine/subscription-registry.ts";
import { toFetchHandler } from "./fetch.ts";
import { type CheckedOptions, checkOptions, type RuntimeOptions, type ServeOptions } from "./serve-options.ts";

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

/** Who is let in, and what becomes of a caller whose token does not fit what it sent. */
interface Verification extends Pick<AdmissionOptions, "loopbackOnly" | "verify">, Pick<EngineParts, "refuseBody"> {
  readonly ready: () => Promise<void>;
}

/**
 * Serves tools over MCP.
 * @param tools by name: `serveTools({ refund }, { runtime: "https://run.example.com", tenant: "acme" })`
 * @throws StartError `tools_invalid` with every problem of every tool; `options_invalid` for unusable options
 */
export function serveTools(tools: Readonly<Record<string, Tool>>, options: ServeOptions): ToolHandler {
  const checked = checkOptions(options);
  const toolset = createToolset(tools, options.env);
  const log = options.log ?? ((line: string) => console.warn(line));
  sayAtStart(toolset, options, checked, log);

  const { ready, refuseBody, ...admission } = "runtime" in options ? verifyRuntime(options, checked, log) : VERIFY_NOBODY;
  const serverInfo = options.serverInfo ?? { name: "toolcrib", version: "0" };
  const engine = createEngine(
    {
      toolset,
      serverInfo,
      serverInfoJson: JSON.stringify(serverInfo),
      instructions: options.instructions,
      requestStates: createRequestStateCodec(checked.stateKeys),
      calls: new CallRegistry(),
      subscriptions: new SubscriptionRegistry(),
      spentApprovals: new SpentApprovals(),
      now: options.now ?? Date.now,
      newCallId: () => crypto.randomUUID(),
      refuseBody,
      onError: options.onError,
    },
    {
      ...admission,
      origins: options.cors?.origins ?? [],
      parameterHeaders: [...toolset.values()].flatMap((tool) => tool.headerParameters.map(({ header }) => header)),
    },
  );
  const served: ServedEngine = { ...engine, origin: "runtime" in options ? options.origin : undefined };
  return Object.assign(toFetchHandler(served), { ready, close: () => engine.close(), [ENGINE]: served });
}

/** The engine behind a handler. */
export function engineOf(handler: ToolHandler): ServedEngine {
  return handler[ENGINE];
}

const VERIFY_NOBODY: Verification = {
  loopbackOnly: true,
  verify: identifyNobody,
  refuseBody: async () => undefined,
  ready: async () => {},
};

function verifyRuntime(options: RuntimeOptions, { audiences }: CheckedOptions, log: (line: string) => void): Verification {
  const { runtime, tenant, fetch = globalThis.fetch, now = Date.now, onReject } = options;
  const issuer = runtime.replace(/\/$/, "");
  const keys = createRuntimeKeys({ jwksUrl: `${issuer}/.well-known/jwks.json`, fetch, now });
  let saidOwnUrl = audiences !== undefined || options.origin !== undefined;
  const refuse = (error: unknown) => {
    if (!(error instanceof AuthError)) throw error;
    onReject?.(error);
    return toRefusal(error);
  };
  return {
    loopbackOnly: false,
    verify(request) {
      if (!saidOwnUrl) {
        saidOwnUrl = true;
        log(
          "toolcrib: no origin or audience, so a token is taken for whatever URL a request says it was sent to; behind a proxy or a shared host, set one",
        );
      }
      return verifyRuntimeCaller(request, { issuer, tenant, audiences, keys, now }).catch(refuse);
    },
    refuseBody: ({ claims }, message) =>
      claims === undefined ? Promise.resolve(undefined) : checkBodyClaims(claims, message).then(() => undefined, refuse),
    ready: () => keys.ready(),
  };
}

function sayAtStart(toolset: Toolset, options: ServeOptions, { stateKeys }: CheckedOptions, log: (line: string) => void): void {
  const contracts = [...toolset.values()].map(({ contract }) => contract);
  if (!("runtime" in options)) {
    log('toolcrib: callers are not verified (auth: "none"); only requests that address a loopback host are answered');
  } else if (contracts.some(({ effects }) => effects === "external")) {
    log(
      "toolcrib: calls are not recorded here, so a request that is sent twice runs twice, under one idempotency key; tools with external effects must pass it on",
    );
  }
  if (stateKeys.length === 0 && contracts.some(({ asks, approval }) => asks === true || approval !== "never")) {
    log("toolcrib: no stateKeys, so a random key signs the state of questions; another instance of this server can't read it");
  }
}
