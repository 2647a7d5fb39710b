import { API_SCOPES, type ApiKey, type ApiScope, type NewApiKey, type Page, type SigningKeyState } from "@toolcrib/core";
import { askGateway, OPERATOR_OPTIONS } from "../operator-client.ts";
import { parseWords } from "../parse-words.ts";
import { UsageError } from "../usage-error.ts";

const USAGE = `keys takes list, create <name> --scope <${API_SCOPES.join("|")}>, revoke <id>, signing or rotate`;

/** `toolcrib keys …`: the operators' keys for the API, and the keys that sign calls. */
export async function keys(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseWords(words, {
    ...OPERATOR_OPTIONS,
    scope: { type: "string", multiple: true },
    compromised: { type: "boolean" },
  });
  const [action = "list", name] = positionals;
  if (action === "list") return askGateway(values, (client) => client.keys.list(), toList);
  if (action === "signing") return askGateway(values, (client) => client.signingKeys.list(), toSigningList);
  if (action === "rotate") {
    const how = values.compromised === true ? { isCompromised: true } : {};
    return askGateway(values, (client) => client.signingKeys.rotate(how), toSigningList);
  }
  if (name === undefined) throw new UsageError(USAGE);
  if (action === "revoke")
    return askGateway(
      values,
      (client) => client.keys.revoke(name),
      () => `revoked ${name}`,
    );
  if (action !== "create" || values.scope === undefined) throw new UsageError(USAGE);
  const scopes = values.scope.map(toScope);
  return askGateway(values, (client) => client.keys.create({ name, scopes }), toNewKey);
}

function toScope(text: string): ApiScope {
  const scope = API_SCOPES.find((known) => known === text);
  if (scope === undefined) throw new UsageError(`--scope must be ${API_SCOPES.join(", ")}, not "${text}"`);
  return scope;
}

function toList({ items }: Page<ApiKey>): string {
  return (
    items
      .map(({ id, name, scopes, createdAt }) => `${id.padEnd(20)} ${name.padEnd(20)} ${scopes.join(",").padEnd(20)} ${createdAt}`)
      .join("\n") || "no keys"
  );
}

function toNewKey({ id, name, key }: NewApiKey): string {
  return `key ${id}, ${name}\n  ${key}\nIt is shown here and nowhere else.`;
}

function toSigningList({ items }: Page<SigningKeyState>): string {
  return items
    .map(
      ({ kid, signsFrom, publishedUntil, isCurrent }) =>
        `${isCurrent ? "*" : " "} ${kid}  from ${signsFrom}${publishedUntil === undefined ? "" : ` until ${publishedUntil}`}`,
    )
    .join("\n");
}
