// The tables, in the steps they came in. A step that was published is never changed: the next one changes what it left.

import type { Database } from "./sqlite.ts";

const STEPS: readonly string[] = [
  `CREATE TABLE definitions (
     name TEXT PRIMARY KEY,
     sealed BLOB NOT NULL,
     saved_at_ms INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE snapshots (
     source TEXT PRIMARY KEY,
     hash TEXT NOT NULL,
     sealed BLOB NOT NULL,
     accepted_at_ms INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE signing_keys (
     kid TEXT PRIMARY KEY,
     public_x TEXT NOT NULL,
     sealed BLOB NOT NULL,
     published_at_ms INTEGER NOT NULL,
     signs_from_ms INTEGER NOT NULL,
     published_until_ms INTEGER
   ) STRICT;
   CREATE TABLE secrets (
     name TEXT PRIMARY KEY,
     sealed BLOB NOT NULL
   ) STRICT;`,
  `CREATE TABLE agents (
     key TEXT PRIMARY KEY,
     template TEXT NOT NULL,
     sealed BLOB NOT NULL,
     token_hash TEXT NOT NULL UNIQUE,
     created_at_ms INTEGER NOT NULL,
     updated_at_ms INTEGER NOT NULL,
     expires_at_ms INTEGER
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE runs (
     token_hash TEXT PRIMARY KEY,
     run TEXT NOT NULL,
     agent TEXT NOT NULL REFERENCES agents (key) ON DELETE CASCADE,
     expires_at_ms INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX runs_by_agent ON runs (agent);
   CREATE INDEX runs_by_end ON runs (expires_at_ms);
   CREATE TABLE template_tokens (
     template TEXT PRIMARY KEY,
     token_hash TEXT NOT NULL UNIQUE
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE api_keys (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     scopes TEXT NOT NULL,
     key_hash TEXT NOT NULL UNIQUE,
     created_at_ms INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;`,
];

/**
 * Brings a database to the newest step.
 * @throws Error for one that a later version has written
 */
export function migrate(database: Database): void {
  const found = Number(database.prepare("PRAGMA user_version").get()?.user_version ?? 0);
  if (found > STEPS.length)
    throw new Error(`it was written by a later version (step ${found}, this one knows ${STEPS.length}), so update toolcrib`);
  for (const [index, step] of STEPS.entries()) {
    if (index < found) continue;
    database.exec(`BEGIN IMMEDIATE; ${step} PRAGMA user_version = ${index + 1}; COMMIT;`);
  }
}
