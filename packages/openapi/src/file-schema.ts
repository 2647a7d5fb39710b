import { isObject } from "@toolcrib/core";

/** Bytes, as 2.0, 3.0 and 3.1 say it. */
export function isFile(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { type, format, contentMediaType, contentEncoding } = value;
  if (type === "file" || format === "binary") return true;
  return typeof contentMediaType === "string" && contentEncoding === undefined && !/json|^text\//.test(contentMediaType);
}
