// What an agent calls a tool: `<source>__<tool>`, whatever other sources there are. Model APIs take 64 characters of
// A-Z a-z 0-9 _ -, so other characters become "_" and what is too long ends in a hash of the whole.

import { createHash } from "node:crypto";

export const NAME_MAX_CHARS = 64;
const HASH_CHARS = 8;

/** @returns the name, and whether it is not simply the two parts */
export function toToolName(source: string, tool: string): { readonly name: string; readonly isChanged: boolean } {
  const whole = `${source}__${tool}`;
  const legal = whole.replaceAll(/[^A-Za-z0-9_-]/g, "_");
  if (legal === whole && whole.length <= NAME_MAX_CHARS) return { name: whole, isChanged: false };
  const hash = createHash("sha256").update(whole).digest("hex").slice(0, HASH_CHARS);
  return { name: `${legal.slice(0, NAME_MAX_CHARS - HASH_CHARS - 1)}_${hash}`, isChanged: true };
}
