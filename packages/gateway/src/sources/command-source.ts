// A server as a child process, over stdio. Its standard error goes to the log, line by line and bounded.

import { connectStream } from "../upstream/connect.ts";
import { logOutput } from "./child-output.ts";
import { McpSource } from "./mcp-source.ts";
import { createStdioTransport } from "./sdk-transports.ts";
import type { Source, SourceEvents } from "./source.ts";

export interface CommandSourceParts {
  readonly command: readonly string[];
  /** With their values. */
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly events: SourceEvents;
  readonly now: () => number;
}

export function openCommandSource({ command, env, folder, events, now }: CommandSourceParts): Source {
  const [program = "", ...args] = command;
  return new McpSource({
    kind: "command",
    isTrusted: false,
    now,
    async connect(_known, signal, onClose) {
      const transport = await createStdioTransport({
        command: program,
        args,
        env,
        cwd: folder,
        readStderr: logOutput(events),
      });
      const onNotification = (method: string) => {
        if (method === "notifications/tools/list_changed") events.onChange();
      };
      const onEnd = () => {
        onClose();
        events.onEnd();
      };
      return connectStream(transport, { onNotification, onClose: onEnd, warn: events.warn }, signal);
    },
  });
}
