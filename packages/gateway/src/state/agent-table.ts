// Agents of single users and their runs: a row each. Whom an agent acts for, and what is attached to it, is sealed; its
// tokens are hashes.

import type { JsonObject } from "@toolcrib/core";
import type { Seal } from "./seal.ts";
import type { Database, Row } from "./sqlite.ts";

export interface StoredAgent {
  readonly key: string;
  readonly template: string;
  readonly subject: string;
  readonly context: JsonObject;
  readonly tokenHash: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Undefined: its token lives until it is revoked. */
  readonly expiresAtMs: number | undefined;
}

export interface StoredRun {
  readonly run: string;
  readonly agent: string;
  readonly tokenHash: string;
  readonly expiresAtMs: number;
}

/** Whose token it is, and for which run. */
export interface TokenHolder {
  readonly agent: StoredAgent;
  readonly run: Pick<StoredRun, "run" | "expiresAtMs"> | undefined;
}

export interface AgentTable {
  read(key: string): StoredAgent | undefined;
  /** The agents whose keys follow this one, in the order of their keys. */
  list(afterKey: string, limit: number): readonly StoredAgent[];
  write(agent: StoredAgent): void;
  /** Ends its runs with it. @returns whether there was one */
  delete(key: string): boolean;
  findByToken(tokenHash: string): TokenHolder | undefined;
  writeRun(run: StoredRun): void;
  deleteEndedRuns(nowMs: number): void;
}

export function createAgentTable(database: Database, seal: Seal): AgentTable {
  const statements = {
    read: database.prepare("SELECT * FROM agents WHERE key = ?"),
    list: database.prepare("SELECT * FROM agents WHERE key > ? ORDER BY key LIMIT ?"),
    // Replacing a row would end its runs: they hang on it.
    write: database.prepare(
      `INSERT INTO agents (key, template, sealed, token_hash, created_at_ms, updated_at_ms, expires_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET template = excluded.template, sealed = excluded.sealed, token_hash = excluded.token_hash,
         updated_at_ms = excluded.updated_at_ms, expires_at_ms = excluded.expires_at_ms`,
    ),
    delete: database.prepare("DELETE FROM agents WHERE key = ? RETURNING key"),
    findByToken: database.prepare(
      `SELECT agents.*, NULL AS run, NULL AS run_expires_at_ms FROM agents WHERE token_hash = ?
       UNION ALL
       SELECT agents.*, runs.run, runs.expires_at_ms FROM runs JOIN agents ON agents.key = runs.agent WHERE runs.token_hash = ?`,
    ),
    writeRun: database.prepare("INSERT INTO runs (token_hash, run, agent, expires_at_ms) VALUES (?, ?, ?, ?)"),
    deleteEndedRuns: database.prepare("DELETE FROM runs WHERE expires_at_ms <= ?"),
  };
  const toAgent = (row: Row): StoredAgent => {
    const key = String(row.key);
    const { subject, context } = JSON.parse(seal.open(row.sealed as Uint8Array, purposeOf(key))) as Pick<
      StoredAgent,
      "subject" | "context"
    >;
    return {
      key,
      template: String(row.template),
      subject,
      context,
      tokenHash: String(row.token_hash),
      createdAtMs: Number(row.created_at_ms),
      updatedAtMs: Number(row.updated_at_ms),
      expiresAtMs: row.expires_at_ms === null ? undefined : Number(row.expires_at_ms),
    };
  };

  return {
    read(key) {
      const row = statements.read.get(key);
      return row === undefined ? undefined : toAgent(row);
    },
    list: (afterKey, limit) => statements.list.all(afterKey, limit).map(toAgent),
    write({ key, template, subject, context, tokenHash, createdAtMs, updatedAtMs, expiresAtMs }) {
      const sealed = seal.seal(JSON.stringify({ subject, context }), purposeOf(key));
      statements.write.run(key, template, sealed, tokenHash, createdAtMs, updatedAtMs, expiresAtMs ?? null);
    },
    delete: (key) => statements.delete.get(key) !== undefined,
    findByToken(tokenHash) {
      const row = statements.findByToken.get(tokenHash, tokenHash);
      if (row === undefined) return undefined;
      const run = row.run === null ? undefined : { run: String(row.run), expiresAtMs: Number(row.run_expires_at_ms) };
      return { agent: toAgent(row), run };
    },
    writeRun({ run, agent, tokenHash, expiresAtMs }) {
      statements.writeRun.run(tokenHash, run, agent, expiresAtMs);
    },
    deleteEndedRuns(nowMs) {
      statements.deleteEndedRuns.run(nowMs);
    },
  };
}

function purposeOf(key: string): string {
  return `agent:${key}`;
}
