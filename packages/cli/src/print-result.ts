// A result as a person reads it on a terminal.

import { isObject, type JsonObject } from "@toolcrib/core";
import { CommandFailed } from "./command-failed.ts";

/**
 * Prints a result: its text, or with `json` all of it.
 * @throws CommandFailed for a tool that failed, or that asks a person
 */
export function printResult(tool: string, result: JsonObject, { json }: { readonly json: boolean }): void {
  if (json) console.log(JSON.stringify(result, undefined, 2));
  const text = toText(result);
  if (isObject(result.inputRequests))
    throw new CommandFailed(`the tool ${tool} asks a person, and nobody can answer here; call it with a client that shows its questions`);
  if (result.isError === true) throw new CommandFailed(text);
  if (!json) console.log(text);
}

function toText({ content }: JsonObject): string {
  const blocks = (Array.isArray(content) ? content : []).filter(isObject);
  return blocks.map(({ type, text }) => (typeof text === "string" ? text : `[${type}; --json shows it]`)).join("\n");
}
