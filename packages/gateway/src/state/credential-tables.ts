// Credentials that were given out once: nothing but their hashes.

import type { ApiScope } from "@toolcrib/core";
import type { Database, Row } from "./sqlite.ts";

export interface StoredApiKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly keyHash: string;
  readonly createdAtMs: number;
}

export interface ApiKeyTable {
  /** The oldest first. */
  list(): readonly StoredApiKey[];
  find(keyHash: string): StoredApiKey | undefined;
  write(key: StoredApiKey): void;
  /** @returns whether there was one */
  delete(id: string): boolean;
}

export function createApiKeyTable(database: Database): ApiKeyTable {
  const list = database.prepare("SELECT * FROM api_keys ORDER BY created_at_ms, id");
  const find = database.prepare("SELECT * FROM api_keys WHERE key_hash = ?");
  const write = database.prepare("INSERT INTO api_keys (id, name, scopes, key_hash, created_at_ms) VALUES (?, ?, ?, ?, ?)");
  const remove = database.prepare("DELETE FROM api_keys WHERE id = ? RETURNING id");
  const toKey = (row: Row): StoredApiKey => ({
    id: String(row.id),
    name: String(row.name),
    scopes: String(row.scopes).split(" ") as ApiScope[],
    keyHash: String(row.key_hash),
    createdAtMs: Number(row.created_at_ms),
  });
  return {
    list: () => list.all().map(toKey),
    find(keyHash) {
      const row = find.get(keyHash);
      return row === undefined ? undefined : toKey(row);
    },
    write({ id, name, scopes, keyHash, createdAtMs }) {
      write.run(id, name, scopes.join(" "), keyHash, createdAtMs);
    },
    delete: (id) => remove.get(id) !== undefined,
  };
}

/** The tokens of templates that are used directly. */
export interface TemplateTokenTable {
  find(tokenHash: string): string | undefined;
  /** @returns false where the template has one already: of two instances that start at once the first one's stays */
  add(template: string, tokenHash: string): boolean;
  replace(template: string, tokenHash: string): void;
}

export function createTemplateTokenTable(database: Database): TemplateTokenTable {
  const find = database.prepare("SELECT template FROM template_tokens WHERE token_hash = ?");
  const add = database.prepare("INSERT OR IGNORE INTO template_tokens (template, token_hash) VALUES (?, ?) RETURNING template");
  const replace = database.prepare("INSERT OR REPLACE INTO template_tokens (template, token_hash) VALUES (?, ?)");
  return {
    find(tokenHash) {
      const row = find.get(tokenHash);
      return row === undefined ? undefined : String(row.template);
    },
    add: (template, tokenHash) => add.get(template, tokenHash) !== undefined,
    replace(template, tokenHash) {
      replace.run(template, tokenHash);
    },
  };
}
