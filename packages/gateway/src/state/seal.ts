// What nobody who reads the data may read: AES-256-GCM under a key that is kept elsewhere. What a text is for is bound
// in, so that one sealed value put in another's place does not open.
//
//   sealed = version 1 (1 byte) | nonce (12) | tag (16) | ciphertext

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { StartError } from "@toolcrib/core";

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Bytes of a sealing key at least. */
export const SEALING_KEY_MIN_BYTES = 32;

export interface Seal {
  seal(text: string, purpose: string): Uint8Array;
  /** @throws StartError where the key is another, or the bytes were changed */
  open(sealed: Uint8Array, purpose: string): string;
}

/** @param key 32 bytes or more: raw, or a text whose UTF-8 bytes are the key */
export function createSeal(key: string | Uint8Array): Seal {
  const bytes = typeof key === "string" ? Buffer.from(key, "utf8") : key;
  if (bytes.length < SEALING_KEY_MIN_BYTES)
    throw new StartError("options_invalid", [
      `the sealing key has ${bytes.length} bytes; ${SEALING_KEY_MIN_BYTES} or more are needed, as from: openssl rand -base64 32`,
    ]);
  const derived = Buffer.from(hkdfSync("sha256", bytes, "", "toolcrib-state", 32));
  return {
    seal(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", derived, nonce).setAAD(Buffer.from(purpose));
      const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), ciphertext]);
    },
    open(sealed, purpose) {
      try {
        if (sealed[0] !== VERSION) throw new Error("unknown version");
        const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
        const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
        const decipher = createDecipheriv("aes-256-gcm", derived, nonce).setAAD(Buffer.from(purpose));
        decipher.setAuthTag(tag);
        return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
      } catch {
        throw new StartError("options_invalid", [
          "the state store was sealed with another key, or was changed; start with the key it was made with, or with a new store",
        ]);
      }
    },
  };
}
