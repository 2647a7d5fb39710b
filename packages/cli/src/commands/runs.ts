import type { AgentRun } from "@toolcrib/core";
import { askGateway, OPERATOR_OPTIONS } from "../operator-client.ts";
import { parseSeconds } from "../parse-values.ts";
import { parseWords } from "../parse-words.ts";
import { UsageError } from "../usage-error.ts";

/** `toolcrib runs create <agent>`: a token of an agent for one run. */
export async function runs(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseWords(words, { ...OPERATOR_OPTIONS, "expires-in": { type: "string" } });
  const [action, agent] = positionals;
  if (action !== "create" || agent === undefined) throw new UsageError("runs takes create <agent>, as in: toolcrib runs create ann");
  const settings = values["expires-in"] === undefined ? {} : { expiresInS: parseSeconds("--expires-in", values["expires-in"]) };
  return askGateway(values, (client) => client.runs.create(agent, settings), toText);
}

function toText({ run, agent, url, token, expiresAt }: AgentRun): string {
  return `run ${run} of ${agent}, until ${expiresAt}\n  ${url}\n  token: ${token}`;
}
