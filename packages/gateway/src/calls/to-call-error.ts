// What went wrong between the gateway and a source, as the model may read it: which source, what is known of the
// outcome, the server's own words where it had any. No address, no error of a socket.

import {
  CallError,
  type CallErrorCode,
  cutText,
  EFFECTS,
  type Effects,
  ERROR_TEXT_MAX_CHARS,
  type FailureClass,
  RPC_ERROR,
  StartError,
} from "@toolcrib/core";
import { OutboundError } from "../outbound.ts";
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
  const toOutcome = (wasSent: boolean) => (wasSent ? EFFECTS[effects] : EFFECTS.none).afterTimeout;
  if (error instanceof UpstreamError) {
    const text = `source ${source} gave no answer: ${mask(error.message)}; ${toOutcome(error.wasSent)}`;
    return new CallError(text, { errorType: CLASSES[error.reason], cause: error });
  }
  // An API's own tools know that it could not be reached, and not whether it may have acted all the same.
  if (error instanceof CallError && error.cause instanceof OutboundError) {
    const text = `source ${source} gave no answer: ${mask(error.message)}; ${toOutcome(error.cause.wasSent)}`;
    return new CallError(text, { code: error.code as CallErrorCode, errorType: error.errorType, cause: error });
  }
  if (error instanceof CallError && error.cause instanceof RangeError) {
    const text = `source ${source} answered with more than the gateway takes; ask for less; ${toOutcome(true)}`;
    return new CallError(text, { code: "result_too_large", cause: error });
  }
  // What is wrong with a folder, its files and paths, is for the operator.
  if (error instanceof StartError) {
    const text = `source ${source} gave no answer: it could not be started; ${toOutcome(false)}`;
    return new CallError(text, { errorType: "upstream_5xx", cause: error });
  }
  if (error instanceof RpcFailure) {
    const errorType = error.rpcCode === RPC_ERROR.invalidParams ? "invalid_args" : "unknown";
    return new CallError(cutText(mask(error.message), ERROR_TEXT_MAX_CHARS), { errorType, cause: error });
  }
  return error;
}
