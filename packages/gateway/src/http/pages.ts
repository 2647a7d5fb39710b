// Lists in parts, as they are asked for.

import { API_PAGE, type PageRequest } from "@toolcrib/core";

export const PAGE_QUERY = {
  cursor: { description: "nextCursor of the page before", schema: { type: "string" } },
  limit: { description: "Entries of the page", schema: { type: "integer", minimum: 1, maximum: API_PAGE.max, default: API_PAGE.default } },
} as const;

export function toPageRequest({ cursor, limit }: Readonly<Record<string, string>>): PageRequest {
  return { ...(cursor === undefined ? {} : { cursor }), ...(limit === undefined ? {} : { limit: Number(limit) }) };
}
