// What `--help` says: of everything, or of one command.

import { version } from "./version.ts";

interface CommandHelp {
  /** The command, its options, and what each does. */
  readonly lines: string;
  readonly examples: readonly string[];
  /** Shared by several commands. */
  readonly more?: string;
}

const OPERATOR = `      --gateway <origin>   default TOOLCRIB_ORIGIN, else http://127.0.0.1:3838; the operator's key is TOOLCRIB_API_KEY
      --json               one JSON object`;

const COMMANDS: Readonly<Record<string, CommandHelp>> = {
  serve: {
    lines: `  toolcrib serve [file]    run a gateway: by toolcrib.yaml, .json or .ts here, or a starter definition where there is none
      --port <number>      default 3838; 0 takes any free port
      --host <address>     default 127.0.0.1; elsewhere it needs --origin
      --origin <url>       the public origin, where something in front ends TLS; or TOOLCRIB_ORIGIN
      --state <file>       default .toolcrib/state.db beside the definition; sealed by TOOLCRIB_KEY or a key file
      --json               one JSON object a line, for programs
      --new-key            make another key for the API and show it, where the first was lost
      --allow-local        what is saved by the API may start commands and reach this machine too`,
    examples: ["npx toolcrib", "toolcrib serve --host 0.0.0.0 --origin https://tools.example.com --json"],
  },
  init: {
    lines: `  toolcrib init [folder]   write a definition and a first tool, over nothing that is there
      --json               one JSON object`,
    examples: ["toolcrib init && toolcrib serve"],
  },
  check: {
    lines: `  toolcrib check [file]    list every source: what each agent gets, and why not the rest
      --state <file>       default .toolcrib/state.db beside the definition
      --accept             take what has drifted, with its difference shown
      --json               one JSON object`,
    examples: ["toolcrib check && toolcrib serve", "toolcrib check --accept"],
  },
  agents: {
    lines: `  toolcrib agents [list]   the agents of single users, by the API of a running gateway; --cursor <text> for the next page
      put <key> --template <name> --subject <name> [--context <json>] [--expires-in <seconds>] [--rotate]
      get <key> [--refresh]    what it gets of every source
      rotate <key>             a new token, for an agent of the definition too; the one before ends at once
      revoke <key>             its token is none any more`,
    examples: ["toolcrib agents put ann --template me --subject ann@example.com", "toolcrib agents get ann --refresh"],
    more: OPERATOR,
  },
  keys: {
    lines: `  toolcrib keys [list]     the operators' keys for the API
      create <name> --scope <read|approve|write> …
      revoke <id>
      signing                  the keys that sign calls
      rotate [--compromised]   publishes the next; --compromised withdraws the others at once`,
    examples: ["toolcrib keys create deploys --scope read --scope write", "toolcrib keys rotate"],
    more: OPERATOR,
  },
  runs: {
    lines: `  toolcrib runs create <agent> [--expires-in <seconds>]
                           a token of an agent for one run`,
    examples: ["toolcrib runs create ann --expires-in 3600"],
    more: OPERATOR,
  },
  dev: {
    lines: `  toolcrib dev <folder>    serve a folder of tools on this machine, reloading on change
      --port <number>      default 3737; 0 takes any free port
      --json               one JSON object a line, for programs`,
    examples: ["toolcrib dev ./tools"],
  },
  call: {
    lines: `  toolcrib call <url> <tool> key=value …
                           call a tool of a running toolcrib dev, signed as a runtime signs
      key=value            JSON where it can be, else text; key:=value is JSON or an error
      --subject <name>     whom the call is for; default developer
      --key <key>          send this key and sign nothing, for a server that takes one
      --json               the whole result`,
    examples: [
      "toolcrib call http://127.0.0.1:3737/mcp refund orderId=A-1001",
      "toolcrib call http://127.0.0.1:3838/agents/me/mcp desk__hello name=Ada --key tca_…",
    ],
  },
  openapi: {
    lines: `  toolcrib openapi <file or URL>
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
      --json               one JSON object; with --call the whole result`,
    examples: [
      "toolcrib openapi ./petstore.yaml --tag pet",
      "toolcrib openapi https://api.example.com/openapi.json --call getPet petId=5 --bearer-env API_TOKEN",
    ],
  },
};

const EXIT_CODES = `Exit codes: 0 done, 1 failed, 2 not understood. Of check, by the worst it found: 10 refused credentials, 11 a source that
does not answer, 12 tools that can't be used, 13 drift.`;

/** Everything there is. */
export const HELP = `toolcrib ${version}

  toolcrib                 the same as toolcrib serve
${Object.values(COMMANDS)
  .map(({ lines }) => lines)
  .join("\n")}
  toolcrib --version
  toolcrib [command] --help

Of agents, keys and runs:
${OPERATOR}

${toExamples(Object.values(COMMANDS).flatMap(({ examples }) => examples.slice(0, 1)))}

${EXIT_CODES}`;

/** One command alone. */
export function helpFor(name: string): string {
  const { lines = "", examples = [], more } = COMMANDS[name] ?? {};
  return [more === undefined ? lines : `${lines}\n${more}`, toExamples(examples), EXIT_CODES].join("\n\n");
}

function toExamples(examples: readonly string[]): string {
  return `Examples:\n${examples.map((example) => `  ${example}`).join("\n")}`;
}
