// Lists in parts: each part names where the next one begins, in a form that only its writer reads.

import { API_PAGE, type PageRequest, StartError } from "@toolcrib/core";

export function toCursor(key: string): string {
  return Buffer.from(`1:${key}`).toString("base64url");
}

/** @throws StartError for a text that no page ended with, or a limit that is none */
export function readPage({ cursor, limit = API_PAGE.default }: PageRequest): { readonly afterKey: string; readonly limit: number } {
  if (!Number.isInteger(limit) || limit < 1 || limit > API_PAGE.max)
    throw new StartError("options_invalid", [`limit must be a whole number from 1 to ${API_PAGE.max}`]);
  if (cursor === undefined) return { afterKey: "", limit };
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  if (!text.startsWith("1:") || toCursor(text.slice(2)) !== cursor)
    throw new StartError("options_invalid", ["cursor is none of this list; take nextCursor as it came, or leave it out"]);
  return { afterKey: text.slice(2), limit };
}
