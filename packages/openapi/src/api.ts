// One API as its tools share it: how requests are sent, with which credentials, and what must not be read in an answer.

import type { ToolResult } from "@toolcrib/core";
import { type ForwardedResult, forwardResult, type ToolContext } from "@toolcrib/tools/run";
import { HTTP_META, toResult } from "./answer.ts";
import { createTokenSource, type TokenSource } from "./client-credentials.ts";
import type { Auth, SecurityScheme } from "./credential.ts";
import { SAFE_METHODS } from "./operation.ts";
import type { RequestShape } from "./request-shape.ts";
import { Secrets } from "./secrets.ts";
import { createAuthorizer, originOf } from "./security.ts";
import { send } from "./send.ts";
import { type Arguments, createRequestWriter, type HttpRequest } from "./to-request.ts";

export interface ApiOptions {
  /** Sends the requests. Required: where a URL comes from a document or a person, only you know what may be reached. */
  readonly fetch: typeof globalThis.fetch;
  readonly auth?: Auth;
  /** Origins that may see `auth` and `headers`. Default: that of the first operation's server. */
  readonly authOrigins?: readonly string[];
  /** Headers for every request to those origins. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Hears of answers that say when to come again. Default: nothing. */
  readonly log?: (line: string) => void;
  /** The clock, in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
}

/** Calls one operation. */
export type OperationCall = (args: Arguments, context: ToolContext) => Promise<ForwardedResult>;

export class Api {
  readonly #options: ApiOptions;
  readonly #schemes: ReadonlyMap<string, SecurityScheme>;
  readonly #origins: ReadonlySet<string>;
  readonly #tokens: TokenSource;
  readonly #headers: readonly (readonly [string, string])[];
  readonly #secrets: Secrets;

  constructor(
    options: ApiOptions,
    { schemes, server }: { readonly schemes: ReadonlyMap<string, SecurityScheme>; readonly server: string | undefined },
  ) {
    this.#options = options;
    this.#schemes = schemes;
    this.#origins = new Set(options.authOrigins ?? (server === undefined ? [] : [originOf(server)]));
    this.#headers = Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
    this.#secrets = new Secrets(
      options.auth,
      this.#headers.map(([, value]) => value),
    );
    const keep = (secret: string) => this.#secrets.keep(secret);
    this.#tokens = createTokenSource(options.fetch, { origins: this.#origins, now: options.now ?? Date.now, keep });
  }

  /** Prepared when it is first called: of a large document most operations never are. */
  call(name: string, toShape: () => RequestShape): OperationCall {
    let run: OperationCall | undefined;
    return (args, context) => {
      run ??= this.#prepare(name, toShape());
      return run(args, context);
    };
  }

  #prepare(name: string, shape: RequestShape): OperationCall {
    const write = createRequestWriter(shape);
    const { fetch, auth, log } = this.#options;
    const authorize =
      auth === undefined
        ? undefined
        : createAuthorizer({
            auth: this.#secrets.following(auth),
            security: shape.security,
            schemes: this.#schemes,
            origins: this.#origins,
            tokens: this.#tokens,
          });
    const isSafe = SAFE_METHODS.includes(shape.method);
    return async (args, context) => {
      const request = write(args);
      request.headers.accept ??= "application/json, */*;q=0.5";
      if (!isSafe) request.headers["idempotency-key"] ??= context.idempotencyKey;
      this.#addHeaders(request);
      const authorized = authorize === undefined ? request : await authorize(request);
      const { signal } = context;
      const result = await toResult(await send(fetch, authorized, signal), { signal, mask: (text) => this.#secrets.mask(text) });
      const retryAfter = result._meta?.[HTTP_META.retryAfter];
      if (retryAfter !== undefined)
        log?.(`toolcrib: tool ${name}: the API answered ${result._meta?.[HTTP_META.status]}, retry-after: ${retryAfter}`);
      return forwardResult(withStructure(result));
    };
  }

  #addHeaders(request: HttpRequest): void {
    if (this.#headers.length === 0 || !this.#origins.has(originOf(request.url))) return;
    for (const [name, value] of this.#headers) request.headers[name] = value;
  }
}

/** JSON's null says nothing that its text does not. */
function withStructure(result: ToolResult): ToolResult {
  if (result.structuredContent !== null) return result;
  const { structuredContent: _null, structuredJson: _json, ...rest } = result;
  return rest;
}
