import type { AgentToken, Page, UserAgent } from "@toolcrib/core";
import { askGateway, OPERATOR_OPTIONS } from "../operator-client.ts";
import { parseJsonObject, parseSeconds } from "../parse-values.ts";
import { parseWords } from "../parse-words.ts";
import { toSourceReport } from "../source-report.ts";
import { UsageError } from "../usage-error.ts";

const USAGE = "agents takes list, put <key> --template <name> --subject <name>, get <key>, rotate <key> or revoke <key>";

/** `toolcrib agents …`: the agents of single users. */
export async function agents(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseWords(words, {
    ...OPERATOR_OPTIONS,
    template: { type: "string" },
    subject: { type: "string" },
    context: { type: "string" },
    "expires-in": { type: "string" },
    rotate: { type: "boolean" },
    refresh: { type: "boolean" },
    cursor: { type: "string" },
  });
  const [action = "list", key] = positionals;
  if (action === "list") {
    const page = values.cursor === undefined ? {} : { cursor: values.cursor };
    return askGateway(values, (client) => client.agents.list(page), toList);
  }
  if (key === undefined) throw new UsageError(USAGE);
  if (action === "get")
    return askGateway(
      values,
      (client) => client.toolSources(key, { refresh: values.refresh === true }),
      (sources) => toSourceReport({ [key]: sources }),
    );
  if (action === "rotate") return askGateway(values, (client) => client.agents.rotate(key), toToken);
  if (action === "revoke")
    return askGateway(
      values,
      (client) => client.agents.revoke(key),
      () => `revoked ${key}; its token is none any more`,
    );
  if (action !== "put" || values.template === undefined || values.subject === undefined) throw new UsageError(USAGE);
  const settings = {
    template: values.template,
    subject: values.subject,
    ...(values.context === undefined ? {} : { context: parseJsonObject("--context", values.context) }),
    ...(values["expires-in"] === undefined ? {} : { expiresInS: parseSeconds("--expires-in", values["expires-in"]) }),
    ...(values.rotate === true ? { rotate: true } : {}),
  };
  return askGateway(values, (client) => client.agents.upsert(key, settings), toAgent);
}

function toList({ items, nextCursor }: Page<UserAgent>): string {
  const lines = items.map(
    ({ key, template, subject, expiresAt }) =>
      `${key.padEnd(24)} ${template.padEnd(16)} ${subject}${expiresAt === undefined ? "" : `  until ${expiresAt}`}`,
  );
  return [...(lines.length === 0 ? ["no agents"] : lines), ...(nextCursor === undefined ? [] : [`more: --cursor ${nextCursor}`])].join(
    "\n",
  );
}

function toToken({ key, url, token }: AgentToken): string {
  return `agent ${key}; its last token is none any more\n  ${url}\n  token: ${token}`;
}

function toAgent({ key, url, token, template, subject }: UserAgent): string {
  const shown = token === undefined ? "its token was shown when it was made; agents rotate makes another" : `token: ${token}`;
  return `agent ${key} of ${template}, for ${subject}\n  ${url}\n  ${shown}`;
}
