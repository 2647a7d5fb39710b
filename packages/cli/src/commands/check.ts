import { dirname, resolve } from "node:path";
import type { ToolSourceReport } from "@toolcrib/core";
import type { Gateway } from "@toolcrib/gateway";
import { CommandFailed } from "../command-failed.ts";
import { findDefinitionFile } from "../definition-file.ts";
import { startGateway } from "../gateway-start.ts";
import { parseWords } from "../parse-words.ts";
import { toSourceReport } from "../source-report.ts";
import { UsageError } from "../usage-error.ts";

/** By what is wrong, the worst first. */
const EXIT_CODES = [
  { code: 10, reasons: ["source_auth_failed", "oauth_required"] },
  { code: 11, reasons: ["source_unreachable", "source_timeout"] },
  { code: 12, reasons: ["schema_invalid", "name_collision", "over_limit"] },
  { code: 13, reasons: ["added_since_save", "changed_since_save", "gone"] },
] as const;

/** Nobody connects while sources are checked. */
const ORIGIN = "http://127.0.0.1:1";

/** `toolcrib check [file]`: lists every source, says what each agent gets and why not the rest. */
export async function check(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseWords(words, {
    accept: { type: "boolean" },
    json: { type: "boolean" },
    state: { type: "string" },
  });
  const [given, ...others] = positionals;
  if (others.length > 0) throw new UsageError("check takes one file, as in: toolcrib check ./toolcrib.yaml");
  const file = given === undefined ? findDefinitionFile(process.cwd()) : resolve(given);
  if (file === undefined) throw new CommandFailed("there is no toolcrib.yaml here; toolcrib init writes one");
  const gateway = await startGateway({ file, origin: ORIGIN, stateFile: values.state, env: process.env, log: () => {} });
  try {
    if (values.json !== true) console.error(`listing the sources of ${file} in ${dirname(file)} …`);
    await gateway.ready();
    const agents = await reportAll(gateway);
    if (values.accept === true) await accept(gateway, agents, { json: values.json === true });
    const shown = values.accept === true ? await reportAll(gateway) : agents;
    console.log(values.json === true ? JSON.stringify({ agents: shown }, undefined, 2) : toSourceReport(shown));
    process.exitCode = exitCodeOf(shown);
  } finally {
    await gateway.close();
  }
}

type Agents = Readonly<Record<string, readonly ToolSourceReport[]>>;

async function reportAll(gateway: Gateway): Promise<Agents> {
  const names = Object.keys(gateway.agents);
  const reports = await Promise.all(names.map(async (name) => [name, await gateway.toolSources(name, { refresh: true })] as const));
  return Object.fromEntries(reports);
}

async function accept(gateway: Gateway, agents: Agents, { json }: { readonly json: boolean }): Promise<void> {
  const drifted = new Set(
    Object.values(agents).flatMap((sources) => sources.flatMap(({ source, drift }) => (drift === undefined ? [] : [source]))),
  );
  for (const source of drifted) {
    if (!json)
      for (const { name, was, is } of gateway.differences(source)) console.error(`${source}: ${name}\n- ${toLine(was)}\n+ ${toLine(is)}`);
    await gateway.accept(source);
  }
  if (!json) console.error(drifted.size === 0 ? "nothing has drifted" : `accepted: ${[...drifted].join(", ")}`);
}

function toLine(tool: object | undefined): string {
  return tool === undefined ? "(nothing)" : JSON.stringify(tool);
}

function exitCodeOf(agents: Agents): number {
  const found = new Set(
    Object.values(agents).flatMap((sources) => sources.flatMap(({ reason, tools }) => [reason, ...tools.map((tool) => tool.reason)])),
  );
  return EXIT_CODES.find(({ reasons }) => reasons.some((reason) => found.has(reason)))?.code ?? 0;
}
