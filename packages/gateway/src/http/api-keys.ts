// Operators' keys.

import type { ApiKeySettings } from "@toolcrib/core";
import type { Operation } from "./operation.ts";
import { ApiProblem } from "./problem.ts";

export const API_KEYS: readonly Operation[] = [
  {
    id: "listKeys",
    method: "GET",
    path: "/v1/keys",
    summary: "Operators' keys, the oldest first, without themselves",
    scope: "read",
    answers: { 200: "ApiKeyPage" },
    handle: ({ parts }) => ({ status: 200, body: { items: parts.apiKeys.list() } }),
  },
  {
    id: "createKey",
    method: "POST",
    path: "/v1/keys",
    summary: "Makes an operator's key, which is answered once",
    scope: "write",
    body: { name: "ApiKeySettings" },
    answers: { 201: "NewApiKey" },
    handle({ parts, key, body }) {
      const settings = body as ApiKeySettings;
      // Else a key could make another that may do more than itself.
      const beyond = settings.scopes.filter((scope) => key?.scopes.includes(scope) !== true);
      if (beyond.length > 0) throw new ApiProblem("forbidden", `a key gives only what it has: not ${beyond.join(", ")}`);
      return { status: 201, body: parts.apiKeys.create(settings) };
    },
  },
  {
    id: "deleteKey",
    method: "DELETE",
    path: "/v1/keys/{id}",
    summary: "Revokes an operator's key",
    scope: "write",
    answers: { 204: undefined },
    handle({ parts, path: { id = "" } }) {
      if (!parts.apiKeys.revoke(id)) throw new ApiProblem("not-found", "there is no key with this id; GET /v1/keys lists them");
      return { status: 204 };
    },
  },
];
