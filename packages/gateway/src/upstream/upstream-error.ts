// Why a server behind the gateway gave no answer: for the reason of its tools, and for what the model reads.

/** What a source's status can be when it could not be listed or called. */
export type UpstreamReason = "source_unreachable" | "source_timeout" | "source_auth_failed" | "oauth_required" | "session_lost";

export class UpstreamError extends Error {
  readonly reason: UpstreamReason;
  /** True where the request may have reached the server: its outcome is then unknown. */
  readonly wasSent: boolean;
  /** Where tokens come from, when the server says so (RFC 9728). */
  readonly authorizationServer: string | undefined;
  /** The status, where there was an answer of HTTP. */
  readonly status: number | undefined;

  constructor(
    reason: UpstreamReason,
    message: string,
    options: {
      readonly wasSent?: boolean;
      readonly authorizationServer?: string | undefined;
      readonly status?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "UpstreamError";
    this.reason = reason;
    this.wasSent = options.wasSent ?? false;
    this.authorizationServer = options.authorizationServer;
    this.status = options.status;
  }
}

/** The server answered, and its answer is an error of JSON-RPC. Its words are data for the model. */
export class RpcFailure extends Error {
  readonly rpcCode: number;
  readonly data: unknown;

  constructor(rpcCode: number, message: string, data?: unknown) {
    super(message);
    this.name = "RpcFailure";
    this.rpcCode = rpcCode;
    this.data = data;
  }
}
