// What goes wrong on the way out. The messages can be shown to anybody: they name the host as the URL has it, never an
// address it resolves to, which would make a scanner of the gateway. What the socket said is in `cause`, for the log.

/** Why a request to the outside failed. */
export const OUTBOUND_CODES = [
  // The URL, the host or an address of it is not for the gateway to reach; nothing was sent.
  "outbound_refused",
  // No connection, or one that broke off.
  "outbound_unreachable",
  // No connection or no answer in time.
  "outbound_timeout",
  // The answer is longer than allowed.
  "outbound_too_large",
  // The answer redirects where it is not followed.
  "outbound_redirect",
] as const;

export type OutboundCode = (typeof OUTBOUND_CODES)[number];

/** A request to the outside that failed. Match by `code`. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly code: OutboundCode;
  /** Whether a part of the request may have reached the other side. */
  readonly wasSent: boolean;

  constructor(code: OutboundCode, message: string, options: { readonly cause?: unknown; readonly wasSent?: boolean } = {}) {
    super(message, "cause" in options ? { cause: options.cause } : {});
    this.code = code;
    this.wasSent = options.wasSent ?? false;
  }
}

/** What the codes of a socket, a resolver or TLS mean, in words. */
const FACTS: Readonly<Record<string, string>> = {
  ENOTFOUND: "its name is not known",
  ENODATA: "its name has no address",
  EAI_AGAIN: "its name could not be looked up",
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "the connection was closed",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "there is no way to it",
  UND_ERR_SOCKET: "the connection was closed",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is not trusted",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is not trusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is not trusted",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
};

const TIMEOUTS: Readonly<Record<string, string>> = {
  ETIMEDOUT: "could not be connected to in time",
  UND_ERR_CONNECT_TIMEOUT: "could not be connected to in time",
  UND_ERR_HEADERS_TIMEOUT: "did not answer in time",
};

/** What both transports say of a header, a method or a path that HTTP has no room for. */
const MALFORMED = ["UND_ERR_INVALID_ARG", "ERR_INVALID_CHAR", "ERR_INVALID_HTTP_TOKEN", "ERR_UNESCAPED_CHARACTERS"];

/** A failure of the transport, in words that can be shown. */
export function toOutboundError(cause: unknown, { host, wasSent }: { readonly host: string; readonly wasSent: boolean }): OutboundError {
  if (cause instanceof OutboundError) return cause;
  const code = codeOf(cause);
  const late = TIMEOUTS[code];
  if (late !== undefined) return new OutboundError("outbound_timeout", `${host} ${late}`, { cause, wasSent });
  if (MALFORMED.includes(code))
    return new OutboundError("outbound_refused", `the request to ${host} has a method or a header that HTTP does not allow`, { cause });
  const fact = FACTS[code];
  return new OutboundError("outbound_unreachable", `${host} can't be reached${fact === undefined ? "" : `: ${fact}`}`, { cause, wasSent });
}

function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null ? (error as { readonly code?: unknown }).code : undefined;
  return typeof code === "string" ? code : "";
}
