// What `toolcrib dev` says, for people and for programs. An author reads whole stacks here; the wire never carries one.

import { type AuthCode, CallError, StartError } from "@toolcrib/core";

/** What happened in a development server. */
export type DevEvent =
  | { readonly event: "serving"; readonly url: string; readonly key: string; readonly tools: readonly string[] }
  | { readonly event: "reloaded"; readonly tools: readonly string[] }
  | { readonly event: "reload-failed"; readonly error: unknown }
  | { readonly event: "caller-refused"; readonly code: AuthCode; readonly reason: string }
  | { readonly event: "call-failed"; readonly tool: string | undefined; readonly error: unknown }
  | { readonly event: "stopped" };

export type Reporter = (event: DevEvent) => void;

/** One JSON object a line. */
export function jsonReporter(write: (line: string) => void): Reporter {
  return (event) => write(JSON.stringify("error" in event ? { ...event, error: explain(event.error) } : event));
}

/** Lines for a person. */
export function textReporter(write: (line: string) => void): Reporter {
  return (event) => {
    if (event.event === "serving") write(serving(event));
    else if (event.event === "reloaded") write(`Reloaded: ${event.tools.join(", ")}`);
    else if (event.event === "reload-failed") write(`Not reloaded, the tools from before are still served:\n${explain(event.error)}`);
    else if (event.event === "caller-refused") write(`A caller was refused (${event.code}): ${event.reason}`);
    else if (event.event === "call-failed") write(`${event.tool ?? "The server"} failed:\n${explain(event.error)}`);
    else write("Stopped.");
  };
}

function serving({ url, key, tools }: Extract<DevEvent, { event: "serving" }>): string {
  return `Serving ${tools.length} ${tools.length === 1 ? "tool" : "tools"} at ${url}
  ${tools.join("\n  ")}
Every caller is verified. Files are watched; stop with Ctrl+C.
Call a tool; the call is signed as a runtime signs it:
  npx toolcrib call ${url} ${tools[0] ?? "<tool>"} key=value
Let another client in with the key of this start, here the official inspector (Node 22 or later):
  ${inspectorCommand(url, key)}`;
}

/** A ready-made command that lists the tools with the official inspector. */
function inspectorCommand(url: string, key: string): string {
  return `npx @modelcontextprotocol/inspector --cli ${url} --transport http --header "Authorization: Bearer ${key}" --method tools/list`;
}

/** A stack where there is one to look at; for what an author can't find in a stack, the message alone. */
function explain(error: unknown): string {
  if (error instanceof StartError || (error instanceof CallError && error.code !== "call_failed" && error.cause === undefined))
    return error.message;
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by: ${explain(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
