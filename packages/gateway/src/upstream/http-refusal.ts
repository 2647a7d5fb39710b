// What a server's refusal means: its status, its challenge, its words.

import { CallError, isObject, RPC_ERROR } from "@toolcrib/core";
import { type OutboundAnswer, OutboundError } from "../outbound.ts";
import { readMessage } from "./rpc-message.ts";
import type { Sender } from "./sender.ts";
import { type RpcFailure, UpstreamError } from "./upstream-error.ts";

const ERROR_MAX_BYTES = 65_536;
const METADATA_TIMEOUT_MS = 3_000;
/** What servers of the SDK say, with status 400, of a session or a revision they don't know. */
const NO_SESSION = -32000;
/** With status 400: the server is not the one that was greeted, or has forgotten it, and did not look at the request. */
const NOT_GREETED: readonly number[] = [NO_SESSION, RPC_ERROR.unsupportedVersion];

/** A status that is no success, as an error. */
export async function refusalOf(
  answer: OutboundAnswer,
  { isGreeted, hasSession, sender }: { readonly isGreeted: boolean; readonly hasSession: boolean; readonly sender: Sender },
): Promise<UpstreamError | RpcFailure> {
  const { status } = answer;
  if (status === 401 || status === 403) return unauthorized(answer, sender);
  const failure = await readFailure(answer);
  const isNotGreeted = isGreeted && status === 400 && failure !== undefined && NOT_GREETED.includes(failure.rpcCode);
  if (isNotGreeted || (hasSession && status === 404)) return new UpstreamError("session_lost", "it forgot the session");
  if (failure !== undefined && status !== 404) return failure;
  if (failure !== undefined && failure.rpcCode !== NO_SESSION) return failure;
  // A gateway or a server on its way out says 502 to 504 without having looked at the request; nobody can be sure.
  return new UpstreamError("source_unreachable", `it answered with status ${status}`, { wasSent: status >= 500, status });
}

async function readFailure(answer: OutboundAnswer): Promise<RpcFailure | undefined> {
  try {
    const message = readMessage(JSON.parse(await answer.text(ERROR_MAX_BYTES)));
    return message?.type === "failure" ? message.failure : undefined;
  } catch {
    answer.discard();
    return undefined;
  }
}

/** A challenge with resource metadata (RFC 9728 section 5.1) is an invitation to OAuth; without, a plain no. */
async function unauthorized(answer: OutboundAnswer, sender: Sender): Promise<UpstreamError> {
  const challenge = answer.header("www-authenticate") ?? "";
  answer.discard();
  const metadataUrl = /resource_metadata="([^"]+)"/.exec(challenge)?.[1];
  if (metadataUrl === undefined) return new UpstreamError("source_auth_failed", "it refused the gateway's credentials");
  const authorizationServer = await findAuthorizationServer(metadataUrl, sender);
  const where = authorizationServer === undefined ? "" : ` of ${authorizationServer}`;
  return new UpstreamError("oauth_required", `it wants a token${where}`, { authorizationServer });
}

async function findAuthorizationServer(url: string, sender: Sender): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(METADATA_TIMEOUT_MS);
    const answer = await sender.send({ url, method: "GET", headers: { accept: "application/json" }, signal });
    const metadata: unknown = JSON.parse(await answer.text(ERROR_MAX_BYTES));
    const [first] = isObject(metadata) && Array.isArray(metadata.authorization_servers) ? metadata.authorization_servers : [];
    return typeof first === "string" && URL.canParse(first) ? new URL(first).href : undefined;
  } catch {
    return undefined;
  }
}

/** A failure before or while an answer came, without the address or the words of the socket; those stay in the cause. */
export function unreachable(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  const { code, wasSent } = error;
  if (code === "outbound_timeout") return new UpstreamError("source_timeout", "it did not answer in time", { wasSent, cause: error });
  return new UpstreamError("source_unreachable", "it can't be reached", { wasSent, cause: error });
}

export function tooLarge(cause: RangeError): CallError {
  return new CallError("the server's answer is larger than the gateway takes", { code: "result_too_large", cause });
}
