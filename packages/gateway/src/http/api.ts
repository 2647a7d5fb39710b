// The operator's API: which operation a request is for, whether it may be asked for, what is answered.
//
//   403 (Origin, Host) → 404 → 405 → 401, 429 → 403 (scope) → 400 (query) → 413, 415, 400 (body) → the operation

import { randomUUID } from "node:crypto";
import type { EngineRequest, EngineResponse } from "@toolcrib/server/run";
import { admit, refuseForeign } from "./admit.ts";
import { AGENTS } from "./agents.ts";
import { API_KEYS } from "./api-keys.ts";
import { DEFINITIONS } from "./definitions.ts";
import { HEALTH } from "./health.ts";
import { KeyTries } from "./key-tries.ts";
import { ME } from "./me.ts";
import { toOpenApiDocument } from "./openapi-document.ts";
import type { ApiAnswer, ApiParts, Operation } from "./operation.ts";
import { ApiProblem, toKnownProblem, toProblemResponse } from "./problem.ts";
import { readBody, readQuery } from "./read-request.ts";
import { createRouter, type Router } from "./router.ts";
import { SIGNING_KEYS } from "./signing-keys.ts";
import { SOURCES } from "./sources.ts";

const RESOURCES: readonly Operation[] = [...ME, ...DEFINITIONS, ...AGENTS, ...SOURCES, ...API_KEYS, ...SIGNING_KEYS, ...HEALTH];

/** @returns what answers one request; it never rejects */
export function createApi(parts: ApiParts): (request: EngineRequest) => Promise<EngineResponse> {
  const documented: Operation = {
    id: "getOpenApiDocument",
    method: "GET",
    path: "/v1/openapi.json",
    summary: "This document",
    scope: "public",
    answers: { 200: undefined },
    handle: () => ({ status: 200, body: document }),
  };
  const operations = [...RESOURCES, documented];
  const document = toOpenApiDocument(operations, parts.origin);
  const router = createRouter(operations);
  const tries = new KeyTries(parts.now);
  return async (request) => {
    const id = randomUUID();
    const answered = await answer(request, { parts, router, tries }).catch((error: unknown) => toFailure(error, id, parts));
    return { ...answered, headers: { "cache-control": "no-store", "x-request-id": id, ...answered.headers } };
  };
}

interface Serving {
  readonly parts: ApiParts;
  readonly router: Router;
  readonly tries: KeyTries;
}

async function answer(request: EngineRequest, { parts, router, tries }: Serving): Promise<EngineResponse> {
  // As it was sent: whoever stands in front and decides by the path read no other one.
  const found = router((request.url() ?? "").replace(/^https?:\/\/[^/]+/, ""));
  if (found?.operations[0]?.isProbe !== true) refuseForeign(request, parts.origin);
  if (found === undefined) throw new ApiProblem("not-found", "there is nothing at this path; GET /v1/openapi.json tells what there is");
  const operation = found.operations.find(({ method }) => method === request.method);
  if (operation === undefined) {
    const allow = found.operations.map(({ method }) => method).join(", ");
    throw new ApiProblem("wrong-method", `here are served: ${allow}`, { headers: { allow } });
  }
  const key = admit(request, operation, parts, tries);
  const query = readQuery(request, operation);
  const body = await readBody(request, operation);
  return toResponse(await operation.handle({ parts, key, path: found.path, query, body }));
}

function toResponse({ status, body }: ApiAnswer): EngineResponse {
  if (body === undefined) return { status, headers: {} };
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

function toFailure(error: unknown, id: string, { onError, log }: ApiParts): EngineResponse {
  const known = toKnownProblem(error);
  if (known !== undefined) return toProblemResponse(known, id);
  log(`toolcrib: a request of the API failed (${id}): ${error instanceof Error ? error.name : typeof error}`);
  onError?.(error);
  return toProblemResponse(new ApiProblem("failed", "its operator finds why in the log, under this request's id"), id);
}
