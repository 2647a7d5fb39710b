// The API's own document, OpenAPI 3.1, written from the records that route and check its requests.

import { API_ANSWERS, API_BODIES } from "@toolcrib/core";
import { version } from "../version.ts";
import type { Operation } from "./operation.ts";

export function toOpenApiDocument(operations: readonly Operation[], origin: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    if (operation.isProbe === true) continue;
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: toOperation(operation) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Toolcrib gateway", version, description: "What an operator does with a running gateway." },
    servers: [{ url: origin }],
    security: [{ operatorKey: [] }],
    paths,
    components: {
      securitySchemes: { operatorKey: { type: "http", scheme: "bearer", description: "An operator's key, tco_…" } },
      schemas: { ...API_BODIES, ...API_ANSWERS },
    },
  };
}

function toOperation({ id, summary, path, query = {}, body, answers, scope }: Operation): object {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: "path", required: true, schema: { type: "string" } }));
  const inQuery = Object.entries(query).map(([name, declared]) => ({ name, in: "query", ...declared }));
  const parameters = [...inPath, ...inQuery];
  const json = (name: string) => ({ "application/json": { schema: { $ref: `#/components/schemas/${name}` } } });
  const responses = Object.entries(answers).map(([status, name]) => [
    status,
    { description: name ?? "Done", ...(name === undefined ? {} : { content: json(name) }) },
  ]);
  return {
    operationId: id,
    summary,
    ...(scope === "public" ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: body.isOptional !== true, content: json(body.name) } }),
    responses: {
      ...Object.fromEntries(responses),
      default: {
        description: "Why it was refused, or failed (RFC 9457)",
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/ProblemDetails" } } },
      },
    },
  };
}
