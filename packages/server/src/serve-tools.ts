// serveTools: a toolset behind a web-standard fetch handler.

import { createRequestStateCodec, type Implementation, StartError, type StateKey, toStateKeyBytes } from "@toolcrib/core";
import { createToolset, type FailedCall, type Tool, type Toolset } from "@toolcrib/tools/run";
import { identifyNobody } from "./auth/nobody.ts";
import { CallRegistry } from "./engine/call-registry.ts";
import { createEngine, type Engine } from "./engine/engine.ts";
import { SubscriptionRegistry } from "./engine/subscription-registry.ts";
import { toFetchHandler } from "./fetch.ts";

export interface ServeOptions {
  /**
   * How callers are verified. `"none"`: not at all; every caller is anonymous, and only requests that address a
   * loopback host are answered. There is no default: a server that verifies nobody has to say so.
   */
  readonly auth: "none";
  /** Values for the tools' declared `env` names. A missing one is an error at start. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * Keys for the state that travels while a person is asked: 32 bytes or more each; the first signs, all verify.
   * Default: a random key, which no second instance can read.
   */
  readonly stateKeys?: readonly StateKey[];
  /** Browser origins that may call, as `https://app.example.com`, or `*`. Default: none, and no CORS headers. */
  readonly cors?: { readonly origins: readonly string[] };
  /** What the server calls itself. Default: `{ name: "toolcrib", version: "0" }`. */
  readonly serverInfo?: Implementation;
  /** What a model should know about these tools as a whole. */
  readonly instructions?: string;
  /** Hears of every failure, whole, with stack and cause; without `call` it was the engine's own. Nothing of it goes on the wire. */
  readonly onError?: (error: unknown, call?: FailedCall) => void;
  /** Hears, once each at start, what an operator should know. Default: `console.warn`. */
  readonly log?: (line: string) => void;
  /** The clock, in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
}

const OPTION_KEYS: readonly (keyof ServeOptions)[] = [
  "auth",
  "env",
  "stateKeys",
  "cors",
  "serverInfo",
  "instructions",
  "onError",
  "log",
  "now",
];

const ENGINE = Symbol.for("toolcrib.engine");

/** A fetch handler for Bun, Deno, Workers, and every framework that speaks `Request` and `Response`; on Node, see `nodeListener`. */
export interface ToolHandler {
  (request: Request): Promise<Response>;
  /** Ends open subscriptions with a result. Running calls end by themselves. */
  close(): void;
  readonly [ENGINE]: Engine;
}

/**
 * Serves tools over MCP.
 * @param tools by name: `serveTools({ refund }, { auth: "none" })`
 * @throws StartError `tools_invalid` with every problem of every tool; `options_invalid` for unusable options
 */
export function serveTools(tools: Readonly<Record<string, Tool>>, options: ServeOptions): ToolHandler {
  const stateKeys = checkOptions(options);
  const toolset = createToolset(tools, options.env);
  const log = options.log ?? ((line: string) => console.warn(line));
  log('toolcrib: callers are not verified (auth: "none"); only requests that address a loopback host are answered');
  if (stateKeys.length === 0 && asksAnybody(toolset)) {
    log("toolcrib: no stateKeys, so a random key signs the state of questions; another instance of this server can't read it");
  }

  const serverInfo = options.serverInfo ?? { name: "toolcrib", version: "0" };
  const engine = createEngine(
    {
      toolset,
      serverInfo,
      serverInfoJson: JSON.stringify(serverInfo),
      instructions: options.instructions,
      requestStates: createRequestStateCodec(stateKeys),
      calls: new CallRegistry(),
      subscriptions: new SubscriptionRegistry(),
      now: options.now ?? Date.now,
      newCallId: () => crypto.randomUUID(),
      onError: options.onError,
    },
    {
      loopbackOnly: true,
      origins: options.cors?.origins ?? [],
      parameterHeaders: [...toolset.values()].flatMap((tool) => tool.headerParameters.map(({ header }) => header)),
      verify: identifyNobody,
    },
  );
  return Object.assign(toFetchHandler(engine), { close: () => engine.close(), [ENGINE]: engine });
}

/** The engine behind a handler. */
export function engineOf(handler: ToolHandler): Engine {
  return handler[ENGINE];
}

/** The state keys as bytes, once nothing is wrong with any option. */
function checkOptions(options: ServeOptions | undefined): readonly Uint8Array[] {
  if (options?.auth !== "none") {
    throw new StartError("options_invalid", [
      'serveTools needs a way to verify callers; to serve tools on this machine only, unverified, write serveTools(tools, { auth: "none" })',
    ]);
  }
  const problems = Object.keys(options)
    .filter((key) => !(OPTION_KEYS as readonly string[]).includes(key))
    .map((key) => `unknown option "${key}"; known: ${OPTION_KEYS.join(", ")}`);
  for (const origin of options.cors?.origins ?? []) {
    if (origin !== "*" && !isOrigin(origin))
      problems.push(`cors.origins has "${origin}", which is no origin; write it as https://app.example.com, without a path`);
  }
  const keys = (options.stateKeys ?? []).map(toStateKeyBytes);
  keys.forEach((key, index) => {
    if (typeof key === "string") problems.push(`stateKeys[${index}] ${key}`);
  });
  if (problems.length > 0) throw new StartError("options_invalid", problems);
  return keys as readonly Uint8Array[];
}

function isOrigin(text: string): boolean {
  try {
    return new URL(text).origin === text;
  } catch {
    return false;
  }
}

function asksAnybody(toolset: Toolset): boolean {
  return [...toolset.values()].some(({ contract }) => contract.asks === true || contract.approval !== "never");
}
