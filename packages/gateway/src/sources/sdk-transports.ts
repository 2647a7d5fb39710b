// The transports of the official SDK that are used as they are: a child process, and the HTTP+SSE of 2024-11-05. Both
// are loaded when the first source needs one: importing them takes more than all of ours.

import { Readable } from "node:stream";
import { type Outbound, OutboundError } from "../outbound.ts";
import type { Transport } from "../upstream/stream-connection.ts";
import { watchStream } from "./sse-stream.ts";

export interface ChildProcess {
  readonly command: string;
  readonly args: readonly string[];
  /** Beside the few variables that a program needs to start (PATH, HOME, …): nothing else of ours reaches it. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  /** Reads what it writes to its standard error. */
  readonly readStderr: (stream: Readable) => void;
}

/** Starts nothing yet: `start()` does. */
export async function createStdioTransport({ command, args, env, cwd, readStderr }: ChildProcess): Promise<Transport> {
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...env },
    stderr: "pipe",
    ...(cwd === undefined ? {} : { cwd }),
  });
  if (transport.stderr instanceof Readable) readStderr(transport.stderr);
  return transport as unknown as Transport;
}

export interface SseServer {
  readonly url: string;
  readonly outbound: Pick<Outbound, "fetch" | "send">;
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
}

/** Connects nothing yet: `start()` does. */
export async function createSseTransport({ url, outbound, headers }: SseServer): Promise<Transport> {
  const { SSEClientTransport } = await import("@modelcontextprotocol/client");
  const withHeaders: typeof globalThis.fetch = async (target, init) => {
    const merged = new Headers(init?.headers);
    for (const [name, value] of Object.entries(await headers())) merged.set(name, value);
    if (init?.method === "POST") return confirmed(await outbound.fetch(target, { ...init, headers: merged }));
    const stream = {
      url: String(target),
      method: "GET",
      headers: Object.fromEntries(merged),
      signal: init?.signal ?? undefined,
      maxBytes: Number.POSITIVE_INFINITY,
    };
    return watchStream(await outbound.send(stream), () => void transport.close().catch(() => {}));
  };
  const transport = new SSEClientTransport(new URL(url), { fetch: withHeaders }) as unknown as Transport;
  return transport;
}

/** What a server, or one before it, answers with 5xx it may have looked at; the SDK's error does not say which it was. */
async function confirmed(response: Response): Promise<Response> {
  if (response.status < 500) return response;
  await response.body?.cancel();
  throw new OutboundError("outbound_unreachable", `it answered with status ${response.status}`, { wasSent: true });
}
