// How an agent's client is known: an opaque token, shown once and kept as a hash.

import { createHash, randomBytes } from "node:crypto";

/** So that a scanner for leaked secrets can tell what it found. */
const PREFIX = "tca_";

export function newAgentToken(): string {
  return `${PREFIX}${randomBytes(32).toString("base64url")}`;
}

/** Who holds a token. A hash is looked up, so no comparison's time says anything about the token itself. */
export class AgentTokens {
  readonly #agents = new Map<string, string>();

  /** @returns the token, which nobody can read here again */
  issue(agent: string): string {
    const token = newAgentToken();
    this.#agents.set(toHash(token), agent);
    return token;
  }

  find(token: string): string | undefined {
    return token.startsWith(PREFIX) ? this.#agents.get(toHash(token)) : undefined;
  }
}

function toHash(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
