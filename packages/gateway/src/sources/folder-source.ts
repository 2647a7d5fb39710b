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
import { within } from "../upstream/within.ts";
import { type FolderChild, startFolderChild } from "./folder-child.ts";
import { McpSource } from "./mcp-source.ts";
import type { OfferedTool, Source, SourceEvents } from "./source.ts";

export interface FolderSourceParts {
  readonly definition: FolderDefinition;
  /** Absolute. */
  readonly folder: string;
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
  let isClosed = false;

  const start = (): Promise<FolderChild> => {
    const starting = startFolderChild(parts, () => {
      if (child === starting) child = undefined;
      void mcp.reset();
      if (!isClosed) events.onChange();
    });
    return starting;
  };
  const current = () => {
    child ??= start();
    child.catch(() => {
      child = undefined;
    });
    return child;
  };
  const mcp = new McpSource({
    kind: "tools",
    isTrusted: true,
    now,
    async connect(known, signal, onClose) {
      if (isClosed) throw new UpstreamError("source_unreachable", "the gateway is closing");
      const { url } = await current();
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
    const before = child;
    const next = start();
    try {
      await next;
    } catch (error) {
      return events.warn(`the change in its folder was not taken: ${error instanceof Error ? error.message : String(error)}`);
    }
    child = next;
    await mcp.reset();
    events.onChange();
    (await before?.catch(() => undefined))?.stop();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watcher = watch(parts.folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void reload(), SETTLE_MS);
    timer.unref();
  });
  watcher.unref();
  watcher.on("error", (error) => events.warn(`its folder can't be watched: ${error.message}`));

  return {
    kind: "tools",
    list: (signal) => mcp.list(signal),
    async call(tool: OfferedTool, args, context: ToolContext) {
      try {
        return await mcp.call(tool, args, context);
      } finally {
        if (context.signal.aborted) void endIfLooping(mcp, child);
      }
    },
    async close() {
      isClosed = true;
      watcher.close();
      clearTimeout(timer);
      await mcp.close();
      (await child?.catch(() => undefined))?.stop();
    },
  };
}

async function endIfLooping(mcp: McpSource, child: Promise<FolderChild> | undefined): Promise<void> {
  const isAnswering = await within(LIVENESS_MS, (signal) => mcp.isAnswering(signal)).catch(() => false);
  if (!isAnswering) (await child?.catch(() => undefined))?.stop();
}
