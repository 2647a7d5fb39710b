//   ToolcribError                     code                     when                     who reads it
//   ├─ StartError                     tools_invalid            at start                 the operator: every problem at once
//   │                                 options_invalid          at start                 the operator
//   ├─ CallError                      invalid_args             arguments refused        the model: each path, what was expected
//   │                                 invalid_output           result against output    the model: that it failed; the author: why
//   │                                 result_too_large         result over the cap      the model: the cap
//   │                                 not_configured           nobody can be asked      the model: what is missing
//   │                                 declined                 a person said no         the model
//   │                                 call_failed              the handler threw        the model: the handler's own words
//   │                                 timeout                  past the deadline        the model; also a reason of context.signal
//   │                                 client_disconnected      the caller is gone       reason of context.signal
//   │                                 cancelled                the caller cancelled     reason of context.signal
//   ├─ AuthError                       token_missing …          no or a bad token        onReject and the log alone: the caller reads one
//   │                                                                                   401 for all causes
//   │                                 keys_unavailable         runtime's keys unknown   the same; the caller reads a 503
//   └─ RequestStateError              request_state_invalid    state not ours or stale  the client: -32602, one text for all causes
//
// Match by `code`. `instanceof` works across two installed copies, by a brand.

/** Why a token was refused. The caller is told none of it. */
export const AUTH_CODES = [
  "token_missing",
  "token_malformed",
  "token_header",
  "token_claims",
  "token_expired",
  "token_not_yet_valid",
  "wrong_issuer",
  "wrong_tenant",
  "wrong_audience",
  "unknown_key",
  "bad_signature",
  "wrong_tool",
  "wrong_method",
  "wrong_arguments",
  "wrong_key",
  "verify_refused",
  "keys_unavailable",
] as const;

/** Every code, in the order of the tree above. */
export const ERROR_CODES = [
  "tools_invalid",
  "options_invalid",
  "invalid_args",
  "invalid_output",
  "result_too_large",
  "not_configured",
  "declined",
  "call_failed",
  "timeout",
  "client_disconnected",
  "cancelled",
  "request_state_invalid",
  ...AUTH_CODES,
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** What kind of failure a call ended with; it stands in the result's text and in its `_meta`. No retry advice. */
export const FAILURE_CLASSES = [
  "auth",
  "rate_limited",
  "upstream_4xx",
  "upstream_5xx",
  "timeout",
  "invalid_args",
  "not_configured",
  "aborted",
  "unknown",
] as const;

export type FailureClass = (typeof FAILURE_CLASSES)[number];

const BRAND = Symbol.for("toolcrib.error");

/** The base of every error that Toolcrib throws. */
export class ToolcribError extends Error {
  /** What `instanceof` compares, so that two copies of this file agree; a minifier may rename classes, never this. */
  static readonly kind: string = "ToolcribError";
  readonly code: ErrorCode;
  readonly [BRAND]: readonly string[];

  constructor(code: ErrorCode, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
    this.name = "ToolcribError";
    this[BRAND] = kindsOf(new.target);
    Object.defineProperty(this, BRAND, { enumerable: false });
  }

  // biome-ignore-start lint/complexity/noThisInStatic: naming one class would make instanceof ask for that class only
  static override [Symbol.hasInstance](value: unknown): boolean {
    // `this` is the class that stands right of instanceof. One of a user's own has no kind: the prototype chain decides.
    if (!Object.hasOwn(this, "kind")) return Function.prototype[Symbol.hasInstance].call(this, value);
    const kinds = typeof value === "object" && value !== null ? (value as { readonly [BRAND]?: readonly string[] })[BRAND] : undefined;
    return kinds?.includes(this.kind) ?? false;
  }
  // biome-ignore-end lint/complexity/noThisInStatic: see above
}

function kindsOf(errorClass: object): readonly string[] {
  const kinds: string[] = [];
  for (let current: object | null = errorClass; current !== null; current = Object.getPrototypeOf(current)) {
    const kind: unknown = Object.getOwnPropertyDescriptor(current, "kind")?.value;
    if (typeof kind === "string") kinds.push(kind);
  }
  return kinds;
}

/** Thrown while starting: what is wrong with the tools or the options, all of it, each with the way out. */
export class StartError extends ToolcribError {
  static override readonly kind = "StartError";
  readonly problems: readonly string[];

  constructor(code: "tools_invalid" | "options_invalid", problems: readonly string[]) {
    super(
      code,
      problems.length === 1 ? `${problems[0]}` : `${problems.length} problems:\n${problems.map((problem) => `- ${problem}`).join("\n")}`,
    );
    this.name = "StartError";
    this.problems = problems;
  }
}

export type AuthCode = (typeof AUTH_CODES)[number];

/** A caller that was not proven. Its message is for the log: it names the cause, and never the token. */
export class AuthError extends ToolcribError {
  static override readonly kind = "AuthError";
  declare readonly code: AuthCode;
  /** When it may be worth trying again, in seconds; only with `keys_unavailable`. */
  readonly retryAfterS: number | undefined;

  constructor(code: AuthCode, cause: string, options: { readonly retryAfterS?: number } = {}) {
    super(code, cause);
    this.name = "AuthError";
    this.retryAfterS = options.retryAfterS;
  }
}

export type CallErrorCode = Exclude<ErrorCode, "tools_invalid" | "options_invalid" | "request_state_invalid" | AuthCode>;

const CLASS_OF_CODE: Readonly<Record<CallErrorCode, FailureClass>> = {
  invalid_args: "invalid_args",
  invalid_output: "unknown",
  result_too_large: "unknown",
  not_configured: "not_configured",
  declined: "aborted",
  call_failed: "unknown",
  timeout: "timeout",
  client_disconnected: "aborted",
  cancelled: "aborted",
};

/**
 * A failed call. Throw one from a handler to choose the failure class the model reads:
 * `throw new CallError("The provider is busy", { errorType: "rate_limited" })`.
 */
export class CallError extends ToolcribError {
  static override readonly kind = "CallError";
  readonly errorType: FailureClass;

  constructor(
    message: string,
    options: { readonly code?: CallErrorCode; readonly errorType?: FailureClass; readonly cause?: unknown } = {},
  ) {
    const code = options.code ?? "call_failed";
    super(code, message, "cause" in options ? { cause: options.cause } : {});
    // The names the platform gives to the same events, so that `error.name === "AbortError"` keeps working.
    this.name = code === "timeout" ? "TimeoutError" : CLASS_OF_CODE[code] === "aborted" ? "AbortError" : "CallError";
    this.errorType = options.errorType ?? CLASS_OF_CODE[code];
  }
}

/** A request state that is not ours, was altered, is stale, or belongs to another caller, tool or set of arguments. */
export class RequestStateError extends ToolcribError {
  static override readonly kind = "RequestStateError";

  constructor(cause: string) {
    super("request_state_invalid", "requestState is not valid for this request; send the call again without it", { cause });
    this.name = "RequestStateError";
  }
}

/** The failure class an error carries in its `errorType`; `unknown` for everything else that was thrown. */
export function toFailureClass(error: unknown): FailureClass {
  const carried = typeof error === "object" && error !== null ? (error as { readonly errorType?: unknown }).errorType : undefined;
  return FAILURE_CLASSES.find((name) => name === carried) ?? "unknown";
}
