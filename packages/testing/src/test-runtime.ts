// A runtime in memory: a key, an issuer and the document that publishes them, all its own. What it signs is signed as
// a real runtime signs it, by the same code, and the server under test verifies it as it always does.

import { type CallTokenClaims, isProduction, StartError, signCallToken, TEST_ISSUER } from "@toolcrib/core";
import { type Handler, sendCall, sendRequest, type ToolCallOutcome, toCallRequest, toMethodRequest } from "./mcp-request.ts";
import { newKey } from "./test-key.ts";
import { type CallOptions, faultyToken, toClaims } from "./test-token.ts";

export interface TestRuntimeOptions {
  /** The tenant it signs for. Default: `test-tenant`. */
  readonly tenant?: string;
  /** The clock, in milliseconds since 1970, of the runtime and, through `options`, of the server. Default: `Date.now`. */
  readonly now?: () => number;
}

/** What a server under test is given: `serveTools(tools, { ...runtime.options })`. */
export interface ServerOptions {
  readonly runtime: string;
  readonly tenant: string;
  /** Answers with the runtime's keys, from memory. */
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

export interface TestRuntime {
  readonly options: ServerOptions;
  /** Calls a tool and answers its questions, as a runtime would. */
  callTool(handler: Handler, url: string, tool: string, args?: object, options?: CallOptions): Promise<ToolCallOutcome>;
  /** The tools that are listed. */
  listTools(handler: Handler, url: string, options?: CallOptions): Promise<readonly ListedTool[]>;
  /** One signed request of a call, for a test that sends it itself. */
  request(url: string, tool: string, args?: object, options?: CallOptions): Promise<Request>;
  /** A signed token alone. */
  token(claims: CallTokenClaims): Promise<string>;
}

export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/**
 * Makes a runtime.
 * @throws StartError where NODE_ENV is production: its key is anybody's
 */
export async function testRuntime({ tenant = "test-tenant", now = Date.now }: TestRuntimeOptions = {}): Promise<TestRuntime> {
  refuseProduction();
  const own = await newKey();
  const stranger = await newKey();

  const sign = async (
    target: { readonly url: string; readonly method: string; readonly tool?: string; readonly args?: object },
    options: CallOptions,
  ) => {
    const claims = await toClaims({ ...target, issuer: TEST_ISSUER, tenant, nowMs: now() }, options);
    return options.fault === undefined ? signCallToken(claims, own.privateKey, own.kid) : faultyToken(options.fault, claims, own, stranger);
  };
  const request = async (url: string, tool: string, args: object = {}, options: CallOptions = {}) =>
    toCallRequest(url, tool, args, await sign({ url, method: "tools/call", tool, args }, options), options);

  return {
    options: {
      runtime: TEST_ISSUER,
      tenant,
      now,
      log: () => {},
      fetch: async () => Response.json({ keys: [{ kty: "OKP", crv: "Ed25519", use: "sig", kid: own.kid, x: own.x }] }),
    },
    request,
    token: (claims) => signCallToken(claims, own.privateKey, own.kid),
    callTool: (handler, url, tool, args = {}, options = {}) => {
      // All rounds of one call share its names.
      const named = { callId: crypto.randomUUID(), ...options };
      return sendCall(handler, (params) => request(url, tool, args, { ...named, ...params }), named);
    },
    async listTools(handler, url, options = {}) {
      const token = await sign({ url, method: "tools/list" }, options);
      const { result, error, status } = await sendRequest(handler, toMethodRequest(url, "tools/list", token, options));
      if (result === undefined) throw new Error(`tools/list was answered with ${status} ${JSON.stringify(error)}`);
      return result.tools as readonly ListedTool[];
    },
  };
}

function refuseProduction(): void {
  if (isProduction()) throw new StartError("options_invalid", ["testRuntime is for tests and refuses to run where NODE_ENV is production"]);
}
