// The development key, for clients that can send a header and sign nothing: the inspector, mcp-remote, curl.
// It is as good as the development runtime's name, so it is new with each start and shown once, to whoever started.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { CallerVerifier } from "@toolcrib/server";

export interface DevKey {
  readonly key: string;
  /** Takes the key as Bearer token, or as `x-api-key` where there is none. */
  readonly verify: CallerVerifier;
}

/** Makes one. */
export function createDevKey(): DevKey {
  const key = `dev_${randomBytes(32).toString("base64url")}`;
  const expected = toDigest(key);
  return {
    key,
    verify({ token, header }) {
      const given = token ?? header("x-api-key");
      // Digests have one length, and comparing them takes one time whatever was given.
      return given !== undefined && given !== null && timingSafeEqual(toDigest(given), expected) ? { subject: "developer" } : undefined;
    },
  };
}

function toDigest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
