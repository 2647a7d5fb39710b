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
