// The operator's secrets, taken out of what a server says of its own failure.

import { isObject } from "@toolcrib/core";

/** Shorter ones would be found in every text. */
const SECRET_MIN_CHARS = 6;

/** @param secrets in plain; longer ones first, as one may be part of another */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const known = [...new Set(secrets.flatMap(writtenAs))].filter((secret) => secret.length >= SECRET_MIN_CHARS);
  const patterns = known.sort((a, b) => b.length - a.length).map(toPattern);
  return (text) => patterns.reduce((masked, pattern) => masked.replace(pattern, "***"), text);
}

/** A value of JSON with every text in it masked. */
export function maskTexts<Value>(value: Value, mask: (text: string) => string): Value {
  return mapTexts(value, mask) as Value;
}

function mapTexts(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, mask));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [mask(key), mapTexts(item, mask)]));
}

/** As it is, and inside a URL. */
function writtenAs(secret: string): readonly string[] {
  try {
    return [secret, encodeURIComponent(secret)];
  } catch {
    // Half a surrogate pair has no form in a URL.
    return [secret];
  }
}

/** However deep in JSON inside JSON it stands: each level writes backslashes before quotes and backslashes. */
function toPattern(secret: string): RegExp {
  const parts = secret.split(/(["\\])/).map((part) => {
    if (part === '"') return '\\\\*"';
    return part === "\\" ? "\\\\+" : part.replaceAll(/[.*+?^${}()|[\]/-]/g, "\\$&");
  });
  return new RegExp(parts.join(""), "g");
}
