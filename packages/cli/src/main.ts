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

const HELP = `toolcrib ${version}

  toolcrib                 the same as toolcrib serve
  toolcrib serve [file]    run a gateway: by toolcrib.yaml, .json or .ts here, or a starter definition where there is none
      --port <number>      default 3838; 0 takes any free port
      --host <address>     default 127.0.0.1; elsewhere it needs --origin
      --origin <url>       the public origin, where something in front ends TLS; or TOOLCRIB_ORIGIN
      --state <file>       default .toolcrib/state.db beside the definition; sealed by TOOLCRIB_KEY or a key file
      --json               one JSON object a line, for programs
      --allow-local        what is saved by the API may start commands and reach this machine too
  toolcrib init [folder]   write a definition and a first tool
  toolcrib check [file]    list every source: what each agent gets, and why not the rest
      --accept             take what has drifted, with its difference shown
      --json               one JSON object
  toolcrib agents [list]   the agents of single users, by the API of a running gateway
      put <key> --template <name> --subject <name> [--context <json>] [--expires-in <seconds>] [--rotate]
      get <key> [--refresh]    what it gets of every source;  revoke <key>
  toolcrib keys [list]     the operators' keys for the API
      create <name> --scope <read|approve|write> …;  revoke <id>
      signing                  the keys that sign calls;  rotate [--compromised]
  toolcrib runs create <agent> [--expires-in <seconds>]
                           a token of an agent for one run
      --gateway <origin>   of agents, keys and runs: default TOOLCRIB_ORIGIN, else http://127.0.0.1:3838; the operator's key
                           is TOOLCRIB_API_KEY
  toolcrib dev <folder>    serve a folder of tools on this machine, reloading on change
      --port <number>      default 3737; 0 takes any free port
      --json               one JSON object a line, for programs
  toolcrib call <url> <tool> key=value …
                           call a tool of a running toolcrib dev, signed as a runtime signs
      key=value            JSON where it can be, else text; key:=value is JSON or an error
      --subject <name>     whom the call is for; default developer
      --key <key>          send this key and sign nothing, for a server that takes one
      --json               the whole result
  toolcrib openapi <file or URL>
                           show the tools that an OpenAPI document becomes, their sizes, and what could not be taken
      --call <tool> key=value …
                           call one of them for real
      --tag, --path, --method, --id <value>
                           fewer operations; each may be repeated, * in a path or id stands for anything
      --server <url>       the base URL, whatever the document says
      --allow <folder or URL>
                           read documents below it that are referred to; may be repeated
      --bearer-env, --basic-env, --api-key-env <name>
                           the environment variable with the credential; --bearer, --basic and --api-key take it itself
      --all                every diagnostic, not the first of each kind
      --json               one JSON object; with --call the whole result
  toolcrib --version
  toolcrib --help

Examples:
  npx toolcrib
  toolcrib check && toolcrib serve
  toolcrib agents put ann --template me --subject ann@example.com
  toolcrib dev ./tools
  toolcrib call http://127.0.0.1:3737/mcp refund orderId=A-1001
  toolcrib openapi ./petstore.yaml --tag pet
  toolcrib openapi https://api.example.com/openapi.json --call getPet petId=5 --bearer-env API_TOKEN

Exit codes: 0 done, 1 failed, 2 not understood. Of check, by the worst it found: 10 refused credentials, 11 a source that
does not answer, 12 tools that can't be used, 13 drift.`;

const OWN_OPTIONS = ["--version", "--help"];

async function main(words: readonly string[]): Promise<void> {
  // Without a command, or with options alone, it is the gateway that is meant.
  const [name = "serve", ...args] = words[0]?.startsWith("--") === true && !OWN_OPTIONS.includes(words[0]) ? ["serve", ...words] : words;
  if (name === "--version" || name === "-v") return void console.log(version);
  if (name === "--help" || name === "-h" || name === "help") return void console.log(HELP);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new UsageError(`there is no command "${name}"; commands: ${Object.keys(COMMANDS).join(", ")}`);
  await command(args);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof UsageError) console.error(`toolcrib: ${error.message}\nRun toolcrib --help for what there is.`);
  else if (error instanceof CommandFailed || error instanceof StartError || error instanceof ToolcribError)
    console.error(`toolcrib: ${error.message}`);
  else console.error(error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
