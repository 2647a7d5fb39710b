// SQLite, without anything to compile: the one in Node where there is one, else the same interface from a package with
// prebuilt binaries. The only file that knows which.

import { createRequire } from "node:module";

/** What is used of `node:sqlite`. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

export interface Statement {
  run(...values: readonly SqlValue[]): unknown;
  get(...values: readonly SqlValue[]): Row | undefined;
  all(...values: readonly SqlValue[]): readonly Row[];
}

export type SqlValue = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, SqlValue>>;

/** Opens a file, or `:memory:`. Nobody but its owner may read what is made. */
export function openDatabase(path: string): Database {
  const database = new (loadDriver())(path);
  // A reader never waits for a writer; a writer for another at most this long.
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON;");
  return database;
}

type Driver = new (path: string) => Database;

function loadDriver(): Driver {
  const require = createRequire(import.meta.url);
  try {
    return withoutWarning(() => require("node:sqlite") as { readonly DatabaseSync: Driver }).DatabaseSync;
  } catch {
    return (require("@photostructure/sqlite") as { readonly DatabaseSync: Driver }).DatabaseSync;
  }
}

/** Node 22 calls its own SQLite experimental on standard error; what is used of it here has not changed since. */
function withoutWarning<Value>(load: () => Value): Value {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
