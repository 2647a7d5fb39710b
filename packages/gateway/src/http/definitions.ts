// Sources and agents that are saved beside the gateway's own definition.

import type { DefinitionPart, SavedDefinition } from "@toolcrib/core";
import { reportSource } from "../catalog/report-source.ts";
import { showSources } from "../definition/show-part.ts";
import type { SavedPart } from "../live-definition.ts";
import type { ApiParts, Operation } from "./operation.ts";
import { ApiProblem, toConflict } from "./problem.ts";

const PATH = "/v1/definitions/{name}";
const NAME = /^[a-z][a-z0-9-]{0,63}$/;

export const DEFINITIONS: readonly Operation[] = [
  {
    id: "listDefinitions",
    method: "GET",
    path: "/v1/definitions",
    summary: "Saved definitions, without any value of their headers, auth or env",
    scope: "read",
    answers: { 200: "SavedDefinitionPage" },
    handle: ({ parts }) => ({ status: 200, body: { items: [...parts.live.saved].map(([name, part]) => show(name, part, parts)) } }),
  },
  {
    id: "putDefinition",
    method: "PUT",
    path: PATH,
    summary: "Saves sources and agents; answers once the new sources were listed, or after 4.5 seconds",
    scope: "write",
    body: { name: "DefinitionPart" },
    answers: { 200: "SavedDefinition", 201: "SavedDefinition" },
    async handle({ parts, path: { name = "" }, body }) {
      if (!NAME.test(name)) throw new ApiProblem("invalid", `name: expected text matching ${NAME.source}`);
      const isNew = !parts.live.saved.has(name);
      await parts.live.save(name, body as DefinitionPart);
      return { status: isNew ? 201 : 200, body: show(name, find(parts, name), parts) };
    },
  },
  {
    id: "getDefinition",
    method: "GET",
    path: PATH,
    summary: "A saved definition, without any value of its headers, auth or env",
    scope: "read",
    answers: { 200: "SavedDefinition" },
    handle: ({ parts, path: { name = "" } }) => ({ status: 200, body: show(name, find(parts, name), parts) }),
  },
  {
    id: "deleteDefinition",
    method: "DELETE",
    path: PATH,
    summary: "Removes a saved definition; its sources end after their last call",
    scope: "write",
    answers: { 204: undefined },
    async handle({ parts, path: { name = "" } }) {
      find(parts, name);
      await parts.live.remove(name).catch((error: unknown) => Promise.reject(toConflict(error)));
      return { status: 204 };
    },
  },
];

function find({ live }: ApiParts, name: string): SavedPart {
  const part = live.saved.get(name);
  if (part === undefined) throw new ApiProblem("not-found", "there is no saved definition of this name; GET /v1/definitions lists them");
  return part;
}

function show(name: string, part: SavedPart, { catalog }: ApiParts): SavedDefinition {
  const { sources = {}, agents = {}, savedAtMs } = part;
  const kept = Object.keys(sources).flatMap((source) => catalog.find(source) ?? []);
  return {
    name,
    savedAt: new Date(savedAtMs).toISOString(),
    sources: showSources(part),
    agents,
    toolSources: kept.map(reportSource),
  };
}
