// Bytes, as a model can write them: base64, or a data URL that says their media type too (RFC 2397).

import { CallError } from "@toolcrib/core";

export interface File {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType?: string;
}

/** @throws CallError `invalid_args` */
export function toFile(argument: string, value: unknown): File {
  const [, mediaType, data] =
    typeof value === "string" ? (/^data:([^,;]*)(?:;[^,]*)?;base64,(.*)$/s.exec(value) ?? [undefined, undefined, value]) : [];
  try {
    // Also in the alphabet for URLs (RFC 4648 section 5), with or without padding.
    const text = atob(String(data).replaceAll("-", "+").replaceAll("_", "/"));
    if (typeof data !== "string") throw new Error("no text");
    const bytes = new Uint8Array(text.length);
    for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
    return { bytes, ...(mediaType === undefined || mediaType === "" ? {} : { mediaType }) };
  } catch {
    throw new CallError(`${argument} must be bytes in base64, or a data URL with base64`, { code: "invalid_args" });
  }
}

/** Bytes as base64, in pieces that a function call can take. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += CHUNK) text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(text);
}

const CHUNK = 32_768;
