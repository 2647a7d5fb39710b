// A folder of tools in a child process of its own, served there by our engine and called signed: a crash or an endless
// loop is a lost attempt, not a dead gateway. What is saved in the folder is followed: a new child takes over once it
// has loaded; one that can't load leaves the old one in place.

import { watch } from "node:fs";
import type { FolderSource as FolderDefinition } from "@toolcrib/core";
import type { ToolContext } from "@toolcrib/tools/run";
import type { Issuer } from "../identity/issuer.ts";
import { type Connected, connectHttp, type Era } from "../upstream/connect.ts";
import type { Sender } from "../upstream/sender.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { orAborted, within } from "../upstream/within.ts";
import { FolderChildren, type StartingChild } from "./folder-children.ts";
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
  const { events } = parts;
  const children = new FolderChildren(parts, () => {
    void mcp.reset();
    events.onEnd();
  });
  const mcp = new McpSource({
    kind: "tools",
    isTrusted: true,
    now: parts.now,
    connect: (known, signal, onClose) => connectChild(children.current(), parts, { known, signal, onClose }),
  });
  const follower = followFolder(parts, async () => {
    try {
      await children.replace(() => {
        void mcp.reset();
        events.onChange();
      });
    } catch (error) {
      if (!children.isClosed) events.warn(`the change in its folder was not taken: ${messageOf(error)}`);
    }
  });

  return {
    kind: "tools",
    list: (signal) => mcp.list(signal),
    call(tool: OfferedTool, args, context: ToolContext) {
      const child = children.current();
      return children.keepFor(child, async () => {
        try {
          return await mcp.call(tool, args, context);
        } catch (error) {
          if (context.signal.aborted) void endIfLooping(mcp, children, child);
          if (!isGone(error) || children.isClosed) throw error;
          // The process has just ended, and nobody has heard of it yet; what was not sent is sent to the next one.
          await Promise.all([children.drop(child), mcp.reset()]);
          return await mcp.call(tool, args, context);
        }
      });
    },
    async close() {
      follower.stop();
      await Promise.all([children.close(), mcp.close()]);
      await follower.idle();
    },
  };
}

interface Connecting {
  readonly known: Era | undefined;
  readonly signal: AbortSignal;
  readonly onClose: () => void;
}

async function connectChild(
  child: StartingChild,
  { issuer, sender, events }: FolderSourceParts,
  { known, signal, onClose }: Connecting,
): Promise<Connected> {
  const { url } = await orAborted(child, signal);
  const openSse = () => Promise.reject(new Error("a folder is served over HTTP"));
  const authorize = issuer.createAuthorize(url);
  const server = { url, sender, headers: {}, authorize, openSse, onNotification() {}, onClose, warn: events.warn };
  return connectHttp(server, known, signal);
}

/** Loads a folder again when something in it was saved; one load after the other, as the last one has the newest files. */
function followFolder({ folder, events }: FolderSourceParts, load: () => Promise<void>): { stop(): void; idle(): Promise<void> } {
  let loading: Promise<void> = Promise.resolve();
  let isWaiting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // The load that waits for its turn will find this save too.
      if (isWaiting) return;
      isWaiting = true;
      loading = loading.then(() => {
        isWaiting = false;
        return load();
      });
    }, SETTLE_MS);
    timer.unref();
  });
  watcher.unref();
  watcher.on("error", (error) => events.warn(`its folder can't be watched: ${error.message}`));
  return {
    stop() {
      watcher.close();
      clearTimeout(timer);
    },
    idle: () => loading,
  };
}

function isGone(error: unknown): boolean {
  return error instanceof UpstreamError && error.reason === "source_unreachable" && !error.wasSent;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function endIfLooping(mcp: McpSource, children: FolderChildren, child: StartingChild): Promise<void> {
  if (child !== children.current()) return;
  const isAnswering = await within(LIVENESS_MS, (signal) => mcp.isAnswering(signal)).catch(() => false);
  if (!isAnswering) await Promise.all([children.drop(child), mcp.reset()]);
}
