// The transports of the official SDK that are used as they are: a child process, and the HTTP+SSE of 2024-11-05. Both
// are loaded when the first source needs one: importing them takes more than all of ours.

import type { Outbound } from "../outbound.ts";
import type { Transport } from "../upstream/stream-connection.ts";
import { watchStream } from "./sse-stream.ts";

export interface ChildProcess {
  readonly command: string;
  readonly args: readonly string[];
  /** Beside the few variables that a program needs to start (PATH, HOME, …): nothing else of ours reaches it. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  /** Hears what it writes to its standard error, line by line as it comes. */
  readonly onStderr: (text: string) => void;
}

/** Starts nothing yet: `start()` does. */
export async function createStdioTransport({ command, args, env, cwd, onStderr }: ChildProcess): Promise<Transport> {
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...env },
    stderr: "pipe",
    ...(cwd === undefined ? {} : { cwd }),
  });
  transport.stderr?.on("data", (chunk: Buffer) => onStderr(chunk.toString("utf8")));
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
    if (init?.method === "POST") return outbound.fetch(target, { ...init, headers: merged });
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
