// The operator's secrets, taken out of what a server says of its own failure, in whatever form its language wrote them:
// as they are, in JSON of any writer and depth, in a URL, in a form.

import { isObject } from "@toolcrib/core";

/** Shorter ones would be found in every text. */
const SECRET_MIN_CHARS = 6;
/** Backslashes before an escaped character: JSON inside JSON doubles them at each level. */
const BACKSLASHES_MAX = 32;

/** @param secrets in plain; longer ones first, as one may be part of another */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const known = [...new Set(secrets)].filter((secret) => secret.length >= SECRET_MIN_CHARS);
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

/** Letters and digits are written as themselves everywhere. */
function toPattern(secret: string): RegExp {
  const parts = secret.match(/\\+|[A-Za-z0-9]+|[\s\S]/gu) ?? [];
  return new RegExp(parts.map((part) => (/^[A-Za-z0-9]/.test(part) ? part : `(?:${formsOf(part).join("|")})`)).join(""), "g");
}

/** Of one character, or of several backslashes. */
function formsOf(part: string): readonly string[] {
  const percent = [...new TextEncoder().encode(part)].map((byte) => `%${toHex(byte, 2)}`).join("");
  if (part.startsWith("\\")) return [`\\\\{${part.length},${part.length * BACKSLASHES_MAX}}`, percent];
  const units = Array.from({ length: part.length }, (_, index) => part.charCodeAt(index));
  const escaped = SHORT_ESCAPES[part];
  return [
    part.replaceAll(/[.*+?^${}()|[\]/-]/g, "\\$&"),
    units.map((unit) => `\\\\{1,${BACKSLASHES_MAX}}u${toHex(unit, 4)}`).join(""),
    ...(escaped === undefined ? [] : [`\\\\{1,${BACKSLASHES_MAX}}${escaped}`]),
    percent,
    ...(part === " " ? ["\\+"] : []),
  ];
}

/** RFC 8259 section 7. */
const SHORT_ESCAPES: Readonly<Record<string, string>> = { '"': '"', "/": "/", "\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f" };

/** In letters of either size. */
function toHex(value: number, digits: number): string {
  const hex = value.toString(16).padStart(digits, "0");
  return hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
