// A document: from text or as an object, of which version, and where it came from.

import { isObject, StartError } from "@toolcrib/core";
import { parseYaml } from "./yaml.ts";

export type DocumentObject = Readonly<Record<string, unknown>>;

/** 2.0; 3.0 with its own dialect of JSON Schema; 3.1 and later with 2020-12. */
export type DocumentVersion = "2.0" | "3.0" | "3.1";

/**
 * Reads a document.
 * @param document its text, JSON or YAML, or what either parses to
 * @throws StartError `options_invalid` for text that can't be read
 */
export async function readDocument(document: string | object): Promise<DocumentObject> {
  const value = typeof document === "string" ? await parseText(document) : document;
  if (!isObject(value)) throw new StartError("options_invalid", ["the OpenAPI document is not an object"]);
  return value;
}

/** JSON is tried first: it is many times faster, and what begins like JSON and is not is seldom YAML either. */
async function parseText(text: string): Promise<unknown> {
  const isJson = /^\s*[{[]/.test(text);
  try {
    return isJson ? JSON.parse(text) : await parseYaml(text);
  } catch (error) {
    if (isJson) {
      const value = await parseYaml(text).catch(() => undefined);
      if (value !== undefined) return value;
    }
    throw new StartError("options_invalid", [`the OpenAPI document is neither JSON nor YAML: ${firstLine(error)}`]);
  }
}

/** @throws StartError `options_invalid` for a document that is no OpenAPI document */
export function versionOf({ openapi, swagger }: DocumentObject): DocumentVersion {
  // An unquoted 2.0 in YAML is a number.
  if (String(swagger).startsWith("2")) return "2.0";
  const version = String(openapi);
  if (version.startsWith("3.0")) return "3.0";
  if (/^3\.\d/.test(version)) return "3.1";
  throw new StartError("options_invalid", [
    'the document is no OpenAPI document that is read here: it needs "openapi": "3.x.y" or "swagger": "2.0"',
  ]);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}
