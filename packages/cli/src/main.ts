#!/usr/bin/env node
// The roof: the only place that reads the command line and the environment.

import { StartError, ToolcribError } from "@toolcrib/core";
import { CommandFailed } from "./command-failed.ts";
import { agents } from "./commands/agents.ts";
import { call } from "./commands/call.ts";
import { check } from "./commands/check.ts";
import { dev } from "./commands/dev.ts";
import { init } from "./commands/init.ts";
import { keys } from "./commands/keys.ts";
import { openapi } from "./commands/openapi.ts";
import { runs } from "./commands/runs.ts";
import { serve } from "./commands/serve.ts";
import { HELP, helpFor } from "./help.ts";
import { UsageError } from "./usage-error.ts";
import { version } from "./version.ts";

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  serve,
  init,
  check,
  agents,
  keys,
  runs,
  dev,
  call,
  openapi,
};

const OWN_OPTIONS = ["--version", "--help"];

async function main(words: readonly string[]): Promise<void> {
  // Without a command, or with options alone, it is the gateway that is meant.
  const [name = "serve", ...args] = words[0]?.startsWith("--") === true && !OWN_OPTIONS.includes(words[0]) ? ["serve", ...words] : words;
  if (name === "--version" || name === "-v") return void console.log(version);
  if (name === "--help" || name === "-h" || name === "help") return void console.log(HELP);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new UsageError(`there is no command "${name}"; commands: ${Object.keys(COMMANDS).join(", ")}`);
  if (asksForHelp(args)) return void console.log(helpFor(name));
  await command(args);
}

/** Behind `--` a word is data. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end === -1 ? args.length : end).some((word) => word === "--help" || word === "-h");
}

/** What the platform refuses has a code, and mostly a path. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof UsageError) console.error(`toolcrib: ${error.message}\nRun toolcrib --help for what there is.`);
  else if (error instanceof CommandFailed || error instanceof StartError || error instanceof ToolcribError)
    console.error(`toolcrib: ${error.message}`);
  else if (isSystemError(error))
    console.error(`toolcrib: ${error.path ?? "something"} can't be used: ${error.code}; mend that, or choose another`);
  else console.error(error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
