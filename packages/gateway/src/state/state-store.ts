// What a gateway remembers between two starts. Everything but names, hashes, times and public keys is sealed.

import { existsSync, writeFileSync } from "node:fs";
import { StartError } from "@toolcrib/core";
import { type AgentTable, createAgentTable } from "./agent-table.ts";
import { type ApiKeyTable, createApiKeyTable, createTemplateTokenTable, type TemplateTokenTable } from "./credential-tables.ts";
import { migrate } from "./migrations.ts";
import type { Seal } from "./seal.ts";
import { type Database, openDatabase, type Row } from "./sqlite.ts";

export interface StoredSnapshot {
  /** SHA-256 of what was accepted. */
  readonly hash: string;
  /** The accepted listing, as the catalog wrote it. */
  readonly text: string;
  readonly acceptedAtMs: number;
}

export interface StoredKey {
  readonly kid: string;
  /** The public half (RFC 8037). */
  readonly x: string;
  /** The private half, a JWK as JSON. */
  readonly privateKey: string;
  readonly publishedAtMs: number;
  readonly signsFromMs: number;
  /** Undefined while it is not replaced. */
  readonly publishedUntilMs: number | undefined;
}

export interface StoredDefinition {
  readonly name: string;
  readonly text: string;
  readonly savedAtMs: number;
}

export interface StateStore {
  readonly agents: AgentTable;
  readonly apiKeys: ApiKeyTable;
  readonly templateTokens: TemplateTokenTable;
  /** Another number after each change that another process made: what was read before may be something else now. */
  readVersion(): number;
  readDefinition(name: string): string | undefined;
  /** In the order of their names. */
  listDefinitions(): readonly StoredDefinition[];
  writeDefinition(name: string, text: string, nowMs: number): void;
  deleteDefinition(name: string): void;
  readSnapshot(source: string): StoredSnapshot | undefined;
  writeSnapshot(source: string, snapshot: StoredSnapshot): void;
  readKeys(): readonly StoredKey[];
  writeKey(key: StoredKey): void;
  deleteKey(kid: string): void;
  /** A secret that is made once and kept: the same for every instance over this store. */
  secret(name: string, make: () => string): string;
  close(): void;
}

/**
 * @param path a file, or `:memory:`
 * @throws StartError for a file that is no state store, is damaged, of a later version or can't be written
 */
export function openStateStore(path: string, seal: Seal): StateStore {
  let database: Database | undefined;
  try {
    // Made before SQLite makes it, so that nobody else can read it for a moment either.
    if (path !== ":memory:" && !existsSync(path)) writeFileSync(path, "", { mode: 0o600 });
    database = openDatabase(path);
    migrate(database);
  } catch (error) {
    database?.close();
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError("options_invalid", [`the state store ${path} can't be used: ${why}; mend that, or choose another file`]);
  }
  return createStore(database, seal);
}

function createStore(database: Database, seal: Seal): StateStore {
  const statements = {
    readDefinition: database.prepare("SELECT sealed FROM definitions WHERE name = ?"),
    writeDefinition: database.prepare("INSERT OR REPLACE INTO definitions (name, sealed, saved_at_ms) VALUES (?, ?, ?)"),
    readVersion: database.prepare("PRAGMA data_version"),
    listDefinitions: database.prepare("SELECT * FROM definitions ORDER BY name"),
    deleteDefinition: database.prepare("DELETE FROM definitions WHERE name = ?"),
    readSnapshot: database.prepare("SELECT hash, sealed, accepted_at_ms FROM snapshots WHERE source = ?"),
    writeSnapshot: database.prepare("INSERT OR REPLACE INTO snapshots (source, hash, sealed, accepted_at_ms) VALUES (?, ?, ?, ?)"),
    readKeys: database.prepare("SELECT * FROM signing_keys ORDER BY signs_from_ms"),
    writeKey: database.prepare(
      "INSERT OR REPLACE INTO signing_keys (kid, public_x, sealed, published_at_ms, signs_from_ms, published_until_ms) VALUES (?, ?, ?, ?, ?, ?)",
    ),
    deleteKey: database.prepare("DELETE FROM signing_keys WHERE kid = ?"),
    readSecret: database.prepare("SELECT sealed FROM secrets WHERE name = ?"),
    // Of two instances that start at once the first one's stays.
    writeSecret: database.prepare("INSERT OR IGNORE INTO secrets (name, sealed) VALUES (?, ?)"),
  };
  const open = (row: Row | undefined, purpose: string) => (row === undefined ? undefined : seal.open(row.sealed as Uint8Array, purpose));

  return {
    agents: createAgentTable(database, seal),
    apiKeys: createApiKeyTable(database),
    templateTokens: createTemplateTokenTable(database),
    readVersion: () => Number(statements.readVersion.get()?.data_version),
    listDefinitions: () =>
      statements.listDefinitions.all().map((row) => ({
        name: String(row.name),
        text: open(row, `definition:${row.name}`) as string,
        savedAtMs: Number(row.saved_at_ms),
      })),
    deleteDefinition(name) {
      statements.deleteDefinition.run(name);
    },
    readDefinition: (name) => open(statements.readDefinition.get(name), `definition:${name}`),
    writeDefinition(name, text, nowMs) {
      statements.writeDefinition.run(name, seal.seal(text, `definition:${name}`), nowMs);
    },
    readSnapshot(source) {
      const row = statements.readSnapshot.get(source);
      const text = open(row, `snapshot:${source}`);
      return row === undefined || text === undefined
        ? undefined
        : { hash: String(row.hash), text, acceptedAtMs: Number(row.accepted_at_ms) };
    },
    writeSnapshot(source, { hash, text, acceptedAtMs }) {
      statements.writeSnapshot.run(source, hash, seal.seal(text, `snapshot:${source}`), acceptedAtMs);
    },
    readKeys: () =>
      statements.readKeys.all().map((row) => ({
        kid: String(row.kid),
        x: String(row.public_x),
        privateKey: open(row, `key:${row.kid}`) as string,
        publishedAtMs: Number(row.published_at_ms),
        signsFromMs: Number(row.signs_from_ms),
        publishedUntilMs: row.published_until_ms === null ? undefined : Number(row.published_until_ms),
      })),
    writeKey({ kid, x, privateKey, publishedAtMs, signsFromMs, publishedUntilMs }) {
      statements.writeKey.run(kid, x, seal.seal(privateKey, `key:${kid}`), publishedAtMs, signsFromMs, publishedUntilMs ?? null);
    },
    deleteKey(kid) {
      statements.deleteKey.run(kid);
    },
    secret(name, make) {
      const known = open(statements.readSecret.get(name), `secret:${name}`);
      if (known !== undefined) return known;
      statements.writeSecret.run(name, seal.seal(make(), `secret:${name}`));
      return open(statements.readSecret.get(name), `secret:${name}`) as string;
    },
    close: () => database.close(),
  };
}
