// The runtime's key document (RFC 7517): how it is fetched, and what of it is kept. Whoever can write this document
// decides which tokens are valid, so what looks strange is not guessed at. A key of another kind is left out, as
// RFC 7517 section 5 asks: the runtime may publish those for others. What makes the document itself doubtful (two keys
// of one id, too many keys, another media type) refuses it whole, and the keys known before stay in force.

import { isObject, RUNTIME_KEYS } from "@toolcrib/core";

const MEDIA_TYPES = ["application/json", "application/jwk-set+json"];

/** 32 bytes in base64url, in their one spelling: the last character carries four bits and two zeros (RFC 4648 section 3.5). */
const BYTES_32 = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/**
 * Every y that a point of order 1, 2, 4 or 8 can be written with, in hex, little-endian, sign bit cleared; the last two
 * are 0 and 1 again, written as p and p + 1. With such a key a signature can be made that fits nearly any message.
 */
const SMALL_ORDER_Y: readonly string[] = [
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
];

/** The keys of one document by their ids. */
export type KeysById = ReadonlyMap<string, CryptoKey>;

/** True for what can be the id of a runtime's key: a thumbprint (RFC 7638), 43 characters of base64url. */
export function isKeyId(value: unknown): value is string {
  return typeof value === "string" && /^[A-Za-z0-9_-]{43}$/.test(value);
}

/** Fetches the document and imports what is kept of it. @throws Error that says what is wrong with it */
export async function fetchKeys(url: string, fetch: typeof globalThis.fetch): Promise<KeysById> {
  const response = await fetch(url, {
    headers: { accept: MEDIA_TYPES.join(", ") },
    // A redirect is not followed: its 3xx is no 200. "error" would say so itself, but workerd throws on that word.
    redirect: "manual",
    signal: AbortSignal.timeout(RUNTIME_KEYS.timeoutMs),
  });
  const problem = refuseHead(response);
  if (problem !== undefined) {
    response.body?.cancel().catch(() => {});
    throw new Error(problem);
  }
  const keys = parseKeyDocument(await readText(response));
  return new Map(await Promise.all([...keys].map(async ([kid, bytes]) => [kid, await importKey(bytes)] as const)));
}

/** What is kept of a document: the bytes of its usable keys by their ids. @throws Error that says what is wrong with it */
export function parseKeyDocument(text: string): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  const document: unknown = JSON.parse(text);
  if (!isObject(document) || !Array.isArray(document.keys)) throw new Error("the document has no array of keys");
  if (document.keys.length > RUNTIME_KEYS.maxKeys)
    throw new Error(`the document has ${document.keys.length} keys; at most ${RUNTIME_KEYS.maxKeys} are read`);

  const keys = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const { kid, x } of document.keys.filter(isSignatureKey)) {
    if (keys.has(kid)) throw new Error(`the document has two keys with the id ${kid}`);
    keys.set(kid, parseBytes32(x));
  }
  return new Map([...keys].filter(([, bytes]) => !isSmallOrder(bytes)));
}

function refuseHead({ status, headers }: Response): string | undefined {
  if (status !== 200) return `the answer is ${status}, not 200`;
  const type = headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return MEDIA_TYPES.includes(type) ? undefined : `the answer's content-type is none of ${MEDIA_TYPES.join(", ")}`;
}

async function readText({ body }: Response): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let byteCount = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    byteCount += part.value.byteLength;
    if (byteCount > RUNTIME_KEYS.maxBytes) {
      // Not awaited: a server that never stops sending must not hold the refusal back.
      reader.cancel().catch(() => {});
      throw new Error(`the document is longer than ${RUNTIME_KEYS.maxBytes} bytes`);
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

function isSignatureKey(key: unknown): key is { readonly kid: string; readonly x: string } {
  if (!isObject(key) || key.kty !== "OKP" || key.crv !== "Ed25519") return false;
  return (key.use === undefined || key.use === "sig") && isKeyId(key.kid) && typeof key.x === "string" && BYTES_32.test(key.x);
}

function parseBytes32(base64Url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64Url.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}

function isSmallOrder(bytes: Uint8Array): boolean {
  const y = [...bytes].map((byte, index) => (index === 31 ? byte & 0x7f : byte).toString(16).padStart(2, "0")).join("");
  return SMALL_ORDER_Y.includes(y);
}

function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, { name: "Ed25519" }, false, ["verify"]);
}
