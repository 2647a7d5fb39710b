// Values of options, as the API wants them.

import { isObject, type JsonObject } from "@toolcrib/core";
import { UsageError } from "./usage-error.ts";

/** @throws UsageError that names the option */
export function parseJsonObject(option: string, text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value as JsonObject;
  } catch {
    // Told below, as anything else that is none.
  }
  throw new UsageError(`${option} must be a JSON object, as in ${option} '{"team":"shop"}'`);
}

/** @throws UsageError that names the option */
export function parseSeconds(option: string, text: string): number {
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < 1) throw new UsageError(`${option} must be a number of seconds, not "${text}"`);
  return seconds;
}

/** Digits alone: Number() would read an empty text, and `0x10`, too. */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError(`--port must be a number from 0 to 65535, not "${text}"`);
  return port;
}
