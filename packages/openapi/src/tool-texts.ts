// What a model reads of an operation: its summary and description, as they are, within a number of bytes; what is cut
// is reported.

import type { Report } from "./diagnostics.ts";
import type { Operation } from "./operation.ts";

/** Bytes of an operation's texts. */
export const DESCRIPTION_MAX_BYTES = 1_024;
/** Bytes of what is said of one parameter or body: an operation has many. */
export const ARGUMENT_DESCRIPTION_MAX_BYTES = 128;

export function describeOperation(
  { summary, description, method, path, deprecated, pointer }: Operation,
  maxBytes: number,
  report: Report,
): string {
  const said =
    description === undefined || summary === description ? summary : summary === undefined ? description : `${summary}\n\n${description}`;
  const text = said?.trim() || `${method} ${path}`;
  return cut(deprecated ? `Deprecated. ${text}` : text, maxBytes, pointer, report);
}

export function cut(text: string, maxBytes: number, pointer: string, report: Report): string {
  // No character has more than three bytes for each of its code units.
  if (text.length * 3 <= maxBytes) return text;
  // Most texts have one byte for each; to encode them all would be most of the work.
  const bytes = IS_ASCII.test(text) ? undefined : new TextEncoder().encode(text);
  const count = bytes?.length ?? text.length;
  if (count <= maxBytes) return text;
  report("description_cut", pointer, `${count - maxBytes} of ${count} bytes of the description are cut`);
  return `${bytes === undefined ? text.slice(0, maxBytes - ELLIPSIS_BYTES) : decodeWhole(bytes.subarray(0, maxBytes - ELLIPSIS_BYTES))}…`;
}

const IS_ASCII = /^[\t\n\r -~]*$/;
const ELLIPSIS_BYTES = 3;

/** Without the character that was cut in two. */
function decodeWhole(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replace(/\uFFFD$/, "");
}
