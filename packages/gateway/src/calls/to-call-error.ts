// What went wrong between the gateway and a source, as the model may read it: which source, what is known of the
// outcome, the server's own words where it had any. No address, no error of a socket.

import { CallError, cutText, EFFECTS, type Effects, ERROR_TEXT_MAX_CHARS, type FailureClass, RPC_ERROR } from "@toolcrib/core";
import { RpcFailure, UpstreamError, type UpstreamReason } from "../upstream/upstream-error.ts";

export interface FailedSource {
  readonly source: string;
  readonly effects: Effects;
  readonly mask: (text: string) => string;
}

const CLASSES: Readonly<Record<UpstreamReason, FailureClass>> = {
  source_unreachable: "upstream_5xx",
  source_timeout: "timeout",
  source_auth_failed: "auth",
  oauth_required: "auth",
  session_lost: "upstream_4xx",
};

export function toCallError(error: unknown, { source, effects, mask }: FailedSource): unknown {
  if (error instanceof UpstreamError) {
    const outcome = error.wasSent ? EFFECTS[effects].afterTimeout : EFFECTS.none.afterTimeout;
    const text = `source ${source} gave no answer: ${mask(error.message)}; ${outcome}`;
    return new CallError(text, { errorType: CLASSES[error.reason], cause: error });
  }
  if (error instanceof RpcFailure) {
    const errorType = error.rpcCode === RPC_ERROR.invalidParams ? "invalid_args" : "unknown";
    return new CallError(cutText(mask(error.message), ERROR_TEXT_MAX_CHARS), { errorType, cause: error });
  }
  return error;
}
