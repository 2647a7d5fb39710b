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
];

/**
 * Brings a database to the newest step.
 * @throws Error for one that a later version has written
 */
export function migrate(database: Database): void {
  const found = Number(database.prepare("PRAGMA user_version").get()?.user_version ?? 0);
  if (found > STEPS.length)
    throw new Error(`the state store was written by a later version (step ${found}, this one knows ${STEPS.length}); update toolcrib`);
  for (const [index, step] of STEPS.entries()) {
    if (index < found) continue;
    database.exec(`BEGIN IMMEDIATE; ${step} PRAGMA user_version = ${index + 1}; COMMIT;`);
  }
}
