// Sources: their state, what of them has drifted, and the word that takes it.

import type { SourceDrift, SourceState } from "@toolcrib/core";
import type { KeptSource } from "../catalog/kept-source.ts";
import type { ApiParts, Operation } from "./operation.ts";
import { ApiProblem, toConflict } from "./problem.ts";

export const SOURCES: readonly Operation[] = [
  {
    id: "listSources",
    method: "GET",
    path: "/v1/sources",
    summary: "Every source and its state",
    scope: "read",
    answers: { 200: "SourceStatePage" },
    handle: ({ parts }) => ({ status: 200, body: { items: parts.catalog.sources.map((source) => toState(source, parts)) } }),
  },
  {
    id: "getSourceDrift",
    method: "GET",
    path: "/v1/sources/{name}/drift",
    summary: "What of a source differs from what was accepted, tool by tool",
    scope: "read",
    answers: { 200: "SourceDrift" },
    handle({ parts, path: { name = "" } }) {
      const drift: SourceDrift = { source: name, differences: find(parts, name).differences() };
      return { status: 200, body: drift };
    },
  },
  {
    id: "acceptSource",
    method: "POST",
    path: "/v1/sources/{name}/accept",
    summary: "Accepts what a source offered last",
    scope: "write",
    answers: { 200: "SourceState" },
    async handle({ parts, path: { name = "" } }) {
      const source = find(parts, name);
      await source.accept().catch((error: unknown) => Promise.reject(toConflict(error)));
      return { status: 200, body: toState(source, parts) };
    },
  },
];

function find({ catalog }: ApiParts, name: string): KeptSource {
  const source = catalog.find(name);
  if (source === undefined) throw new ApiProblem("not-found", "there is no source of this name; GET /v1/sources lists them");
  return source;
}

function toState(source: KeptSource, { live }: ApiParts): SourceState {
  const definition = live.partOf(source.name);
  const toolCount = source.tools.filter(({ tool }) => tool !== undefined).length;
  return { ...source.report(), ...(definition === undefined ? {} : { definition }), toolCount };
}
