// A folder of tools in a child process of its own, served there by our engine and called signed: a crash or an endless
// loop is a lost attempt, not a dead gateway. What is saved in the folder is followed: a new child takes over once it
// has loaded; one that can't load leaves the old one in place.

import { watch } from "node:fs";
import type { FolderSource as FolderDefinition } from "@toolcrib/core";
import type { ToolContext } from "@toolcrib/tools/run";
import type { Issuer } from "../identity/issuer.ts";
import { connectHttp } from "../upstream/connect.ts";
import type { Sender } from "../upstream/sender.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { orAborted, within } from "../upstream/within.ts";
import { type FolderChild, startFolderChild } from "./folder-child.ts";
import { McpSource } from "./mcp-source.ts";
import type { OfferedTool, Source, SourceEvents } from "./source.ts";

export interface FolderSourceParts {
  readonly definition: FolderDefinition;
  /** Absolute. */
  readonly folder: string;
  readonly importer: string | undefined;
  /** What the definition gives, with its values; and where further names are looked up. */
  readonly env: Readonly<Record<string, string>>;
  readonly lookUp: (name: string) => string | undefined;
  readonly issuer: Issuer;
  /** Reaches this machine. */
  readonly sender: Sender;
  readonly events: SourceEvents;
  readonly now: () => number;
}

/** How long saves are gathered before the folder is loaded again, in milliseconds. */
const SETTLE_MS = 100;
/** How long a child may be silent after a call of its timed out, before it is taken to be in a loop, in milliseconds. */
const LIVENESS_MS = 2_000;

export function openFolderSource(parts: FolderSourceParts): Source {
  const { events, sender, now, issuer } = parts;
  let child: Promise<FolderChild> | undefined;
  /** Calls that run, by the child they were made to. */
  const calls = new Map<Promise<FolderChild>, number>();
  const closing = new AbortController();

  const start = (): Promise<FolderChild> => {
    const onExit = () => {
      // A child that was replaced ends unheard.
      if (child !== starting) return;
      child = undefined;
      void mcp.reset();
      if (!closing.signal.aborted) events.onEnd();
    };
    const starting = startFolderChild(parts, { onExit, signal: closing.signal });
    starting.catch(() => {
      if (child === starting) child = undefined;
    });
    return starting;
  };
  const current = () => {
    child ??= start();
    return child;
  };
  const mcp = new McpSource({
    kind: "tools",
    isTrusted: true,
    now,
    async connect(known, signal, onClose) {
      const { url } = await orAborted(current(), signal);
      const openSse = () => Promise.reject(new Error("a folder is served over HTTP"));
      const server = {
        url,
        sender,
        headers: {},
        authorize: issuer.createAuthorize(url),
        openSse,
        onNotification() {},
        onClose,
        warn: events.warn,
      };
      return connectHttp(server, known, signal);
    },
  });

  const reload = async (): Promise<void> => {
    const next = start();
    try {
      await next;
    } catch (error) {
      if (closing.signal.aborted) return;
      return events.warn(`the change in its folder was not taken: ${error instanceof Error ? error.message : String(error)}`);
    }
    const before = child;
    child = next;
    await mcp.reset();
    events.onChange();
    // Calls that run in it end first.
    if (before !== undefined && !calls.has(before)) await stop(before);
  };
  const count = (asked: Promise<FolderChild>, change: number): void => {
    const running = (calls.get(asked) ?? 0) + change;
    if (running > 0) calls.set(asked, running);
    else {
      calls.delete(asked);
      if (asked !== child) void stop(asked);
    }
  };
  // One after the other: of two children that load at once, the one that is ready last may have the older files.
  let reloading: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watcher = watch(parts.folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      reloading = reloading.then(reload);
    }, SETTLE_MS);
    timer.unref();
  });
  watcher.unref();
  watcher.on("error", (error) => events.warn(`its folder can't be watched: ${error.message}`));

  const forget = async (ended: Promise<FolderChild> | undefined): Promise<void> => {
    if (child !== ended) return;
    child = undefined;
    await Promise.all([mcp.reset(), stop(ended)]);
  };

  return {
    kind: "tools",
    list: (signal) => mcp.list(signal),
    async call(tool: OfferedTool, args, context: ToolContext) {
      const asked = current();
      count(asked, 1);
      try {
        return await mcp.call(tool, args, context).catch(async (error: unknown) => {
          // The process has just ended, and nobody has heard of it yet; what was not sent is sent to the next one.
          const isGone = error instanceof UpstreamError && error.reason === "source_unreachable" && !error.wasSent;
          if (!isGone || closing.signal.aborted) throw error;
          await forget(asked);
          return mcp.call(tool, args, context);
        });
      } finally {
        if (context.signal.aborted && asked === child) void endIfLooping(mcp, asked);
        count(asked, -1);
      }
    },
    async close() {
      closing.abort(new UpstreamError("source_unreachable", "the gateway is closing"));
      watcher.close();
      clearTimeout(timer);
      await Promise.all([mcp.close(), reloading]);
      await Promise.all([child, ...calls.keys()].map(stop));
    },
  };
}

async function stop(child: Promise<FolderChild> | undefined): Promise<void> {
  (await child?.catch(() => undefined))?.stop();
}

async function endIfLooping(mcp: McpSource, child: Promise<FolderChild> | undefined): Promise<void> {
  const isAnswering = await within(LIVENESS_MS, (signal) => mcp.isAnswering(signal)).catch(() => false);
  if (!isAnswering) await stop(child);
}
