// An API's answer as a tool's result: JSON as structured content, images and audio as themselves, other bytes as a
// resource, the rest as text. Another status than 2xx is a failure the model reads, with the status, its class and the
// beginning of what the API says.

import {
  CallError,
  type Content,
  cutText,
  ERROR_TEXT_MAX_CHARS,
  type FailureClass,
  RESULT_MAX_BYTES,
  type ToolResult,
  toFailedResult,
} from "@toolcrib/core";
import { toBase64 } from "./base64.ts";
import { concatenate } from "./concatenate.ts";
import { kindOf } from "./media-type.ts";

/** The names under which a result's `_meta` says what HTTP said. */
export const HTTP_META = { status: "http/status", retryAfter: "http/retry-after", link: "http/link" } as const;

/** Bytes of an answer that are read; as base64 they are a third more. */
const ANSWER_MAX_BYTES = RESULT_MAX_BYTES;
/** Bytes of a failure's body that are read. */
const FAILURE_MAX_BYTES = 65_536;
/** Characters of a failure's body that the model reads. */
const FAILURE_BODY_MAX_CHARS = 2_000;

export interface Reading {
  /** Takes configured credentials out of a text. */
  readonly mask: (text: string) => string;
  /** Of the call: an answer that breaks off because of it ends with its reason. */
  readonly signal: AbortSignal;
}

/** @throws CallError where an answer is too long or breaks off */
export async function toResult(response: Response, reading: Reading): Promise<ToolResult> {
  const { status, headers } = response;
  const contentType = headers.get("content-type") ?? "";
  if (status < 200 || status > 299) return toFailure(response, contentType, reading);
  const link = headers.get("link");
  const _meta = { [HTTP_META.status]: status, ...(link === null ? {} : { [HTTP_META.link]: cutText(reading.mask(link), LINK_MAX_CHARS) }) };
  const bytes = await readBytes(response, ANSWER_MAX_BYTES, reading);
  if (bytes === undefined)
    throw new CallError(`the API answered with more than ${ANSWER_MAX_BYTES} bytes; ask for less`, { code: "result_too_large" });
  if (bytes.length === 0) return { content: [], _meta };
  const json = contentType === "" || kindOf(contentType) === "json" ? parseJson(bytes) : undefined;
  if (json !== undefined)
    return { content: [{ type: "text", text: json.text }], structuredContent: json.value, structuredJson: json.text, _meta };
  return { content: [toContent(bytes, contentType, response.url)], _meta };
}

const LINK_MAX_CHARS = 2_000;

function toContent(bytes: Uint8Array, contentType: string, url: string): Content {
  const mimeType = (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
  if (mimeType.startsWith("image/") && mimeType !== "image/svg+xml") return { type: "image", data: toBase64(bytes), mimeType };
  if (mimeType.startsWith("audio/")) return { type: "audio", data: toBase64(bytes), mimeType };
  const isText = mimeType === "" || kindOf(mimeType) !== "binary";
  if (isText) return { type: "text", text: decode(bytes, contentType) };
  const uri = url === "" ? "urn:answer" : (url.split(/[?#]/, 1)[0] ?? url);
  return { type: "resource", resource: { uri, mimeType, blob: toBase64(bytes) } };
}

async function toFailure(response: Response, contentType: string, reading: Reading): Promise<ToolResult> {
  const { status, headers } = response;
  const bytes = (await readBytes(response, FAILURE_MAX_BYTES, { ...reading, cut: true })) ?? new Uint8Array();
  const isReadable = contentType === "" || kindOf(contentType) !== "binary";
  const body = isReadable ? cutText(reading.mask(decode(bytes, contentType)).trim(), FAILURE_BODY_MAX_CHARS) : "";
  const text = cutText(`the API answered ${status}${body === "" ? "" : `: ${body}`}`, ERROR_TEXT_MAX_CHARS + 64);
  const retryAfter = headers.get("retry-after");
  const failed = toFailedResult(text, classOf(status));
  return {
    ...failed,
    _meta: {
      ...failed._meta,
      [HTTP_META.status]: status,
      ...(retryAfter === null ? {} : { [HTTP_META.retryAfter]: cutText(retryAfter, 100) }),
    },
  };
}

export function classOf(status: number): FailureClass {
  if (status === 401 || status === 403 || status === 407) return "auth";
  if (status === 429) return "rate_limited";
  if (status === 408 || status === 504) return "timeout";
  return status >= 500 ? "upstream_5xx" : "upstream_4xx";
}

/** In the charset an API says, where it is one of the web's; otherwise in UTF-8, as JSON always is. */
function decode(bytes: Uint8Array, contentType: string): string {
  const [, charset] = /;\s*charset="?([^";\s]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** What is said to be JSON and is not is text. */
function parseJson(bytes: Uint8Array): { readonly text: string; readonly value: unknown } | undefined {
  const text = new TextDecoder().decode(bytes);
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The body, read no further than the bound; beyond it undefined, or cut. */
async function readBytes(
  response: Response,
  maxBytes: number,
  { signal, cut = false }: Pick<Reading, "signal"> & { readonly cut?: boolean },
): Promise<Uint8Array | undefined> {
  if (response.body === null) return new Uint8Array();
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for (let next = await readChunk(reader, signal); !next.done; next = await readChunk(reader, signal)) {
    chunks.push(next.value);
    byteCount += next.value.length;
    if (byteCount <= maxBytes) continue;
    await reader.cancel().catch(() => {});
    if (!cut) return undefined;
    break;
  }
  return concatenate(chunks).subarray(0, maxBytes);
}

/** What a connection says when it breaks names addresses; the cause is for the log alone. */
async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal) {
  try {
    return await reader.read();
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw new CallError("the API's answer broke off", { errorType: "upstream_5xx", cause });
  }
}
