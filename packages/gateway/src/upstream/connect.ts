// Which era a server speaks: the stateless revision is tried first, then the handshake, then the older SSE transport.
// An answer that only a server of the new era gives ends the search, whatever it says; so does a refusal of who we are.

import { HANDSHAKE_REVISIONS, HEADER, isObject, RPC_ERROR, STATELESS_REVISION, UPSTREAM_LIST_MAX_CHARS } from "@toolcrib/core";
import type { Authorize, Connection, NotificationListener, Params } from "./connection.ts";
import { CLIENT_INFO, toStatelessMeta } from "./envelope.ts";
import { HttpConnection } from "./http-connection.ts";
import { declaresListChanges, McpClient } from "./mcp-client.ts";
import type { Sender } from "./sender.ts";
import { StreamConnection, type Transport } from "./stream-connection.ts";
import { RpcFailure, UpstreamError } from "./upstream-error.ts";
import { orAborted } from "./within.ts";

/** What was found out about a server, to be tried first the next time. */
export type Era = "stateless" | "handshake" | "sse";

export interface Connected {
  readonly client: McpClient;
  readonly era: Era;
  readonly revision: string;
  /** The server may keep state for this connection, so that no two callers can share it. */
  readonly isStateful: boolean;
  /** It says when its tools change. */
  readonly tellsChanges: boolean;
}

export interface ConnectParts {
  readonly onNotification: NotificationListener;
  readonly onClose: () => void;
  readonly warn: (problem: string) => void;
}

export interface HttpServer extends ConnectParts {
  readonly url: string;
  readonly sender: Sender;
  readonly authorize: Authorize;
  readonly headers: Readonly<Record<string, string>>;
  readonly openSse: () => Promise<Transport>;
}

/**
 * Connects over HTTP.
 * @param known what the server spoke the last time; if that no longer holds, the search starts over
 */
export async function connectHttp(server: HttpServer, known: Era | undefined, signal: AbortSignal): Promise<Connected> {
  if (known === "sse") return connectSse(server, signal);
  if (known !== "handshake") {
    try {
      return await discover(server, signal);
    } catch (error) {
      // It refused this request and yet names the revision: what it refused may have been the server before it.
      if (offersStateless(error)) return discover(server, signal);
      if (!isOlderServer(error)) throw error;
    }
  }
  const connection = new HttpConnection(server, { isStateless: false });
  try {
    const greeted = await greet(connection, server, signal, (revision) => connection.agree(revision));
    return { ...greeted, era: "handshake", isStateful: connection.hasSession };
  } catch (error) {
    void connection.close();
    // It was an older server when it was last asked.
    if (offersStateless(error)) return discover(server, signal);
    if (!(error instanceof UpstreamError && [400, 404, 405].includes(error.status ?? 0))) throw error;
    return await connectSse(server, signal).catch(() => {
      throw error;
    });
  }
}

async function discover(server: HttpServer, signal: AbortSignal): Promise<Connected> {
  const connection = new HttpConnection(server, { isStateless: true });
  const result = await connection.request({
    method: "server/discover",
    params: { _meta: toStatelessMeta({}, { mayAsk: false }) },
    mirrors: { [HEADER.protocolVersion]: STATELESS_REVISION },
    signal,
    maxChars: UPSTREAM_LIST_MAX_CHARS,
  });
  const { supportedVersions } = result;
  // A server that answers whatever it is asked has not said what it speaks.
  if (!Array.isArray(supportedVersions) || !supportedVersions.includes(STATELESS_REVISION))
    throw new RpcFailure(RPC_ERROR.methodNotFound, "it speaks no stateless revision that is spoken here");
  connection.agree(STATELESS_REVISION);
  return {
    client: new McpClient({ ...server, connection, revision: STATELESS_REVISION }),
    era: "stateless",
    revision: STATELESS_REVISION,
    isStateful: false,
    tellsChanges: declaresListChanges(result),
  };
}

/** Errors that a server of 2026-07-28 gives are about the request, and no reason to try an older way. */
function isOlderServer(error: unknown): boolean {
  if (error instanceof UpstreamError) return error.status !== undefined;
  if (!(error instanceof RpcFailure)) return false;
  if (error.rpcCode === RPC_ERROR.headerMismatch || error.rpcCode === RPC_ERROR.missingCapability) return false;
  if (error.rpcCode !== RPC_ERROR.unsupportedVersion) return true;
  const supported = supportedBy(error);
  return supported === undefined || supported.some((revision) => HANDSHAKE_REVISIONS.some((known) => known === revision));
}

function offersStateless(error: unknown): boolean {
  if (!(error instanceof RpcFailure) || error.rpcCode !== RPC_ERROR.unsupportedVersion) return false;
  return supportedBy(error)?.includes(STATELESS_REVISION) === true;
}

function supportedBy({ data }: RpcFailure): readonly unknown[] | undefined {
  return isObject(data) && Array.isArray(data.supported) ? data.supported : undefined;
}

async function connectSse(server: HttpServer, signal: AbortSignal): Promise<Connected> {
  const connected = await connectStream(await server.openSse(), server, signal);
  return { ...connected, era: "sse" };
}

/** Connects over a transport that carries one session: a child process, or HTTP+SSE. */
export async function connectStream(transport: Transport, parts: ConnectParts, signal: AbortSignal): Promise<Connected> {
  const opening = StreamConnection.open({ ...parts, transport });
  const connection = await orAborted(opening, signal).catch((error: unknown) => {
    void transport.close().catch(() => {});
    throw error;
  });
  try {
    const greeted = await greet(connection, parts, signal, (revision) => {
      (transport as { setProtocolVersion?: (revision: string) => void }).setProtocolVersion?.(revision);
    });
    return { ...greeted, era: "handshake", isStateful: true };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function greet(
  connection: Connection,
  parts: ConnectParts,
  signal: AbortSignal,
  agree: (revision: string) => void,
): Promise<Omit<Connected, "era" | "isStateful">> {
  const params: Params = { protocolVersion: HANDSHAKE_REVISIONS[0], capabilities: {}, clientInfo: CLIENT_INFO };
  const result = await connection.request({ method: "initialize", params, signal, maxChars: UPSTREAM_LIST_MAX_CHARS });
  const revision = HANDSHAKE_REVISIONS.find((known) => known === result.protocolVersion);
  if (revision === undefined)
    throw new UpstreamError(
      "source_unreachable",
      `it speaks the revision ${String(result.protocolVersion).slice(0, 40)}, which is not known here`,
    );
  agree(revision);
  await orAborted(connection.notify("notifications/initialized", {}), signal);
  return { client: new McpClient({ ...parts, connection, revision }), revision, tellsChanges: declaresListChanges(result) };
}
