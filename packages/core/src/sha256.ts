// SHA-256 without waiting: WebCrypto's way through a thread pool costs ten times what hashing a call's arguments does.
// Node, Bun and Deno hash at once, five times as fast as JavaScript can, which is left to the runtimes that don't.

import { sha256 } from "@noble/hashes/sha2";
import { toBase64Url } from "./base64.ts";

type Hash = (algorithm: "sha256", text: string, encoding: "base64url") => string;

interface Runtime {
  readonly process?: { getBuiltinModule?(name: "node:crypto"): { readonly hash?: Hash } | undefined };
}

const ownHash = (globalThis as Runtime).process?.getBuiltinModule?.("node:crypto")?.hash;

/** base64url SHA-256 of a text as UTF-8: 43 characters. */
export function hashText(text: string): string {
  return ownHash === undefined ? hashPortably(text) : ownHash("sha256", text, "base64url");
}

/** The same in JavaScript alone. */
export function hashPortably(text: string): string {
  return toBase64Url(sha256(new TextEncoder().encode(text)));
}
