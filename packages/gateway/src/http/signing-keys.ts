// The keys that sign calls to `runtime` sources.

import type { Operation } from "./operation.ts";

export const SIGNING_KEYS: readonly Operation[] = [
  {
    id: "listSigningKeys",
    method: "GET",
    path: "/v1/signing-keys",
    summary: "The published keys, the oldest first",
    scope: "read",
    answers: { 200: "SigningKeyStatePage" },
    handle: async ({ parts }) => ({ status: 200, body: { items: await parts.keys.list() } }),
  },
  {
    id: "rotateSigningKeys",
    method: "POST",
    path: "/v1/signing-keys/rotate",
    summary: "Publishes a new key, which signs a day later; at once and alone with isCompromised",
    scope: "write",
    body: { name: "SigningKeyRotation", isOptional: true },
    answers: { 200: "SigningKeyStatePage" },
    async handle({ parts, body }) {
      await parts.keys.rotate(body as { readonly isCompromised?: boolean });
      return { status: 200, body: { items: await parts.keys.list() } };
    },
  },
];
