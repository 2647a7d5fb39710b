// Why a source could not be listed, as its owner reads it.

import { cutText, ERROR_TEXT_MAX_CHARS, type SourceFailure, StartError } from "@toolcrib/core";
import { UpstreamError } from "../upstream/upstream-error.ts";

export interface ListFailure {
  readonly reason: SourceFailure;
  readonly detail: string;
  readonly authorizationServer: string | undefined;
  /** Waiting does not mend it: the credentials are refused, or what it answers can't be read. */
  readonly isFinal: boolean;
}

export function toListFailure(error: unknown, mask: (text: string) => string): ListFailure {
  if (error instanceof UpstreamError) {
    const { reason, message, authorizationServer, cause } = error;
    // The cause names the host, which is for the operator and nobody else.
    const detail = mask(cause instanceof Error && cause.message !== "" ? cause.message : message);
    const isFinal = reason === "source_auth_failed" || reason === "oauth_required";
    return { reason: reason === "session_lost" ? "source_unreachable" : reason, detail, authorizationServer, isFinal };
  }
  const detail = cutText(mask(error instanceof Error ? error.message : String(error)), ERROR_TEXT_MAX_CHARS);
  return { reason: "source_unreachable", detail, authorizationServer: undefined, isFinal: error instanceof StartError };
}
