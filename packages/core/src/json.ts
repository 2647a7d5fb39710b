/** A JSON value as JSON.parse gives it. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object; a missing member and one that is undefined are the same to it. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** A JSON Schema as plain data. Keywords are read where they are needed, never assumed. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** True for a JSON object: not null, not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True when the value nests deeper than `maxDepth` objects or arrays. Goes no deeper than that itself. */
export function isDeeperThan(value: unknown, maxDepth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (maxDepth === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(item, maxDepth - 1));
  for (const key in value) if (isDeeperThan((value as Readonly<Record<string, unknown>>)[key], maxDepth - 1)) return true;
  return false;
}

/** Cuts a text to at most `maxChars` UTF-16 units, never through a surrogate pair. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const last = text.charCodeAt(maxChars - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxChars - 1 : maxChars);
}

/** Length of the text in UTF-8 bytes, counted only where the character count can't decide. */
export function exceedsBytes(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  if (text.length * 3 <= maxBytes) return false;
  return new TextEncoder().encode(text).length > maxBytes;
}
